#!lua flags=allow-oom
-- Deletes the post KEYS[1], and leaves a mark in its place for ARGV[1]
-- seconds: as long as the form can be sent again that wrote the post, since
-- without the mark it would bring the post back.  A mark that is there and
-- lasts longer is left alone.
local post, seconds = KEYS[1], tonumber(ARGV[1])
seconds = math.max(seconds, redis.call('TTL', post))
redis.call('DEL', post)
redis.call('HSET', post, 'gone', 1)
redis.call('EXPIRE', post, seconds)
