#!lua flags=allow-oom
-- Counts in KEYS[2] that the entry ARGV[1] of the queue KEYS[1] has failed.
-- The entry becomes due at ARGV[2], as if it had been added for that time, so
-- it does not get ahead of others.  After ARGV[3] failures it is moved to the
-- dead jobs, KEYS[3], in the form of a job that was pushed at ARGV[4].
--
-- The counts expire ARGV[5] seconds after the last failure, so an entry that
-- succeeds in the end leaves none.  If somebody has removed the entry, nothing
-- happens.
local due, tries, dead = KEYS[1], KEYS[2], KEYS[3]
local entry, again, most, since = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
if not redis.call('ZSCORE', due, entry) then return end

local n = redis.call('HINCRBY', tries, entry, 1)
if n < most then
	redis.call('EXPIRE', tries, ARGV[5])
	redis.call('ZADD', due, again, entry)
	return
end
redis.call('HDEL', tries, entry)
redis.call('ZREM', due, entry)
redis.call('LPUSH', dead, since .. ' ' .. n .. ' ' .. entry)
