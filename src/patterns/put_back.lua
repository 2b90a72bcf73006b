#!lua flags=allow-oom
-- Empties the list of a worker, KEYS[1].  Its jobs go back to KEYS[2], oldest
-- first and marked: each with ARGV[2] tries more, and with one at least.  A job
-- that has now been tried ARGV[1] times, or is no job at all, goes to the dead,
-- KEYS[3].
--
-- With KEYS[4] the worker ARGV[3] is taken for dead and leaves that set, but
-- only if its count of beats is still ARGV[4]: otherwise it lives after all, or
-- somebody else was faster, and nothing happens.
--
-- Runs while memory is full, too: workers live then as well, and moving a job
-- takes no more memory.
local taken, jobs, dead, workers = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local most, step, name, count = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
if workers and redis.call('ZSCORE', workers, name) ~= count then return end

-- Where a job goes, and as what.
local function mark(job)
	local since, tries, payload = job:match('^(%d+) (%d+) (.*)$')
	if not since then return dead, job end
	tries = math.max(tries + step, 1)
	local to = tries < most and jobs or dead
	return to, since .. ' ' .. tries .. ' ' .. payload
end

local job = redis.call('RPOP', taken)
while job do
	redis.call('LPUSH', mark(job))
	job = redis.call('RPOP', taken)
end
if workers then redis.call('ZREM', workers, name) end
