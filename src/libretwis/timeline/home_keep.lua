-- The owner of the home timeline KEYS[1] has looked: it lives for ARGV[1] seconds
-- from now.  It may be an hour less, so that ten looks are one write.  A timeline
-- that ends within ARGV[2] seconds is still being made: its maker lets it live.
local list, seconds, unfinished = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local left = redis.call('TTL', list)
if left == -1 or left > unfinished and left < seconds - 3600 then
	redis.call('EXPIRE', list, seconds)
end
