-- Stores a password reset link of the member KEYS[1]: ARGV[1] is "DIGEST END",
-- the digest of its token and the second at which it expires.  It replaces the
-- previous link.  Returns 0 if the member is gone, since otherwise this would
-- create a hash that belongs to nobody.
if redis.call('HEXISTS', KEYS[1], 'username') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'reset', ARGV[1])
return 1
