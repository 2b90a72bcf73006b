#!lua flags=allow-oom
-- Removes the member ARGV[1] from KEYS[1], those about whom a case is open, if
-- that is the case ARGV[2].  Another one may have been opened since.
local open = redis.call('ZSCORE', KEYS[1], ARGV[1])
if tonumber(open) == tonumber(ARGV[2]) then
	redis.call('ZREM', KEYS[1], ARGV[1])
end
