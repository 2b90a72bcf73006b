#!lua flags=allow-oom
-- Takes the claim of the form ARGV[1] out of the invitation KEYS[1], and gives
-- the use back, if nobody has come by it and it is not younger than the second
-- ARGV[2].  Returns 0 if it is: then somebody is still busy with the form.
local invite, form, before = KEYS[1], ARGV[1], tonumber(ARGV[2])
local claim = redis.call('HGET', invite, form)
if not claim or claim:find(' ') then return 1 end
if tonumber(claim) > before then return 0 end
redis.call('HDEL', invite, form)
redis.call('HINCRBY', invite, 'left', 1)
return 1
