-- Stores the home timeline KEYS[1], whole or not at all: the ids ARGV[4],
-- ARGV[5] and so on, newest first.  Returns 1, or 0 if it stored nothing, since
-- the lock KEYS[2] no longer holds the token ARGV[1] (then somebody else makes
-- the timeline, or has made it) or since a timeline is there.
--
-- It expires after ARGV[3] seconds, which is soon: its maker still has to read
-- the newest posts once more, and lets the list live only then.  A maker that
-- dies before leaves no list that misses a post for good.  For that work the
-- lock is held ARGV[2] milliseconds more.
local list, lock = KEYS[1], KEYS[2]
local token, ms, seconds = ARGV[1], ARGV[2], ARGV[3]
if redis.call('GET', lock) ~= token then return 0 end
if redis.call('EXISTS', list) == 1 then return 0 end
redis.call('PEXPIRE', lock, ms)
redis.call('RPUSH', list, unpack(ARGV, 4))
redis.call('EXPIRE', list, seconds)
return 1
