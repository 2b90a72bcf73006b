#!lua flags=allow-oom
-- Gives the member KEYS[1] the password hash ARGV[3], if the digest ARGV[1] is
-- that of a link which has not ended at the second ARGV[2].  The link, and what
-- the old password has opened, end as in renew.lua; so does ARGV[4] take the
-- place of a shared secret.  Returns the new generation; or 0, and changes
-- nothing: of two who come with one link at once the second gets that.  A full
-- Redis must not lock out a member who has forgotten a password.
local user, digest, now, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3],
	ARGV[4]
local is = redis.call('HMGET', user, 'username', 'reset')
local known, ends = (is[2] or ''):match('^(%x+) (%d+)$')
if not is[1] or known ~= digest then return 0 end
if tonumber(now) >= tonumber(ends) then return 0 end
redis.call('HSET', user, 'password', hash)
redis.call('HDEL', user, 'reset', 'feed', 'auth')
if secret ~= '' then redis.call('HSET', user, 'auth', secret) end
return redis.call('HINCRBY', user, 'generation', 1)
