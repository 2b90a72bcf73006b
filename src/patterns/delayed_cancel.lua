#!lua flags=allow-oom
-- Removes the entry ARGV[1] from the queue KEYS[1], and its text ARGV[2] from
-- the list of its owner, KEYS[2].  Returns 2 if it will never be done, 1 if a
-- worker has taken it (its score is a lease), and 0 if it does not exist.
--
-- An entry that was given up is only in its owner's list.
local queue, own, entry, text = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local due = redis.call('ZSCORE', queue, entry)
if not due then return redis.call('ZREM', own, text) * 2 end
if tonumber(due) < 0 then return 1 end
redis.call('ZREM', queue, entry)
redis.call('ZREM', own, text)
return 2
