-- Counts the tag ARGV[1], which the author ARGV[2] uses in the post ARGV[3],
-- in the hour KEYS[1], which Redis keeps for ARGV[4] seconds.
--
-- The sorted set of an hour has three kinds of entries:
--
--	tag			scores how many members use it
--	tag, tab, author	how many posts, counted below 0: -1, -2 ...
--	tag, tab, author, tab, post	0: this post has been counted
--
-- So a post counts once, however often its form is sent, and a member counts
-- once, however many posts there are.  No tag holds a tab, and only tags score
-- above 0: a page that wants the tags of an hour asks for scores from 1 up.
local hour, tag = KEYS[1], ARGV[1]
local author = tag .. '\t' .. ARGV[2]
local post = author .. '\t' .. ARGV[3]

local is_new_post = redis.call('ZADD', hour, 0, post) == 1
if is_new_post and redis.call('ZINCRBY', hour, -1, author) == '-1' then
	redis.call('ZINCRBY', hour, 1, tag)
end
redis.call('EXPIRE', hour, ARGV[4])
