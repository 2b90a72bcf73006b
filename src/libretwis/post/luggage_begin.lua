-- Claims the list KEYS[1] for the token ARGV[1], for ARGV[2] seconds.  Returns 0
-- if there is one.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
