#!lua flags=allow-oom
-- Lets the lock KEYS[1] last ARGV[2] milliseconds from now on, while it holds the
-- token ARGV[1]; returns whether it did.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
