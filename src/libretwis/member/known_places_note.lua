-- Records in KEYS[1], the places where a member has signed in, that on the day
-- ARGV[2] it was at those with the digests ARGV[4], ARGV[6] and so on; each is
-- known until the day in the argument after it.  Of the others, the expired
-- ones are deleted, and if more than ARGV[1] would be left, the least recently
-- used ones.  The whole hash expires in ARGV[3] seconds.
local known, most, today = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
-- A field that is deleted and set again moves to the end of a small hash,
-- after others of the same day.
for i = 4, #ARGV, 2 do
	redis.call('HDEL', known, ARGV[i])
end
local all, others = redis.call('HGETALL', known), {}
for i = 1, #all, 2 do
	local last, ends = all[i + 1]:match('^(%d+) (%d+)$')
	if ends and tonumber(ends) > today then
		others[#others + 1] = { digest = all[i], last = tonumber(last), i = i }
	else
		redis.call('HDEL', known, all[i])
	end
end
table.sort(others, function(one, other)
	if one.last ~= other.last then return one.last < other.last end
	return one.i < other.i
end)
for i = 1, #others + (#ARGV - 3) / 2 - most do
	redis.call('HDEL', known, others[i].digest)
end
for i = 4, #ARGV, 2 do
	redis.call('HSET', known, ARGV[i], ARGV[2] .. ' ' .. ARGV[i + 1])
end
redis.call('EXPIRE', known, ARGV[3])
