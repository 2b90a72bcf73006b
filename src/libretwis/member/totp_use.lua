-- Records that the member KEYS[1] has used the code of the step ARGV[2], which
-- was computed from the secret ARGV[1], encrypted as it is stored.  Returns 0,
-- and changes nothing, if a code of that step or a later one was used before,
-- or if the member has another secret by now, or none.
local user, secret, step = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', user, 'totp', 'totp_last')
if is[1] ~= secret then return 0 end
if tonumber(is[2] or 0) >= tonumber(step) then return 0 end
redis.call('HSET', user, 'totp_last', step)
return 1
