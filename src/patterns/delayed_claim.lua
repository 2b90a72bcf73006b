-- Leases entries of the queue KEYS[1] that are due at ARGV[1] until ARGV[2],
-- at most ARGV[3] of them.  Returns each with the score that it had: the time
-- when it was due, or minus the end of the lease of a worker that has died.
--
-- A lease that ends more than ARGV[4] after ARGV[2] was made by a clock that
-- has been set back since.  Such a lease ends now.
local queue, now, until_ms, most = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local ahead = until_ms + ARGV[4]
for _, entry in ipairs(redis.call('ZRANGE', queue, '-inf', '(-' .. ahead,
		'BYSCORE')) do
	redis.call('ZADD', queue, '-' .. now, entry)
end

-- First the entries of dead workers, beginning with the lease that ended first;
-- then those that are due for the first time.
local got = redis.call('ZRANGE', queue, '(0', '-' .. now, 'BYSCORE', 'REV',
	'LIMIT', 0, most, 'WITHSCORES')
local due = redis.call('ZRANGE', queue, 0, now, 'BYSCORE',
	'LIMIT', 0, most - #got / 2, 'WITHSCORES')
for _, field in ipairs(due) do table.insert(got, field) end
for i = 1, #got, 2 do redis.call('ZADD', queue, '-' .. until_ms, got[i]) end
return got
