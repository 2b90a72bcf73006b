-- Adds the reply ARGV[1] to the end of the list KEYS[1], unless it is among
-- the last ARGV[2] entries. So a request that is repeated, because it was cut
-- off or because its form was sent twice, adds its reply only once.
if not redis.call('LPOS', KEYS[1], ARGV[1], 'RANK', -1, 'MAXLEN', ARGV[2]) then
	redis.call('RPUSH', KEYS[1], ARGV[1])
end
