-- Replaces the entry ARGV[1] of the queue KEYS[1], and its text ARGV[2] in the
-- list of its owner, KEYS[2], by the entry ARGV[3] and the text ARGV[4], due at
-- ARGV[5]. Returns 2 if that is done, 1 if a worker has taken the entry (its
-- score is a lease), and 0 if it does not exist.
--
-- An entry that was given up is only in its owner's list, and becomes due again.
local queue, own, entry, text = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local due = redis.call('ZSCORE', queue, entry)
if not redis.call('ZSCORE', own, text) then return 0 end
if due and tonumber(due) < 0 then return 1 end
redis.call('ZADD', queue, ARGV[5], ARGV[3])
redis.call('ZADD', own, ARGV[5], ARGV[4])
if ARGV[3] ~= entry then
	redis.call('ZREM', queue, entry)
	redis.call('ZREM', own, text)
end
return 2
