-- The owner of the home timeline KEYS[1] has looked: it lives for ARGV[1] seconds
-- from now.  One that ends within ARGV[2] seconds is still being made, and its
-- maker lets it live.
local list, seconds, unfinished = KEYS[1], ARGV[1], tonumber(ARGV[2])
local left = redis.call('TTL', list)
if left == -1 or left > unfinished then redis.call('EXPIRE', list, seconds) end
