#!lua flags=no-writes
-- Reads the page of the sorted set KEYS[1], highest score first, that begins
-- after the entry ARGV[1], the last one of the page before. By number alone,
-- the page would be ARGV[2] to ARGV[3], and it is if that entry is gone.
--
-- Returns where the page really begins, and then its entries.
local set, first, last = KEYS[1], ARGV[2], ARGV[3]
local at = redis.call('ZREVRANK', set, ARGV[1])

if at then first, last = at + 1, at + 1 + last - first end

local found = redis.call('ZREVRANGE', set, first, last)
table.insert(found, 1, tostring(first))
return found
