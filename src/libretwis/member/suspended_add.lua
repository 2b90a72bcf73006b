#!lua flags=allow-oom
-- Adds the member ARGV[2] to the sorted set KEYS[1], with the score ARGV[1],
-- unless the member is there already.  allow-oom: a full Redis must not keep a
-- host from suspending somebody.
redis.call('ZADD', KEYS[1], 'NX', ARGV[1], ARGV[2])
