-- Changes how the member ARGV[1] has answered in the sorted set KEYS[1]: adds
-- the answer ARGV[3] if ARGV[2] is `add`, and removes it if it is `remove`. All
-- other answers of the member are removed unless ARGV[4] is 1.
--
-- ARGV[5] is the second of now, ARGV[6] the width of a band of scores, ARGV[7]
-- the band of members, and ARGV[8] how many guests the member brings: a
-- negative number leaves that as it was. Only who gives the answer ARGV[9]
-- brings any.
local key, me, change, answer = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local several, now, width = ARGV[4] == '1', tonumber(ARGV[5]), tonumber(ARGV[6])
local members, guests = tonumber(ARGV[7]), tonumber(ARGV[8])
local entry = answer .. ' ' .. me
local left = 0

local function score_in(band)
	return string.format('%.0f', band * width + now)
end

for n = 0, members - 1 do
	local other = n .. ' ' .. me
	if other ~= entry and redis.call('ZSCORE', key, other) then
		if several then
			left = left + 1
		else
			redis.call('ZREM', key, other)
		end
	end
end
if change == 'add' then
	redis.call('ZADD', key, 'NX', score_in(tonumber(answer)), entry)
	left = left + 1
else
	redis.call('ZREM', key, entry)
end
if left == 0 then return redis.call('ZREM', key, me) end

local score = redis.call('ZSCORE', key, me)
local had = score and math.floor(tonumber(score) / width) - members or 0
if guests < 0 then guests = had end
if not redis.call('ZSCORE', key, ARGV[9] .. ' ' .. me) then guests = 0 end
if not score or guests ~= had then
	redis.call('ZADD', key, score_in(members + guests), me)
end
