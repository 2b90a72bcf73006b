#!lua flags=no-writes
-- Returns the next ARGV[1] members of the sorted set KEYS[1], and behind them
-- the score of the last one; nothing if the set has no more.  "Next" means
-- after the member ARGV[3] with the score ARGV[2]; without these two the set
-- is read from its beginning.
--
-- A rank would not do as a bookmark, since followers come and go between two
-- chunks.  Nor does it matter whether ARGV[3] is still there: members of one
-- score stand in the order of their names, between two ranks that ZCOUNT
-- tells, and we search by halves for the place where ARGV[3] is or would be.
-- So nobody who comes or goes elsewhere makes us skip a follower, or serve one
-- twice.
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
