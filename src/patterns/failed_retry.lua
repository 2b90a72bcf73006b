#!lua flags=allow-oom
-- Moves the job ARGV[1] from the dead jobs, KEYS[1], back into the queue
-- KEYS[2], as the entry ARGV[2], due at ARGV[3].  Returns 1, or 0 if there is
-- no such job.
--
-- With KEYS[3] the entry belongs to a member, whose list contains its text
-- ARGV[4].  If the member has cancelled it in the meantime, it is removed for
-- good, and this returns 0.
local dead, due, own = KEYS[1], KEYS[2], KEYS[3]
local job, entry, now, text = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if redis.call('LREM', dead, 1, job) == 0 then return 0 end
if own and not redis.call('ZSCORE', own, text) then return 0 end
redis.call('ZADD', due, 'NX', now, entry)
return 1
