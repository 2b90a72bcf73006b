-- Claims a use of the invitation KEYS[1] for the form ARGV[1] at the second
-- ARGV[2].  Returns 1 if the form has one now, or had one before: so a form
-- that is submitted twice takes one use. 0 if the link has expired, was
-- revoked, or has no use left.
local invite, form, now = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', invite, 'left', 'end', form)
if not is[1] or tonumber(now) >= tonumber(is[2]) then return 0 end
if not is[3] then
	if tonumber(is[1]) < 1 then return 0 end
	redis.call('HINCRBY', invite, 'left', -1)
end
if not (is[3] or ''):find(' ') then redis.call('HSET', invite, form, now) end
return 1
