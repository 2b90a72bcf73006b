-- Stores the home timeline KEYS[1], all of it or nothing: the ids ARGV[4],
-- ARGV[5] and so on, newest first. Returns 1; or 0 if it stored nothing,
-- because the lock KEYS[2] no longer has the token ARGV[1], so that somebody
-- else is building the timeline or has built it, or because there is a
-- timeline.
--
-- It expires after ARGV[3] seconds, which is soon. Whoever builds it has to
-- read the newest posts once more, and only then extends its life with
-- home_finish.lua. So if that request dies before, no list lacks a post for
-- good. For this work the lock is held ARGV[2] more milliseconds.
local list, lock = KEYS[1], KEYS[2]
local token, ms, seconds = ARGV[1], ARGV[2], ARGV[3]
if redis.call('GET', lock) ~= token then return 0 end
if redis.call('EXISTS', list) == 1 then return 0 end
redis.call('PEXPIRE', lock, ms)
redis.call('RPUSH', list, unpack(ARGV, 4))
redis.call('EXPIRE', list, seconds)
return 1
