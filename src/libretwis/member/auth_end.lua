#!lua flags=allow-oom
-- Ends all sessions of the member KEYS[1]: those of a device count only with
-- the generation that stands here.  ARGV[1] takes the place of the secret that
-- all browsers share where PHP Retwis reads it, too; elsewhere it is empty, and
-- such a secret goes.  A full Redis must not keep a lost phone signed in.
local user, secret = KEYS[1], ARGV[1]
if redis.call('HEXISTS', user, 'username') == 0 then return end
redis.call('HINCRBY', user, 'generation', 1)
if secret == '' then
	redis.call('HDEL', user, 'auth')
else
	redis.call('HSET', user, 'auth', secret)
end
