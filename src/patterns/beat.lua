#!lua flags=allow-oom
-- Counts a beat of the worker ARGV[1] in KEYS[1].  Redis would refuse a plain
-- ZINCRBY while memory is full, and a worker that lives would seem dead.
redis.call('ZINCRBY', KEYS[1], 1, ARGV[1])
