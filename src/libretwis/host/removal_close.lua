#!lua flags=allow-oom
-- Closes the hash KEYS[1] of the member ARGV[1], who is being deleted: without
-- `username` nobody finds the member, and without `auth` and `password` nobody
-- is that member.  The mark stays until all the rest is gone.  So whoever looks
-- at what a deletion has left knows that no hash was lost.
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'was_username', ARGV[1])
