-- Adds the entry ARGV[2], due at ARGV[1], to the queue KEYS[1], and its text
-- ARGV[3] to the list of its owner, KEYS[2], which holds ARGV[4] entries at
-- most. Returns 0 if that list is full, and otherwise 1.  An entry that exists
-- already keeps its time, or its lease.
local queue, own = KEYS[1], KEYS[2]
local due, entry, text, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('ZSCORE', queue, entry) then return 1 end
if redis.call('ZCARD', own) >= most then return 0 end
redis.call('ZADD', queue, 'NX', due, entry)
redis.call('ZADD', own, due, text)
return 1
