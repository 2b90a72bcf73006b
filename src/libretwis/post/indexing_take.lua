-- Takes the notes in KEYS[1] that are due at ARGV[1], at most ARGV[3] of them:
-- gives them the date ARGV[2], so that no other worker takes them until then,
-- and returns them. A date after ARGV[4] is from a clock that has been set back
-- since, and such a note is due as well.
local notes, now, till, most, ahead = KEYS[1], unpack(ARGV)
local got = redis.call('ZRANGE', notes, '-inf', now, 'BYSCORE',
	'LIMIT', 0, most)
if #got < tonumber(most) then
	for _, note in ipairs(redis.call('ZRANGE', notes, '(' .. ahead, '+inf',
			'BYSCORE', 'LIMIT', 0, most - #got)) do
		table.insert(got, note)
	end
end
for _, note in ipairs(got) do redis.call('ZADD', notes, till, note) end
return got
