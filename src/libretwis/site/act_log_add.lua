#!lua flags=allow-oom
-- Adds the line ARGV[2] to the log KEYS[1], with the score ARGV[1], and drops
-- the oldest lines if there are more than ARGV[3].  A script, since Redis would
-- refuse a plain ZADD while memory is full, when hosts still act.
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[3])
