-- Counts one time more in KEYS[1], in a window of ARGV[2] seconds that begins
-- with its first time.  Returns 0 for the first ARGV[1] times, and after them
-- how many seconds the window still lasts.
--
-- INCR and EXPIRE are two commands, and a page that dies between them leaves a
-- counter that never ends: a member locked out for good.  So one script does
-- both, and gives an end to any counter that has none.
local counter, most, seconds = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local n = redis.call('INCR', counter)
if redis.call('TTL', counter) < 0 then
	redis.call('EXPIRE', counter, seconds)
end
if n <= most then return 0 end
return math.max(1, redis.call('TTL', counter))
