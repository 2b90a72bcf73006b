#!lua flags=allow-oom
-- Removes every entry of the kind ARGV[1] from the sorted set KEYS[1]: the word
-- at the beginning of "ask 0 3".  Since this makes room, it also runs while
-- memory is full.
local list, kind = KEYS[1], ARGV[1]
for _, entry in ipairs(redis.call('ZRANGE', list, 0, -1)) do
	if string.match(entry, '^(%a+) ') == kind then
		redis.call('ZREM', list, entry)
	end
end
