-- Gives the member KEYS[1] the password hash ARGV[1] and the session's secret
-- ARGV[2], and takes the address of the private feed away: whoever had the old
-- password could read it, too.  Returns 0, and makes no hash, if the member is
-- gone: the host may have typed for a while.
local user, hash, secret = KEYS[1], ARGV[1], ARGV[2]
if redis.call('HEXISTS', user, 'username') == 0 then return 0 end
redis.call('HSET', user, 'password', hash, 'auth', secret)
redis.call('HDEL', user, 'feed')
return 1
