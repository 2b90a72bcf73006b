-- Puts the digest ARGV[2] in the place of the feed's secret ARGV[1] of the member
-- KEYS[1], unless another one stands there by now.
local user, secret, digest = KEYS[1], ARGV[1], ARGV[2]
if redis.call('HGET', user, 'feed') == secret then
	redis.call('HSET', user, 'feed', digest)
end
