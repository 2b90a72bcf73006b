-- Corrects the post KEYS[1]: stores the text ARGV[5] with the names ARGV[6] that
-- it mentions, and the pictures ARGV[8], if ARGV[1] is its author, ARGV[2] its
-- version, and it was not written before the second ARGV[3]. ARGV[4] is the
-- second of now.
--
-- All of it or nothing: a post that is closed for its deletion is left
-- unchanged, and the text never belongs to another version than its mentions
-- and its pictures. The text that it replaces is added to `before`, which is
-- where a worker finds what has to be taken back; after ARGV[7] of them it has
-- to come first. If only pictures change, an empty `before` makes that worker
-- order the rewrite of the append-only file, which has their old descriptions.
--
-- A question and its pictures stay what those who have answered it have seen,
-- but what the pictures show may be described better.
--
-- Returns a word that says what has happened. A post that has all of it already
-- is `same`: the form was sent twice.
local post, author, version = KEYS[1], ARGV[1], ARGV[2]
local oldest, now, body, mentions = tonumber(ARGV[3]), ARGV[4], ARGV[5], ARGV[6]
local most, pictures, mark = tonumber(ARGV[7]), ARGV[8], '\31'

local is = redis.call('HMGET', post, 'user_id', 'body', 'time', 'repost_of',
	'mentions', 'edits', 'before', 'before_mentions', 'answered', 'pictures')
local before, names, had = is[7] or '', is[8] or '', is[10] or ''
if not is[1] or not is[2] or is[4] then return 'gone' end
if is[1] ~= author then return 'denied' end
if is[2] == body and had == pictures then return 'same' end

-- Without the descriptions, which follow a tab in each line.
local function bare(lines) return (lines:gsub('\t[^\n]*', '')) end

if is[9] and (is[2] ~= body or bare(had) ~= bare(pictures)) then
	return 'answered'
end
if (tonumber(is[3]) or 0) < oldest then return 'late' end
if (is[6] or '0') ~= version then return 'changed' end

local function set(field, text)
	if text == '' then
		redis.call('HDEL', post, field)
	else
		redis.call('HSET', post, field, text)
	end
end

if is[2] ~= body then
	if before ~= '' and select(2, before:gsub(mark, mark)) + 1 >= most then
		return 'busy'
	end
	before = before == '' and is[2] or before .. mark .. is[2]
	if is[5] then names = names == '' and is[5] or names .. ' ' .. is[5] end
	set('mentions', mentions)
	set('before_mentions', names)
end
redis.call('HSET', post, 'body', body, 'edited', now, 'before', before)
redis.call('HINCRBY', post, 'edits', 1)
set('pictures', pictures)
return 'done'
