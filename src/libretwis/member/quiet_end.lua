#!lua flags=allow-oom
-- Removes ARGV[1] from the sorted set KEYS[1], if its score is below 0 and
-- ARGV[2] is "block", or if neither is so. Returns whether it is still there.
-- Since this makes room, it also runs while memory is full.
local list, entry, kind = KEYS[1], ARGV[1], ARGV[2]
local score = redis.call('ZSCORE', list, entry)
if not score then return 0 end
if (tonumber(score) < 0) ~= (kind == 'block') then return 1 end
redis.call('ZREM', list, entry)
return 0
