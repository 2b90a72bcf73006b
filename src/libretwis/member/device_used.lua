-- Records that the session with the digest ARGV[1] in KEYS[1] was used on the
-- day ARGV[2].  ARGV[3] is the seal of its entry (session.h), or empty to
-- leave that as it is.  If the session has ended in the meantime, its entry
-- must not come back.
local sessions, digest, day, seal = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local entry = redis.call('HGET', sessions, digest)
local generation, is, what = (entry or ''):match('^(%d+) %S+ (%+?)(.*)$')
if generation then
	if is ~= '' then seal = is end
	redis.call('HSET', sessions, digest,
		generation .. ' ' .. day .. ' ' .. seal .. what)
end
