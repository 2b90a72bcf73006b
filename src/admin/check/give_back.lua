-- Puts the "score id score id ..." of ARGV[1] into the set KEYS[1]; what is
-- there keeps its score.  All in one step: if the mending were cut off between
-- two of them, the second would look as if its owner had taken it back.
for score, id in ARGV[1]:gmatch('(%S+) (%S+)') do
	redis.call('ZADD', KEYS[1], 'NX', score, id)
end
