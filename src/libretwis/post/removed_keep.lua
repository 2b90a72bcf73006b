#!lua flags=allow-oom
-- Keeps the words ARGV[2] of a post under the token ARGV[1] in KEYS[1].  A
-- script, since Redis would refuse a plain HSET while memory is full.
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
