-- A part of the sorted set KEYS[1], which has the answers to a question: of the
-- entries in the bands ARGV[1] to ARGV[2], ARGV[4] at most from the ARGV[3]th on,
-- which is 0 for the first one. A band of scores is ARGV[5] wide, and members are
-- in the bands from ARGV[6] on, one further up for each guest.
--
-- Returns three numbers for each entry: the id of the member, how many guests come
-- along, and which of the first ARGV[7] answers the member has given, as bits. All
-- are texts.
local key, width = KEYS[1], tonumber(ARGV[5])
local from, most = tonumber(ARGV[3]), tonumber(ARGV[4])
local members, answers = tonumber(ARGV[6]), tonumber(ARGV[7])

-- The rank of the first entry of a band, which costs the same for any.
local function rank(band)
	return redis.call('ZCOUNT', key, '-inf',
		string.format('(%.0f', band * width))
end

local first = rank(tonumber(ARGV[1])) + from
local last = math.min(rank(tonumber(ARGV[2]) + 1), first + most) - 1
local out = {}

if last < first then return out end
for _, entry in ipairs(redis.call('ZRANGE', key, first, last)) do
	local id = string.match(entry, '%d+$') or '0'
	local score = redis.call('ZSCORE', key, id)
	local given = 0

	for n = 0, answers - 1 do
		if redis.call('ZSCORE', key, n .. ' ' .. id) then
			given = given + 2 ^ n
		end
	end
	out[#out + 1] = id
	out[#out + 1] = string.format('%.0f',
		score and math.floor(tonumber(score) / width) - members or 0)
	out[#out + 1] = string.format('%.0f', given)
end
return out
