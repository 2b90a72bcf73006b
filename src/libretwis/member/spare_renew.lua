-- Replaces the spare codes of the member KEYS[1] by those with the HMACs
-- ARGV[1].  Returns 0, and changes nothing, unless two-step sign-in is on.
local user, spare = KEYS[1], ARGV[1]
if redis.call('HEXISTS', user, 'totp') == 0 then return 0 end
redis.call('HSET', user, 'totp_spare', spare)
return 1
