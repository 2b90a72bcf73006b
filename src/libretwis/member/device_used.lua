-- The session with the digest ARGV[1] in KEYS[1] was used on the day ARGV[2].
-- Not if it has ended in the meantime: then its entry must not come back.
local sessions, digest, day = KEYS[1], ARGV[1], ARGV[2]
local entry = redis.call('HGET', sessions, digest)
local generation, what = (entry or ''):match('^(%d+) %S+(.*)$')
if generation then
	redis.call('HSET', sessions, digest, generation .. ' ' .. day .. what)
end
