#!lua flags=allow-oom
-- Records in KEYS[1] that a rewrite of the append-only file is owed for all
-- deletions up to the one with the id ARGV[1].  Also while memory is full.
redis.call('HSET', KEYS[1], 'owed', ARGV[1])
