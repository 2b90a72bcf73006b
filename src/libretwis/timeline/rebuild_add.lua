-- Adds to the home timeline KEYS[1] the posts ARGV[3], ARGV[4] and so on that
-- are not in it, each above the first that is older, and keeps ARGV[2] entries.
-- Returns 1, or 0 if it did nothing, since the lock KEYS[2] no longer holds the
-- token ARGV[1] or the timeline is gone.  There may be nothing to add: then the
-- reply alone is worth asking.
local list, lock, token, cap = KEYS[1], KEYS[2], ARGV[1], tonumber(ARGV[2])
if redis.call('GET', lock) ~= token then return 0 end
if redis.call('EXISTS', list) == 0 then return 0 end

local function add(id)
	if redis.call('LPOS', list, id) then return end
	for _, other in ipairs(redis.call('LRANGE', list, 0, -1)) do
		if tonumber(other) < tonumber(id) then
			return redis.call('LINSERT', list, 'BEFORE', other, id)
		end
	end
	redis.call('RPUSH', list, id)
end

for i = 3, #ARGV do add(ARGV[i]) end
if redis.call('LLEN', list) > cap then
	redis.call('LTRIM', list, 0, cap - 1)
end
return 1
