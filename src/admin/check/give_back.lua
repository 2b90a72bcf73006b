-- Puts the "score id score id ..." of ARGV[1] into the set KEYS[1]; what is
-- there keeps its score.  All in one step: if the repair were cut off after
-- some of them, the others would look as if their owner had taken them back.
for score, id in ARGV[1]:gmatch('(%S+) (%S+)') do
	redis.call('ZADD', KEYS[1], 'NX', score, id)
end
