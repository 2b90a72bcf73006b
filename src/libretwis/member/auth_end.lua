#!lua flags=allow-oom
-- Ends all sessions of the member KEYS[1], which count only with the
-- generation that is increased here.  Where PHP Retwis uses the database too,
-- ARGV[1] replaces the secret that all browsers share; elsewhere it is empty,
-- and such a secret is deleted. allow-oom: a full Redis must not keep a lost
-- phone signed in.
local user, secret = KEYS[1], ARGV[1]
if redis.call('HEXISTS', user, 'username') == 0 then return end
redis.call('HINCRBY', user, 'generation', 1)
if secret == '' then
	redis.call('HDEL', user, 'auth')
else
	redis.call('HSET', user, 'auth', secret)
end
