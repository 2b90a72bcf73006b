#!lua flags=no-writes
-- Reads a page of the list KEYS[1], which begins behind the post ARGV[1], the
-- last one of the page before.  Without that post the page would go from
-- ARGV[2] to ARGV[3].
--
-- We look for the post among the ARGV[4] entries on either side of that place:
-- a visitor may name any place and any post, and to search a list of a million
-- from its head takes Redis 20 ms.  If the post was deleted, the page begins
-- with the first older post there.  If there is none, we take the place as it
-- is.  (Beyond 1e12 a "place" is the page after every end, and around it is
-- nothing.)
--
-- Returns where the page really begins, and then its entries.
local list, first, last, room = KEYS[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local mark, size = tonumber(ARGV[1]), last - first
local from, to = math.max(0, first - room), first + room

local function go(at) first, last = at, at + size end

local function find()
	local older
	for i, id in ipairs(redis.call('LRANGE', list, from, to)) do
		id = tonumber(id) or mark + 1
		if id == mark and from + i <= to then return go(from + i) end
		if id < mark then older = older or from + i - 1 end
	end
	if older then go(older) end
end

-- Near the head, where nearly all pages are, Redis itself finds it sooner.
local at = to <= 10000 and redis.call('LPOS', list, ARGV[1], 'MAXLEN', to)
if at then
	go(at + 1)
elseif tonumber(first) < 1e12 then
	find()
end

local found = redis.call('LRANGE', list, first, last)
table.insert(found, 1, tostring(first))
return found
