-- Puts the post ARGV[1] into the list KEYS[1], newest first, unless it is
-- there already, and trims the list to ARGV[2] entries (0: not at all).  So a
-- form that is sent twice finds its work done, and so does a delivery that
-- begins again.
--
-- Ids grow.  If the list's head is smaller, only posts of the same moment that
-- passed one another can hide the id, and a look at the first ARGV[3] entries
-- is enough.  Otherwise the look goes 1000 deep: nothing sinks further within
-- the ten minutes in which a form can be sent again.
--
-- With "there" as ARGV[4] a list that does not exist is not begun.
local list, id, cap, deep = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3]
if ARGV[4] == 'there' and redis.call('EXISTS', list) == 0 then return end

local head = tonumber(redis.call('LINDEX', list, 0)) or 0
local is_newest = head < tonumber(id)
if redis.call('LPOS', list, id, 'MAXLEN', is_newest and deep or 1000) then
	return
end

-- Puts it below all posts that are newer.
local function insert()
	for _, other in ipairs(redis.call('LRANGE', list, 0, 999)) do
		if tonumber(other) < tonumber(id) then
			return redis.call('LINSERT', list, 'BEFORE', other, id)
		end
	end
	return redis.call('RPUSH', list, id)
end

local n
if is_newest then n = redis.call('LPUSH', list, id) else n = insert() end
if cap > 0 and n > cap then redis.call('LTRIM', list, 0, cap - 1) end
