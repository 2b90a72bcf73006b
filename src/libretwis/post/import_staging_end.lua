-- Marks the list KEYS[1] of the token ARGV[1] as whole: its first entry
-- becomes ARGV[2], and it expires ARGV[3] seconds from now. Returns 0 if it is
-- not there.
local first = redis.call('LINDEX', KEYS[1], 0)
if first == ARGV[2] then return 1 end
if first ~= ARGV[1] then return 0 end
redis.call('LSET', KEYS[1], 0, ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
