#!lua flags=allow-oom
-- Closes the hash KEYS[1] of the member ARGV[1], who leaves or is being deleted:
-- without `username` nobody finds the member, and without `auth` and `password`
-- nobody is that member. The mark stays until all the rest is gone: it says that
-- no hash was lost.
--
-- Somebody may have been faster, so a hash without a name stays as it is.
local user, name = KEYS[1], ARGV[1]
if redis.call('HEXISTS', user, 'username') == 0 then return end
redis.call('DEL', user)
redis.call('HSET', user, 'was_username', name)
