-- Gives the member KEYS[1] an address whose secret has the digest ARGV[4], which
-- the field ARGV[3] holds, if the session of the request is still valid: the
-- field ARGV[1] must have the same value ARGV[2] as when the page read it.
-- Returns 0 if it has not, because the session has ended since then, maybe along
-- with every other session after a password was stolen.
local user, field, is, address, digest = KEYS[1], unpack(ARGV)
if (redis.call('HGET', user, field) or '0') ~= is then return 0 end
redis.call('HSET', user, address, digest)
return 1
