#!lua flags=no-writes
-- Reads the list KEYS[1] from ARGV[2] entries before the reply ARGV[1] to
-- ARGV[3] entries after it; or its first ARGV[4], if the reply isn't there.
--
-- It is searched among the first 100,000 entries, since a visitor may name any
-- reply: to search more of them would take Redis more than two milliseconds.
local at = redis.call('LPOS', KEYS[1], ARGV[1], 'MAXLEN', 100000)
if not at then
	return redis.call('LRANGE', KEYS[1], 0, ARGV[4] - 1)
end
return redis.call('LRANGE', KEYS[1], math.max(0, at - ARGV[2]), at + ARGV[3])
