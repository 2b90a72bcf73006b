-- Stores the note ARGV[2], which begins with the act's token ARGV[1], as the
-- last one of the case KEYS[1].  The one before it is kept, too, unless there
-- are ARGV[3] fields.  Returns a word that says what has happened.
local case, token = KEYS[1], ARGV[1]
local is = redis.call('HMGET', case, 'author', 'closed', 'note', 'acted')
if not is[1] then return 'gone' end
if is[2] then return 'taken' end
local last = is[3]
if last and redis.call('HLEN', case) < tonumber(ARGV[3]) then
	redis.call('HSET', case, 'note:' .. last:match('^%d+'), last)
end
redis.call('HSET', case, 'note', ARGV[2],
	'acted', (token .. ' ' .. (is[4] or '')):sub(1, 50))
return 'done'
