-- Takes one attempt back from the counter KEYS[1], unless that has expired:
-- then DECR would create a new counter, which would never expire.
local n = tonumber(redis.call('GET', KEYS[1]) or 0)
if n > 0 then redis.call('DECR', KEYS[1]) end
