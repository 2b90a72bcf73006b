#!lua flags=allow-oom
-- Takes back the answer ARGV[2] of the member ARGV[1] in the sorted set KEYS[1].
-- A member without any other of the first ARGV[3] answers has not answered.
local key, me, answer, answers = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])

redis.call('ZREM', key, answer .. ' ' .. me)
for n = 0, answers - 1 do
	if redis.call('ZSCORE', key, n .. ' ' .. me) then return end
end
redis.call('ZREM', key, me)
