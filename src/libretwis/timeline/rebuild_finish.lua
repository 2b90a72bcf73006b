-- Finishes the home timeline KEYS[1]: pushes the posts that its maker had missed,
-- ARGV[3], ARGV[4] and so on, newest first, lets it live for ARGV[2] seconds, and releases
-- the lock KEYS[2].  Returns 1, or 0 if it did nothing, since the lock no longer
-- holds the token ARGV[1] or the timeline is gone.
--
-- A post may be there by now, since a worker was faster, and newer ones may be
-- above it: home_order.lua puts that right for whoever reads it.
local list, lock, token, seconds = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('GET', lock) ~= token then return 0 end
if redis.call('EXISTS', list) == 0 then return 0 end
for i = #ARGV, 3, -1 do redis.call('LPUSH', list, ARGV[i]) end
redis.call('EXPIRE', list, seconds)
redis.call('DEL', lock)
return 1
