#!lua flags=allow-oom
-- Notes in KEYS[1] that the append-only file has to forget what was deleted up to
-- here, which is called ARGV[1]; also while memory is full.
redis.call('HSET', KEYS[1], 'owed', ARGV[1])
