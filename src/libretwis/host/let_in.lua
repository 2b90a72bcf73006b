#!lua flags=allow-oom
-- Lets the member KEYS[1] in, who waits: takes the standing ARGV[1] away, and
-- what the hosts were told.  Returns 1 if the member is in now, or was before;
-- 0 if the member is gone, or has got another standing.
local user, waiting = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'standing')
if not is[1] or (is[2] and is[2] ~= waiting) then return 0 end
redis.call('HDEL', user, 'standing', 'who')
return 1
