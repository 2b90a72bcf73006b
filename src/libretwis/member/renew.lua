-- Gives the member KEYS[1] the password hash ARGV[2], and ends what the old one
-- has opened: all sessions, for they count only with the generation that stands
-- here, and the private feed; and a link for a new password.  ARGV[3] takes the
-- place of the secret that all browsers share where PHP Retwis reads it, too;
-- elsewhere it is empty, and such a secret goes.  ARGV[1] is the stored password
-- that the member has just proved to know, or empty if a host decides.
--
-- Returns the new generation; or 0, and changes nothing, if the member is gone,
-- or another password stands there by now: typing and hashing take their time.
local user, old, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', user, 'username', 'password')
if not is[1] or (old ~= '' and is[2] ~= old) then return 0 end
redis.call('HSET', user, 'password', hash)
redis.call('HDEL', user, 'reset', 'feed', 'auth')
if secret ~= '' then redis.call('HSET', user, 'auth', secret) end
return redis.call('HINCRBY', user, 'generation', 1)
