-- Notes with the member KEYS[1] that a link sets a new password: ARGV[1] is
-- "DIGEST END", the digest of its token and the second at which it ends.  The
-- link before it, if there is one, works no more.  Returns 0 if the member is
-- gone: a hash that holds nothing else would be nobody's.
if redis.call('HEXISTS', KEYS[1], 'username') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'reset', ARGV[1])
return 1
