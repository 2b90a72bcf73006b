#!lua flags=allow-oom
-- Removes every entry about the post ARGV[1] from the sorted set KEYS[1]: the
-- number in the middle of "like 12 3".  Since this makes room, it also runs
-- while memory is full.
local list, post = KEYS[1], ARGV[1]
for _, entry in ipairs(redis.call('ZRANGE', list, 0, -1)) do
	if string.match(entry, ' (%d+) ') == post then
		redis.call('ZREM', list, entry)
	end
end
