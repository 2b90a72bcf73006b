-- Changes the date of the post KEYS[1], or cancels it, if it has not begun at
-- the second ARGV[4], and ARGV[1] is the post's author or ARGV[2] is 1. ARGV[3]
-- is the token of a host's act, or ''.
--
-- ARGV[5] is how often it was changed before, as the member has seen it; ''
-- cancels it. ARGV[6] is its new begin and its end, ARGV[7] ' day' or nothing,
-- and ARGV[8] the place.
--
-- Returns a word that says what has happened. `again`: this has been done
-- before, since the form was sent twice, or its request died before it told
-- anybody. `same`: the form changes nothing.
local post, me, is_host, token = KEYS[1], ARGV[1], ARGV[2] == '1', ARGV[3]
local now, version = tonumber(ARGV[4]), ARGV[5]
local times, day, place = ARGV[6], ARGV[7], ARGV[8]

local is = redis.call('HMGET', post, 'user_id', 'body', 'repost_of', 'date',
	'acted')
if not is[1] or not is[2] or is[3] or not is[4] then return 'gone' end
local was, changes, words, where =
	is[4]:match('^(%d+ %d+) (%d+)([^\n]*)\n?(.*)$')
if not was then return 'gone' end
if is[1] ~= me and not is_host then return 'denied' end

local is_cancelled = words:find(' cancelled', 1, true)
if version == '' then
	if is_cancelled then return 'again' end
	times, day, place = was, words .. ' cancelled', where
elseif was == times and words == day and where == place then
	return version == changes and 'same' or 'again'
end
if is_cancelled or tonumber(was:match('%d+')) <= now then return 'late' end
if version ~= '' and version ~= changes then return 'changed' end
redis.call('HSET', post, 'date', times .. ' ' ..
	string.format('%d', changes + 1) .. day .. '\n' .. place)
if token ~= '' then
	redis.call('HSET', post, 'acted',
		(token .. ' ' .. (is[5] or '')):sub(1, 50))
end
return 'done'
