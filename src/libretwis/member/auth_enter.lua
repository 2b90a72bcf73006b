-- Lets the member KEYS[1] in, whose stored password ARGV[1] was the right one:
-- puts the hash ARGV[2] in its place, unless that is empty; and, unless that is
-- empty, the shared secret ARGV[3] where there is none.  Returns the generation
-- of sessions that this one belongs to, and the shared secret or an empty text.
--
-- It took the time of a hash to find the password right.  If another one stands
-- there by now, or the member is gone, this changes nothing and returns nil.
local user, old, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', user, 'password', 'generation', 'auth')
if is[1] ~= old then return end
if hash ~= '' then redis.call('HSET', user, 'password', hash) end
if secret ~= '' and not is[3] then redis.call('HSET', user, 'auth', secret) end
return { is[2] or '0', is[3] or secret }
