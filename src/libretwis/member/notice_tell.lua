-- Adds the entry ARGV[1] to the sorted set KEYS[1], above all others, unless
-- it is there already, or one of ARGV[5], ... is, and keeps the newest ARGV[3].
--
-- Its score is the time ARGV[2] in microseconds, or one more than the highest
-- score.  So a clock that is behind another machine's, or is set back, does
-- not place it below ARGV[4], the mark up to which the member has read.
--
-- The mark is added last, or else trimming could remove it.
local list, entry, now = KEYS[1], ARGV[1], tonumber(ARGV[2])
local cap, mark = ARGV[3], ARGV[4]
if redis.call('ZSCORE', list, entry) then return end
for i = 5, #ARGV do
	if redis.call('ZSCORE', list, ARGV[i]) then return end
end

local top = redis.call('ZRANGE', list, -1, -1, 'WITHSCORES')[2]
if top then now = math.max(now, top + 1) end
redis.call('ZADD', list, now, entry)
redis.call('ZREMRANGEBYRANK', list, 0, -1 - cap)
redis.call('ZADD', list, 'NX', 0, mark)
