#!lua flags=allow-oom
-- Removes the post KEYS[1], if its words are ARGV[3] to ARGV[6]: its body, the
-- names that it mentions, and the same two for earlier texts.  ARGV[1] is the
-- act's token, and ARGV[2] the field `removed`.
--
-- Without its body nobody takes the hash for a post any more, and PHP Retwis
-- shows an empty one.  Returns a word that says what has happened.
local post, token, removed = KEYS[1], ARGV[1], ARGV[2]
local words = { 'body', 'mentions', 'before', 'before_mentions' }
local is = redis.call('HMGET', post, 'user_id', 'removed', 'repost_of', 'acted',
	unpack(words))
if not is[1] or is[3] then return 'gone' end
if is[2] then return 'taken' end
if not is[5] then return 'gone' end
for i = 1, #words do
	if (is[4 + i] or '') ~= ARGV[2 + i] then return 'changed' end
end
redis.call('HDEL', post, unpack(words))
redis.call('HSET', post, 'removed', removed,
	'acted', (token .. ' ' .. (is[4] or '')):sub(1, 50))
return 'done'
