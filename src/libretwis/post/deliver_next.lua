#!lua flags=no-writes
-- Returns the next ARGV[1] members of the sorted set KEYS[1], followed by the
-- score of the last one; nothing if the set has no more. "Next" means after
-- the member ARGV[3] with the score ARGV[2]. Without these two, the set is
-- read from its beginning.
--
-- A rank would not do as a bookmark, because followers come and go between two
-- chunks. It does not matter whether ARGV[3] is still there: members with the
-- same score are sorted by name, between two ranks that ZCOUNT returns, and a
-- binary search finds the place where ARGV[3] is or would be. So whoever comes
-- or goes elsewhere, no follower is skipped or served twice.
local key, n, score, member = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local from = 0

if score then
	from = redis.call('ZCOUNT', key, '-inf', '(' .. score)
	local to = redis.call('ZCOUNT', key, '-inf', score)
	while from < to do
		local at = math.floor((from + to) / 2)
		if redis.call('ZRANGE', key, at, at)[1] > member then
			to = at
		else
			from = at + 1
		end
	end
end

local found = redis.call('ZRANGE', key, from, from + n - 1)
if #found > 0 then
	found[#found + 1] = redis.call('ZSCORE', key, found[#found])
end
return found
