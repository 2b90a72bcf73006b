-- Gives the member KEYS[1] the password hash ARGV[2] and the session's secret
-- ARGV[3], and takes the address of the private feed away: whoever had the old
-- password could read it, too.  ARGV[1] is the stored password that the member
-- has just proved to know, or empty if a host decides.
--
-- Returns 0, and changes nothing, if the member is gone, or another password
-- stands there by now: typing and hashing take their time.
local user, old, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', user, 'username', 'password')
if not is[1] or (old ~= '' and is[2] ~= old) then return 0 end
redis.call('HSET', user, 'password', hash, 'auth', secret)
redis.call('HDEL', user, 'feed')
return 1
