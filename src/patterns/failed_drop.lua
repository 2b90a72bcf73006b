#!lua flags=allow-oom
-- Drops the dead job ARGV[1] of KEYS[1]; with KEYS[2] also its text ARGV[2] in
-- the list of its owner.  Returns 1, or 0 if the job is not there.
local dead, own, job, text = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('LREM', dead, 1, job) == 0 then return 0 end
if own then redis.call('ZREM', own, text) end
return 1
