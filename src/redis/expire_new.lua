-- Lets KEYS[1] expire in ARGV[1] seconds, unless it has an expiry already.
-- EXPIRE with NX would do the same, but a proxy in front of several servers may
-- not know that option.
if redis.call('TTL', KEYS[1]) == -1 then
	redis.call('EXPIRE', KEYS[1], ARGV[1])
end
