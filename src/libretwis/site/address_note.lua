-- Adds "ARGV[1] ARGV[2]", a second and a host, to the list KEYS[1], unless its
-- newest entry has the same host.  Of more than ARGV[3] entries the oldest are
-- dropped.  Returns all of them, the newest first.
local newest = redis.call('LINDEX', KEYS[1], 0)

if not newest or newest:match(' (.*)') ~= ARGV[2] then
	redis.call('LPUSH', KEYS[1], ARGV[1] .. ' ' .. ARGV[2])
	redis.call('LTRIM', KEYS[1], 0, ARGV[3] - 1)
end
return redis.call('LRANGE', KEYS[1], 0, -1)
