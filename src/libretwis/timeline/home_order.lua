#!lua flags=allow-oom
-- Sorts the home timeline KEYS[1]: newest post first, each post once, and
-- ARGV[1] entries at most. Its time to live does not change. An entry that is
-- no number is removed.
local list, cap = KEYS[1], tonumber(ARGV[1])
local ids, is_there = {}, {}
for _, id in ipairs(redis.call('LRANGE', list, 0, -1)) do
	if tonumber(id) and not is_there[id] then
		is_there[id] = true
		ids[#ids + 1] = id
	end
end
if #ids == 0 then return end
table.sort(ids, function(a, b) return tonumber(a) > tonumber(b) end)

local left = redis.call('TTL', list)
redis.call('DEL', list)
redis.call('RPUSH', list, unpack(ids, 1, math.min(#ids, cap)))
if left > 0 then redis.call('EXPIRE', list, left) end
