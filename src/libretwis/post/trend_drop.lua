#!lua flags=allow-oom
-- Takes back what trend_add.lua counted for the tag ARGV[1] of the post
-- ARGV[3] by the author ARGV[2] in the hour KEYS[1]. That script explains the
-- entries. Each of them is removed once it counts nothing any more.
--
-- It also runs while memory is full, because deleting a post frees some.
local hour, tag = KEYS[1], ARGV[1]
local author = tag .. '\t' .. ARGV[2]
local post = author .. '\t' .. ARGV[3]

if redis.call('ZREM', hour, post) == 0 then return end
if redis.call('ZINCRBY', hour, 1, author) ~= '0' then return end
redis.call('ZREM', hour, author)
if redis.call('ZINCRBY', hour, -1, tag) == '0' then
	redis.call('ZREM', hour, tag)
end
