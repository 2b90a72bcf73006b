-- Puts the post ARGV[1] into the list KEYS[1], before the first that is older,
-- unless the list has it already.  ARGV[2] is how many entries the list may
-- have (0: any number): a full list does not take a post older than all.
local list, id, cap = KEYS[1], ARGV[1], tonumber(ARGV[2])
if redis.call('LPOS', list, id) then return end

local length = redis.call('LLEN', list)
for at = 0, length - 1, 1000 do
	for _, other in ipairs(redis.call('LRANGE', list, at, at + 999)) do
		if (tonumber(other) or 0) < tonumber(id) then
			redis.call('LINSERT', list, 'BEFORE', other, id)
			if cap > 0 then
				redis.call('LTRIM', list, 0, cap - 1)
			end
			return
		end
	end
end
if cap == 0 or length < cap then redis.call('RPUSH', list, id) end
