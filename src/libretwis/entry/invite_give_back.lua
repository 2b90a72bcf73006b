#!lua flags=allow-oom
-- Deletes the claim of the form ARGV[1] in the invitation KEYS[1], and returns
-- its use, if no member is bound to it and it is no younger than the second
-- ARGV[2].  Returns 0 if it is younger: then somebody may still be filling in
-- the form.
local invite, form, before = KEYS[1], ARGV[1], tonumber(ARGV[2])
local claim = redis.call('HGET', invite, form)
if not claim or claim:find(' ') then return 1 end
if tonumber(claim) > before then return 0 end
redis.call('HDEL', invite, form)
redis.call('HINCRBY', invite, 'left', 1)
return 1
