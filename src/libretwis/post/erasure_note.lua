#!lua flags=allow-oom
-- Notes in KEYS[1] that the post ARGV[2] is being deleted, and dates the note
-- ARGV[1].  Redis would refuse a plain ZADD while memory is full, and a member
-- who deletes a post makes room.
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
