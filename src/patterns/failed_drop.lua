#!lua flags=allow-oom
-- Removes the job ARGV[1] from the dead jobs, KEYS[1].  With KEYS[2], also
-- removes its text ARGV[2] from the list of its owner.  Returns 1, or 0 if
-- there is no such job.
local dead, own, job, text = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('LREM', dead, 1, job) == 0 then return 0 end
if own then redis.call('ZREM', own, text) end
return 1
