-- Takes one time back from the counter KEYS[1], unless that has expired: a
-- DECR would begin a new one, which never ends.
local n = tonumber(redis.call('GET', KEYS[1]) or 0)
if n > 0 then redis.call('DECR', KEYS[1]) end
