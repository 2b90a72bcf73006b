#!lua flags=no-writes
-- Reads the page of the list KEYS[1] that begins after the post ARGV[1], the
-- last one of the page before. By number alone, the page would be ARGV[2] to
-- ARGV[3].
--
-- The post is searched among the ARGV[4] entries on either side of that place,
-- because a visitor may name any place and any post, and searching a list of a
-- million from its head takes Redis 20 ms. If the post was deleted, the page
-- begins with the first older post found there. If there is none, it begins at
-- the place that was given. (A "place" beyond 1e12 is the page after the end
-- of every list, and there is nothing around it.)
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
