-- Replaces the password of the member KEYS[1] by the hash ARGV[2], and revokes
-- what the old one gave access to: all sessions, since they count only with
-- the generation that is increased here, the private feed and calendar, and a
-- password reset link.  Where PHP Retwis uses the database too, ARGV[3] replaces the
-- secret that all browsers share; elsewhere it is empty, and such a secret is
-- deleted.  ARGV[1] is the stored password that the member has just proved to
-- know, or empty if a host changes it.
--
-- Returns the new generation.  Returns 0, and changes nothing, if the member
-- is gone, or if another password is stored by now, since typing and hashing
-- take time.
local user, old, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', user, 'username', 'password')
if not is[1] or (old ~= '' and is[2] ~= old) then return 0 end
redis.call('HSET', user, 'password', hash)
redis.call('HDEL', user, 'reset', 'feed', 'calendar', 'auth')
if secret ~= '' then redis.call('HSET', user, 'auth', secret) end
return redis.call('HINCRBY', user, 'generation', 1)
