-- Adds the post ARGV[1] to the list KEYS[1], newest first, unless it is there
-- already, and trims the list to ARGV[2] entries (0: not at all). So a form
-- that is sent twice finds its work done, and so does a delivery that begins
-- again.
--
-- Ids grow, so a head that is greater means that newer posts have been added,
-- and the post is inserted below them. If ARGV[4] is "sorted", every post came
-- into the list in this way, so a head that is smaller means that the post is
-- not there yet.
--
-- Otherwise the newest ARGV[3] entries are searched for it. A request that has
-- just got its id needs no deep search, because few posts can have been added
-- above a copy of its own in these few seconds. If all the entries searched
-- are newer, the search continues to a depth of a thousand. No post sinks
-- deeper within the ten minutes in which its form can be sent again.
--
-- If ARGV[4] is "there", a list that does not exist is not begun.
local list, id, cap = KEYS[1], ARGV[1], tonumber(ARGV[2])
local near, far = tonumber(ARGV[3]), 1000
local head = redis.call('LINDEX', list, 0)
if not head and ARGV[4] == 'there' then return end
local is_newest = (tonumber(head) or 0) < tonumber(id)
local is_new = not head or is_newest and ARGV[4] == 'sorted'

local function is_among(n) return redis.call('LPOS', list, id, 'MAXLEN', n) end

-- Inserts it below the posts that are newer. False if all of them are.
local function insert(from, to)
	for _, other in ipairs(redis.call('LRANGE', list, from, to - 1)) do
		if tonumber(other) < tonumber(id) then
			return redis.call('LINSERT', list, 'BEFORE', other, id)
		end
	end
	return false
end

if not is_new and is_among(near) then return end

local n
if is_newest then
	n = redis.call('LPUSH', list, id)
else
	n = insert(0, near)
	if not n and near < far then
		if is_among(far) then return end
		n = insert(near, far)
	end
	n = n or redis.call('RPUSH', list, id)
end
if cap > 0 and n > cap then redis.call('LTRIM', list, 0, cap - 1) end
