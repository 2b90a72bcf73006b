#!lua flags=allow-oom
-- Adds the entry ARGV[2] to the queue KEYS[1], or moves it, so that it is due at
-- ARGV[1]. Redis would refuse a plain ZADD while memory is full, and this work
-- makes room.
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
