-- Counts the tag ARGV[1], which the author ARGV[2] uses in the post ARGV[3],
-- in the hour KEYS[1], which Redis keeps for ARGV[4] seconds from the first one
-- on: an EXPIRE for each would go into the append-only file each time.
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

if redis.call('ZADD', hour, 0, post) == 0 then return end
if redis.call('ZINCRBY', hour, -1, author) == '-1' then
	redis.call('ZINCRBY', hour, 1, tag)
end
if redis.call('TTL', hour) < 0 then redis.call('EXPIRE', hour, ARGV[4]) end
