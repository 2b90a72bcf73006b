#!lua flags=allow-oom
-- Approves the newcomer KEYS[1]: deletes the standing ARGV[1], and the answer
-- that was for the hosts.  ARGV[2] is the token of this act.  Returns 1 if the
-- newcomer is approved now, 2 if that was done before; 0 if the member is gone,
-- is being refused, or has another standing.
local user, waiting, token = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', user, 'username', 'standing', 'acted',
	'refused')
if not is[1] or (is[2] and is[2] ~= waiting) or is[4] then return 0 end
redis.call('HDEL', user, 'who')
if not is[2] then return 2 end
redis.call('HDEL', user, 'standing')
redis.call('HSET', user, 'acted', (token .. ' ' .. (is[3] or '')):sub(1, 50))
return 1
