-- Leases what is due in the queue KEYS[1] at ARGV[1], until ARGV[2]: ARGV[3]
-- entries at most.  Returns each with the score that it had: the time when it
-- was due, or minus the end of the lease of a worker that has died.
--
-- A lease that ends more than ARGV[4] after ARGV[2] was given by a clock that
-- has been put back.  It is over, too.
local queue, now, until_ms, most = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local ahead = until_ms + ARGV[4]
for _, entry in ipairs(redis.call('ZRANGE', queue, '-inf', '(-' .. ahead,
		'BYSCORE')) do
	redis.call('ZADD', queue, '-' .. now, entry)
end

-- Entries of dead workers come first, beginning with the lease that ended first;
-- then those that are due for the first time.
local got = redis.call('ZRANGE', queue, '(0', '-' .. now, 'BYSCORE', 'REV',
	'LIMIT', 0, most, 'WITHSCORES')
local due = redis.call('ZRANGE', queue, 0, now, 'BYSCORE',
	'LIMIT', 0, most - #got / 2, 'WITHSCORES')
for _, field in ipairs(due) do table.insert(got, field) end
for i = 1, #got, 2 do redis.call('ZADD', queue, '-' .. until_ms, got[i]) end
return got
