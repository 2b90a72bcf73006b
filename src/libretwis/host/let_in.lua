#!lua flags=allow-oom
-- Approves the newcomer KEYS[1]: deletes the standing ARGV[1], and the answer
-- that was for the hosts.  Returns 1 if the newcomer is approved now, or was
-- before; 0 if the member is gone, or has another standing.
local user, waiting = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'standing')
if not is[1] or (is[2] and is[2] ~= waiting) then return 0 end
redis.call('HDEL', user, 'standing', 'who')
return 1
