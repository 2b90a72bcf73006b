-- Adds a session to KEYS[1], the sessions of a member: the digest ARGV[1] of
-- its secret, with the entry ARGV[2], which is "GENERATION DAY WHAT".  At most
-- ARGV[3] are kept: those that were last used before the day ARGV[4] are
-- deleted, then those of an older generation, which are no longer valid, and
-- then the least recently used.
local sessions, digest, entry, most = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local oldest = ARGV[4]
redis.call('HSET', sessions, digest, entry)
local now, all, others = entry:match('^%d+'), redis.call('HGETALL', sessions), {}
for i = 1, #all, 2 do
	local generation, day = all[i + 1]:match('^(%d+) (%S+)')
	local age = generation == now and day or ''
	if all[i] ~= digest and day and day < oldest then
		redis.call('HDEL', sessions, all[i])
	elseif all[i] ~= digest then
		others[#others + 1] = { digest = all[i], age = age, i = i }
	end
end
table.sort(others, function(one, other)
	if one.age ~= other.age then return one.age < other.age end
	return one.i < other.i
end)
for i = 1, #others + 1 - tonumber(most) do
	redis.call('HDEL', sessions, others[i].digest)
end
