-- Binds the claim of the form ARGV[1], in the invitation KEYS[1], to the
-- member ARGV[2], unless it is bound to another.  Returns the member to whom
-- it is bound: so one form creates one member, however many names somebody
-- submits with it at once. 0 if the claim is gone.
local invite, form, member = KEYS[1], ARGV[1], ARGV[2]
local claim = redis.call('HGET', invite, form)
local time, other = (claim or ''):match('^(%d+) ?(%d*)$')
if not time then return 0 end
if other ~= '' then return tonumber(other) end
redis.call('HSET', invite, form, time .. ' ' .. member)
return tonumber(member)
