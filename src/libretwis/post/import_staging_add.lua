-- Adds the block ARGV[3] to the list KEYS[1] if that belongs to the token
-- ARGV[1], and makes it expire ARGV[2] seconds from now. Returns 0 if it does
-- not.
if redis.call('LINDEX', KEYS[1], 0) ~= ARGV[1] then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
