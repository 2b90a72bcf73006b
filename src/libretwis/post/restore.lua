#!lua flags=allow-oom
-- Restores the post KEYS[1], which was removed by the act with the token
-- ARGV[2], with its words ARGV[3] to ARGV[6]: its body, the names that it
-- mentions, and the same two for earlier texts.  ARGV[1] is this act's token.
--
-- The present text is added to the earlier ones, so that a worker looks after
-- everything that follows from it: the lists of its tags may have lost the
-- post.  Returns 1, or 0 if there is no such post.
local post, token, removal = KEYS[1], ARGV[1], ARGV[2]
local body, mentions, before, names = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local is = redis.call('HMGET', post, 'user_id', 'removed', 'acted')
if not is[1] or not is[2] or is[2]:match('^%d+') ~= removal then return 0 end

local function join(old, new, mark)
	return old == '' and new or new == '' and old or old .. mark .. new
end

redis.call('HSET', post, 'body', body, 'before', join(before, body, '\31'),
	'acted', (token .. ' ' .. (is[3] or '')):sub(1, 50))
if mentions ~= '' then redis.call('HSET', post, 'mentions', mentions) end
names = join(names, mentions, ' ')
if names ~= '' then redis.call('HSET', post, 'before_mentions', names) end
redis.call('HDEL', post, 'removed')
return 1
