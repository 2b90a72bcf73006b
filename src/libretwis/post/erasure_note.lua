#!lua flags=allow-oom
-- Notes in KEYS[1] that the post ARGV[2] is being deleted, with the date
-- ARGV[1]. This is a script because Redis would refuse a plain ZADD while
-- memory is full, and deleting a post frees some.
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
