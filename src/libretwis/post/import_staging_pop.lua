#!lua flags=allow-oom
-- Removes the last block from the list KEYS[1], if its first entry is ARGV[1]
-- and it still has ARGV[2] entries. If not, another worker has been faster.
if redis.call('LINDEX', KEYS[1], 0) == ARGV[1] and
    redis.call('LLEN', KEYS[1]) == tonumber(ARGV[2]) then
  redis.call('RPOP', KEYS[1])
end
return 0
