#!lua flags=allow-oom
-- Lets the lock KEYS[1] expire ARGV[2] milliseconds from now if it contains the
-- token ARGV[1], and returns whether it did.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
