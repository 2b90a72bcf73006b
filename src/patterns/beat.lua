#!lua flags=allow-oom
-- Increments the counter of the worker ARGV[1] in KEYS[1].  While memory is
-- full, Redis would refuse a plain ZINCRBY, and a live worker would seem dead.
redis.call('ZINCRBY', KEYS[1], 1, ARGV[1])
