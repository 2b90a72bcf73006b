-- Writes behind the claim of the form ARGV[1], in the invitation KEYS[1], that
-- the member ARGV[2] has come by it, unless another one has.  Returns the
-- member who has: so one form brings one member, however many names somebody
-- sends with it at once.  0 if the claim is gone.
local invite, form, member = KEYS[1], ARGV[1], ARGV[2]
local claim = redis.call('HGET', invite, form)
local time, other = (claim or ''):match('^(%d+) ?(%d*)$')
if not time then return 0 end
if other ~= '' then return tonumber(other) end
redis.call('HSET', invite, form, time .. ' ' .. member)
return tonumber(member)
