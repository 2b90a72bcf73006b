-- Notes in the post KEYS[1] how many members have read its announcement, which
-- ended at the second ARGV[1]: ARGV[2], after that second in the field
-- `announced`. If that has a number already, or is another announcement by now,
-- or the post is gone, nothing happens.
if redis.call('HGET', KEYS[1], 'announced') == ARGV[1] then
	redis.call('HSET', KEYS[1], 'announced', ARGV[1] .. ' ' .. ARGV[2])
end
