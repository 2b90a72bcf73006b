-- Sorts the list of posts KEYS[1], the newest first, and keeps its expiry.  It
-- is one step, so that no reader sees a part of the list.
local list = KEYS[1]
local ids = redis.call('LRANGE', list, 0, -1)
local ttl = redis.call('PTTL', list)

table.sort(ids, function(a, b)
	return (tonumber(a) or 0) > (tonumber(b) or 0)
end)
redis.call('DEL', list)
for i = 1, #ids, 1000 do
	redis.call('RPUSH', list, unpack(ids, i, math.min(i + 999, #ids)))
end
if ttl > 0 then redis.call('PEXPIRE', list, ttl) end
