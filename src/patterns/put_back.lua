#!lua flags=allow-oom
-- Empties the list of a worker, KEYS[1].  Its jobs are put back into KEYS[2],
-- the oldest first, and marked: ARGV[2] is added to the failed attempts of
-- each, and the sum is 1 at least.  A job with ARGV[1] failed attempts, or a
-- text that is no job at all, goes to the dead jobs, KEYS[3].
--
-- With KEYS[4] the worker ARGV[3] is considered dead and removed from that
-- set, but only if its counter is still ARGV[4].  Otherwise it is alive after
-- all, or another watcher was faster, and nothing happens.
--
-- It may run while memory is full, when workers still take jobs and may die,
-- because moving a job needs no more memory.
local taken, jobs, dead, workers = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local most, step, name, count = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
if workers and redis.call('ZSCORE', workers, name) ~= count then return end

-- Returns the list that a job is pushed to, and its new text.
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
