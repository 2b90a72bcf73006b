-- KEYS[1] ends in ARGV[1] seconds, unless it has an end already. EXPIRE ... NX
-- would say the same, but a proxy in front of several servers need not know it.
if redis.call('TTL', KEYS[1]) == -1 then
	redis.call('EXPIRE', KEYS[1], ARGV[1])
end
