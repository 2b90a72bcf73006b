-- Finishes the home timeline KEYS[1] that home_store.lua has stored: adds the
-- posts that were missed, ARGV[3], ARGV[4] and so on, newest first, makes it
-- expire ARGV[2] seconds from now, and releases the lock KEYS[2]. Returns 1;
-- or 0 if it did nothing, because the lock no longer has the token ARGV[1] or
-- because the timeline is gone.
--
-- A worker may have added such a post before, and newer ones may be above it.
-- Whoever reads the timeline then sorts it with home_order.lua.
local list, lock, token, seconds = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('GET', lock) ~= token then return 0 end
if redis.call('EXISTS', list) == 0 then return 0 end
for i = #ARGV, 3, -1 do redis.call('LPUSH', list, ARGV[i]) end
redis.call('EXPIRE', list, seconds)
redis.call('DEL', lock)
return 1
