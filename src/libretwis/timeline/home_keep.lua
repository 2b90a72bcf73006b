-- Makes the home timeline KEYS[1] expire ARGV[1] seconds from now, because its
-- owner has visited home. An hour less is good enough, so that ten visits are
-- one write. A timeline that expires within ARGV[2] seconds is still being
-- built, and is left to the request that builds it.
local list, seconds, unfinished = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local left = redis.call('TTL', list)
if left == -1 or left > unfinished and left < seconds - 3600 then
	redis.call('EXPIRE', list, seconds)
end
