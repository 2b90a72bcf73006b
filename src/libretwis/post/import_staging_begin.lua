-- Claims the list KEYS[1] for the token ARGV[1], and makes it expire ARGV[2]
-- seconds from now. Returns 0 if another token has claimed it.
local token = redis.call('LINDEX', KEYS[1], 0)
if token and token ~= ARGV[1] then return 0 end
if not token then redis.call('RPUSH', KEYS[1], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
