-- Stores a secret that is not switched on yet for the member KEYS[1]: ARGV[1]
-- is "END SECRET", the second when it expires and the encrypted secret.  It
-- replaces an earlier one.  Returns 1; or, without a change, 0 if the member is
-- gone, and 2 if two-step sign-in is on.
local user, fresh = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'totp')
if not is[1] then return 0 end
if is[2] then return 2 end
redis.call('HSET', user, 'totp_new', fresh)
return 1
