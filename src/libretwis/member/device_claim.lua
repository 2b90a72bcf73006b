#!lua flags=allow-oom
-- Deletes the secret ARGV[1], which all browsers of the member KEYS[1] once
-- shared, from the hash, unless another one is stored there by now.
local user, secret = KEYS[1], ARGV[1]
if redis.call('HGET', user, 'auth') == secret then
	redis.call('HDEL', user, 'auth')
end
