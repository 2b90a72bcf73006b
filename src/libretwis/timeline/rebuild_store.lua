-- Stores the home timeline KEYS[1], whole or not at all: the ids ARGV[2],
-- ARGV[3] and so on, newest first.  If somebody stored one in the meantime,
-- theirs stays.
--
-- It expires after ARGV[1] seconds, which is soon: its maker still has to read
-- the newest posts once more, and lets the list live only then.  A maker that
-- dies before leaves no list that misses a post for good.
local list, seconds = KEYS[1], ARGV[1]
if redis.call('EXISTS', list) == 0 then
	redis.call('RPUSH', list, unpack(ARGV, 2))
	redis.call('EXPIRE', list, seconds)
end
