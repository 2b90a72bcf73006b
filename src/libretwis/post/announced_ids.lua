#!lua flags=no-writes
-- Reads the entries ARGV[1] to ARGV[2] of the sorted set KEYS[1], highest score
-- first. Each is "ID TIME"; returns the ids.
local found = redis.call('ZREVRANGE', KEYS[1], ARGV[1], ARGV[2])

for i, entry in ipairs(found) do found[i] = entry:match('^%d+') or '0' end
return found
