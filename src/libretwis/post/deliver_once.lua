-- Takes the older copy of the post ARGV[1] out of the home timeline KEYS[1],
-- if there are two.
if redis.call('LPOS', KEYS[1], ARGV[1], 'COUNT', 2)[2] then
	redis.call('LREM', KEYS[1], -1, ARGV[1])
end
