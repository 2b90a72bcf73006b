#!lua flags=allow-oom
-- Deletes the post KEYS[1], and leaves a mark in its place for ARGV[1]
-- seconds. For as long as that, the form that wrote the post can be sent
-- again, and without the mark it would bring the post back. A mark that lasts
-- longer keeps its time.
local post, seconds = KEYS[1], tonumber(ARGV[1])
seconds = math.max(seconds, redis.call('TTL', post))
redis.call('DEL', post)
redis.call('HSET', post, 'gone', 1)
redis.call('EXPIRE', post, seconds)
