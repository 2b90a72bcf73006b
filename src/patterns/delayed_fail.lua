#!lua flags=allow-oom
-- The entry ARGV[1] of the queue KEYS[1] could not be done.  KEYS[2] counts that.
-- The entry is due again at ARGV[2], like one that was added for that time: so
-- it does not stand before others.  When it has failed ARGV[3] times it goes to
-- the dead, KEYS[3], written as a job that was pushed at ARGV[4].
--
-- The counts end ARGV[5] seconds after the last failure, so that an entry which
-- was done after all leaves none.  Nothing happens to an entry that somebody has
-- taken away.
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
