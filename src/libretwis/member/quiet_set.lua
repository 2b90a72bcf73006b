-- Adds ARGV[1] with the score ARGV[2] to the sorted set KEYS[1], where scores
-- below 0 are one kind of entries, and all others another, unless there are
-- ARGV[3] of that kind. Returns the score that the entry has then, or nothing.
--
-- An entry that is there keeps its score, but one below 0 replaces another.
local list, entry, score, cap = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local below = tonumber(score) < 0
local is = redis.call('ZSCORE', list, entry)
if is and (tonumber(is) < 0 or not below) then return is end

local from, to = '0', '+inf'
if below then from, to = '-inf', '(0' end
if redis.call('ZCOUNT', list, from, to) >= cap then return nil end
redis.call('ZADD', list, score, entry)
return score
