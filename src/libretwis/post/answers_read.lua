-- Counts the answers in the sorted set KEYS[1]: there are ARGV[1] to choose
-- from, each in a band of scores that is ARGV[2] wide, and the members are in
-- the bands from ARGV[3] on, one further up for each of at most ARGV[4] guests.
--
-- Returns how often each answer was given, how many members have answered and
-- how many guests they bring; then which answers the member ARGV[5] has given,
-- as bits, and with how many guests. All are texts.
local key, answers, width = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local members, most, me = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]

local function count(band, last)
	return redis.call('ZCOUNT', key, string.format('%.0f', band * width),
		string.format('(%.0f', ((last or band) + 1) * width))
end

local out, mine, guests = {}, 0, 0
for n = 0, answers - 1 do
	out[#out + 1] = tostring(count(n))
	if redis.call('ZSCORE', key, n .. ' ' .. me) then mine = mine + 2 ^ n end
end
for n = 1, most do
	guests = guests + n * count(members + n)
end
local score = redis.call('ZSCORE', key, me)
local own = score and math.floor(tonumber(score) / width) - members or 0
for _, n in ipairs({ count(members, members + most), guests, mine, own }) do
	out[#out + 1] = string.format('%.0f', n)
end
return out
