-- Signs the member KEYS[1] in, whose stored password ARGV[1] was the right
-- one.  Replaces it by the hash ARGV[2], unless that is empty, and stores the
-- shared secret ARGV[3] if there is none yet, unless that is empty.  Returns
-- the generation that the new session belongs to, and the shared secret or an
-- empty text.
--
-- Checking the password took as long as a hash.  If another one is stored by
-- now, or the member is gone, this changes nothing and returns nil.
local user, old, hash, secret = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', user, 'password', 'generation', 'auth')
if is[1] ~= old then return end
if hash ~= '' then redis.call('HSET', user, 'password', hash) end
if secret ~= '' and not is[3] then redis.call('HSET', user, 'auth', secret) end
return { is[2] or '0', is[3] or secret }
