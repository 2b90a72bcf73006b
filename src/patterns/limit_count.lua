-- Counts one more attempt in KEYS[1], or ARGV[3] of them, in a window of ARGV[2]
-- seconds that begins with its first attempt.  Returns 0 for the first ARGV[1]
-- attempts, and for later ones the number of seconds until the window ends.
--
-- INCR and EXPIRE are two commands, and a page that dies between them would
-- leave a counter that never expires and locks a member out for good.  So one
-- script does both, and sets an expiry on any counter that has none.
local counter, most, seconds = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local n = redis.call('INCRBY', counter, ARGV[3] or 1)
if redis.call('TTL', counter) < 0 then
	redis.call('EXPIRE', counter, seconds)
end
if n <= most then return 0 end
return math.max(1, redis.call('TTL', counter))
