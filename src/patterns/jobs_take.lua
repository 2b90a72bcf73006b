-- Moves the oldest jobs of the list KEYS[1], at most ARGV[1], into the list of
-- a worker, KEYS[2], and returns them, the oldest first.
local jobs, taken, most = KEYS[1], KEYS[2], tonumber(ARGV[1])
local got = {}
while #got < most do
	local job = redis.call('LMOVE', jobs, taken, 'RIGHT', 'LEFT')
	if not job then break end
	got[#got + 1] = job
end
return got
