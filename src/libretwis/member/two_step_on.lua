-- Switches two-step sign-in on for the member KEYS[1], if ARGV[1] is still the
-- field `totp_new`, from which the code was computed: with the encrypted secret
-- ARGV[2], the step ARGV[3] of that code, which is used now, and the HMACs
-- ARGV[4] of the spare codes.  Returns 0, and changes nothing, otherwise.
local user, waiting, secret, step, spare = KEYS[1], ARGV[1], ARGV[2], ARGV[3],
	ARGV[4]
local is = redis.call('HMGET', user, 'totp_new', 'totp')
if is[1] ~= waiting or is[2] then return 0 end
redis.call('HSET', user, 'totp', secret, 'totp_last', step, 'totp_spare', spare)
redis.call('HDEL', user, 'totp_new')
return 1
