-- Counts the tag ARGV[1], which the author ARGV[2] uses in the post ARGV[3],
-- in the hour KEYS[1]. The hour expires ARGV[4] seconds after its first tag:
-- an EXPIRE for each further one would be written to the append-only file each
-- time.
--
-- The sorted set of an hour has three kinds of entries, and scores:
--
--	tag			how many members use it
--	tag, tab, author	how many posts, counted below 0: -1, -2 ...
--	tag, tab, author, tab, post	0: this post has been counted
--
-- So a post counts once, however often its form is sent, and a member counts
-- once, however many posts the member writes. No tag contains a tab, and only
-- tags have scores above 0, so a page reads the tags of an hour by scores from
-- 1.
local hour, tag = KEYS[1], ARGV[1]
local author = tag .. '\t' .. ARGV[2]
local post = author .. '\t' .. ARGV[3]

if redis.call('ZADD', hour, 0, post) == 0 then return end
if redis.call('ZINCRBY', hour, -1, author) == '-1' then
	redis.call('ZINCRBY', hour, 1, tag)
end
if redis.call('TTL', hour) < 0 then redis.call('EXPIRE', hour, ARGV[4]) end
