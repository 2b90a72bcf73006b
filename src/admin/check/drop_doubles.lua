#!lua flags=allow-oom
-- Keeps only the first of the entries ARGV[1] in the list KEYS[1], which is
-- where readers have seen it.
local n = #redis.call('LPOS', KEYS[1], ARGV[1], 'COUNT', 0)
if n > 1 then redis.call('LREM', KEYS[1], 1 - n, ARGV[1]) end
