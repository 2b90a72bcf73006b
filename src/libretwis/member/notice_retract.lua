#!lua flags=allow-oom
-- Removes the entry ARGV[1] of the sorted set KEYS[1], unless its member has
-- read it: it is then above ARGV[2], the mark of what was read. Since this
-- makes room, it also runs while memory is full.
local list, entry, mark = KEYS[1], ARGV[1], ARGV[2]
local score = redis.call('ZSCORE', list, entry)
local read = redis.call('ZSCORE', list, mark)
if score and tonumber(score) > tonumber(read or 0) then
	redis.call('ZREM', list, entry)
end
