-- Corrects the text of the post KEYS[1]: stores the text ARGV[5] with the names
-- ARGV[6] that it mentions, if ARGV[1] is its author, ARGV[2] its version, and
-- it was not written before the second ARGV[3]. ARGV[4] is the second of now.
--
-- All of it or nothing: a post that is closed for its deletion is left
-- unchanged, and the text never belongs to another version than its mentions.
-- The text that it replaces is added to `before`, which is where a worker finds
-- what has to be taken back; after ARGV[7] of them it has to come first.
--
-- The text of a question stays what those who have answered it have read.
--
-- Returns a word that says what has happened. A post that has the text already
-- is `same`: the form was sent twice.
local post, author, version = KEYS[1], ARGV[1], ARGV[2]
local oldest, now, body, mentions = tonumber(ARGV[3]), ARGV[4], ARGV[5], ARGV[6]
local most, mark = tonumber(ARGV[7]), '\31'

local is = redis.call('HMGET', post, 'user_id', 'body', 'time', 'repost_of',
	'mentions', 'edits', 'before', 'before_mentions', 'answered')
local before, names = is[7] or '', is[8] or ''
if not is[1] or not is[2] or is[4] then return 'gone' end
if is[1] ~= author then return 'denied' end
if is[2] == body then return 'same' end
if is[9] then return 'answered' end
if (tonumber(is[3]) or 0) < oldest then return 'late' end
if (is[6] or '0') ~= version then return 'changed' end
if before ~= '' and select(2, before:gsub(mark, mark)) + 1 >= most then
	return 'busy'
end

before = before == '' and is[2] or before .. mark .. is[2]
if is[5] then names = names == '' and is[5] or names .. ' ' .. is[5] end
redis.call('HSET', post, 'body', body, 'edited', now, 'before', before)
redis.call('HINCRBY', post, 'edits', 1)
if mentions == '' then
	redis.call('HDEL', post, 'mentions')
else
	redis.call('HSET', post, 'mentions', mentions)
end
if names ~= '' then redis.call('HSET', post, 'before_mentions', names) end
return 'done'
