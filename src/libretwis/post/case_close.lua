#!lua flags=allow-oom
-- Closes the case KEYS[1].  ARGV[1] is the act's token, ARGV[2] by whom, and
-- ARGV[3] the outcome, which for `looked` is `noted` if there was a note.
--
-- Returns a word that says what has happened, and, if it is closed by this, the
-- names of all fields, so that those who reported something can be told: from
-- now on nobody is added.  allow-oom: a full Redis must not keep anybody from
-- handling a case.
local case, token, outcome = KEYS[1], ARGV[1], ARGV[3]
local is = redis.call('HMGET', case, 'author', 'closed', 'note', 'acted')
if not is[1] then return { 'gone' } end
if is[2] then return { 'taken' } end
if outcome == 'looked' and is[3] then outcome = 'noted' end
local fields, reports = redis.call('HKEYS', case), 0
for _, field in ipairs(fields) do
	if field:find('^report:') then reports = reports + 1 end
end
redis.call('HSET', case, 'closed', token .. ' ' .. ARGV[2],
	'outcome', outcome, 'reports', reports,
	'acted', (token .. ' ' .. (is[4] or '')):sub(1, 50))
table.insert(fields, 1, 'done')
return fields
