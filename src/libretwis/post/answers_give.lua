-- Notes in the sorted set KEYS[1] that the member ARGV[1] gives the answer
-- ARGV[2], in place of all others of that member unless ARGV[3] is 1.
--
-- ARGV[4] is the second of now, ARGV[5] the width of a band of scores, ARGV[6]
-- the band of members, and ARGV[7] how many guests the member brings: a
-- negative number leaves that as it was. Only who gives the answer ARGV[8]
-- brings any.
local key, me, answer = KEYS[1], ARGV[1], tonumber(ARGV[2])
local several, now, width = ARGV[3] == '1', tonumber(ARGV[4]), tonumber(ARGV[5])
local members, guests, brings = tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]

local function given(n)
	return redis.call('ZSCORE', key, n .. ' ' .. me)
end

local function put(band, entry)
	redis.call('ZADD', key, string.format('%.0f', band * width + now), entry)
end

if not given(answer) then put(answer, answer .. ' ' .. me) end
for n = 0, members - 1 do
	if n ~= answer and not several then
		redis.call('ZREM', key, n .. ' ' .. me)
	end
end

local score = redis.call('ZSCORE', key, me)
local had = score and math.floor(tonumber(score) / width) - members or 0
if guests < 0 then guests = had end
if not given(brings) then guests = 0 end
if not score or guests ~= had then put(members + guests, me) end
