#!lua flags=allow-oom
-- Removes the notes ARGV[2], ... from KEYS[1], except those whose date is no
-- longer ARGV[1]: somebody else has them in hand, or the post has changed
-- since.
local notes, till = KEYS[1], tonumber(ARGV[1])
for i = 2, #ARGV do
	if tonumber(redis.call('ZSCORE', notes, ARGV[i]) or 0) == till then
		redis.call('ZREM', notes, ARGV[i])
	end
end
