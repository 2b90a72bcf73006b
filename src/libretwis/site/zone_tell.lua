-- Stores the time zone ARGV[1] in KEYS[1], unless there is one.  Returns the
-- time, in seconds and microseconds since 1970, and the zone that is stored
-- now.
redis.call('SET', KEYS[1], ARGV[1], 'NX')
local now = redis.call('TIME')
return { now[1], now[2], redis.call('GET', KEYS[1]) }
