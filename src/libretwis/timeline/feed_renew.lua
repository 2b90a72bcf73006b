-- Gives the member KEYS[1] a feed with the digest ARGV[3], if the session of
-- the request is still valid: the field ARGV[1] must have the same value
-- ARGV[2] as when the page read it. Returns 0 if it has not, because the
-- session has ended since then, maybe along with every other session after a
-- password was stolen.
local user, field, is, feed = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', user, field) or '0') ~= is then return 0 end
redis.call('HSET', user, 'feed', feed)
return 1
