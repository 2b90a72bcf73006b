#!lua flags=allow-oom
-- Deletes the row of the picture KEYS[1], which nothing has, unless somebody has
-- just kept it or given it to something: then its `time` is no longer ARGV[1].
-- Returns 1 if it is gone.
local picture, time = KEYS[1], ARGV[1]
local is = redis.call('HGET', picture, 'time')
if is and is ~= time then return 0 end
redis.call('UNLINK', picture)
return 1
