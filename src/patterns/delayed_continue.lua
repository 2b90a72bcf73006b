-- Replaces the entry ARGV[1] of the queue KEYS[1], which a worker has taken, by
-- the entry ARGV[3], due at ARGV[2]. If somebody else has done that already, or
-- has removed the entry, nothing happens.
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then
	redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[3])
end
