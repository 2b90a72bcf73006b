#!lua flags=allow-oom
-- Removes every entry of the sorted set KEYS[1] that matches one of the patterns
-- ARGV[1], ... Since this makes room, it also runs while memory is full.
local list = KEYS[1]
for _, entry in ipairs(redis.call('ZRANGE', list, 0, -1)) do
	for _, pattern in ipairs(ARGV) do
		if string.find(entry, pattern) then
			redis.call('ZREM', list, entry)
		end
	end
end
