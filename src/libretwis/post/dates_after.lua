#!lua flags=no-writes
-- Reads the page of the sorted set KEYS[1], lowest score first and only those
-- of ARGV[1] and more, that begins after the entry ARGV[2], the last one of the
-- page before. By number alone, the page would begin with number ARGV[3] of
-- these, and it does if that entry is gone. It has ARGV[4] entries.
--
-- Returns where the page really begins, and then its entries.
local set, from, after, first, n = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local below = redis.call('ZCOUNT', set, '-inf', '(' .. from)
local at = redis.call('ZREVRANK', set, after)

if at and redis.call('ZCARD', set) - at > below then
	first = redis.call('ZCARD', set) - at - below
end
local found = redis.call('ZRANGEBYSCORE', set, from, '+inf', 'LIMIT', first, n)
table.insert(found, 1, tostring(first))
return found
