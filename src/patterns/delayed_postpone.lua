#!lua flags=allow-oom
-- Adds the entry ARGV[2] to the queue KEYS[1], due at ARGV[1], or sets the
-- time of the existing one.  While memory is full, Redis would refuse a plain
-- ZADD, and this work frees memory.
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
