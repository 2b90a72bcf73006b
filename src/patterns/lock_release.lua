#!lua flags=allow-oom
-- Releases the lock KEYS[1] if it contains the token ARGV[1], and returns
-- whether it did.  With another token, it belongs to somebody else by now.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
