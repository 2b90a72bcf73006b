#!lua flags=allow-oom
-- Deletes the post KEYS[1], and leaves a mark in its place for ARGV[1]
-- seconds: as long as the form can be sent again that wrote the post, since
-- without the mark it would bring the post back.
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'gone', 1)
redis.call('EXPIRE', KEYS[1], ARGV[1])
