#!lua flags=allow-oom
-- Replaces the password of the member KEYS[1] by the hash ARGV[3], if ARGV[1]
-- is the digest of a reset link that has not expired at the second ARGV[2].
-- The link, and what the old password gave access to, are revoked as in
-- renew.lua, and ARGV[4] likewise replaces a shared secret.  Returns the new
-- generation.  Returns 0, and changes nothing, if the link doesn't work; so of
-- two who use one link at once, the second gets 0. allow-oom: a full Redis
-- must not lock out a member who has forgotten a password.
local user, digest, now, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3],
	ARGV[4]
local is = redis.call('HMGET', user, 'username', 'reset')
local known, ends = (is[2] or ''):match('^(%x+) (%d+)$')
if not is[1] or known ~= digest then return 0 end
if tonumber(now) >= tonumber(ends) then return 0 end
redis.call('HSET', user, 'password', hash)
redis.call('HDEL', user, 'reset', 'feed', 'calendar', 'auth')
if secret ~= '' then redis.call('HSET', user, 'auth', secret) end
return redis.call('HINCRBY', user, 'generation', 1)
