#!lua flags=allow-oom
-- Closes the hash KEYS[1] of the member ARGV[1], who leaves or is being
-- removed: without `username` nobody can find the member, and without `auth`
-- and `password` nobody can sign in.  `was_username` stays until everything
-- else is deleted, and shows that the hash has not been lost.
--
-- A hash without a name is left unchanged, since another process has closed
-- it.
local user, name = KEYS[1], ARGV[1]
if redis.call('HEXISTS', user, 'username') == 0 then return end
redis.call('DEL', user)
redis.call('HSET', user, 'was_username', name)
