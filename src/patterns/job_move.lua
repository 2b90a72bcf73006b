#!lua flags=allow-oom
-- Moves the job ARGV[1] from the list KEYS[1] to the head of KEYS[2], and
-- replaces its text by ARGV[2].  Returns 1, or 0 if it was no longer in that
-- list.
local from, to, old, new = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('LREM', from, 1, old) == 0 then return 0 end
redis.call('LPUSH', to, new)
return 1
