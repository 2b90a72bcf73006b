-- Reads a page of the list KEYS[1], which begins behind the post ARGV[1], the
-- last one of the page before.  We look for that post among the first ARGV[2]
-- entries.
--
-- Without it the page would go from ARGV[3] to ARGV[4].  If that post was
-- deleted, the page begins with the first older post among the ARGV[5] entries
-- on either side of that place.  If there is none, we take the place as it
-- is.  (Beyond 1e12 a "place" is the page after every end, and around it is
-- nothing.)
--
-- Returns where the page really begins, and then its entries.
local list, first, last = KEYS[1], ARGV[3], ARGV[4]
local mark, size, room = tonumber(ARGV[1]), last - first, ARGV[5]

local function go(to) first, last = to, to + size end

local at = redis.call('LPOS', list, ARGV[1], 'MAXLEN', ARGV[2])
if at then
	go(at + 1)
elseif tonumber(first) < 1e12 then
	local from = math.max(0, first - room)
	for i, id in ipairs(redis.call('LRANGE', list, from, first + room)) do
		if (tonumber(id) or mark) < mark then
			go(from + i - 1)
			break
		end
	end
end

local found = redis.call('LRANGE', list, first, last)
table.insert(found, 1, tostring(first))
return found
