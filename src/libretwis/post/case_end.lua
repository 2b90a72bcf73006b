#!lua flags=allow-oom
-- Deletes all words of the case KEYS[1], and who has reported it.  One that
-- nobody has closed is closed by this; ARGV[1] is the microsecond.
local case, reports = KEYS[1], 0
if redis.call('EXISTS', case) == 0 then return end
for _, field in ipairs(redis.call('HKEYS', case)) do
	if field:find('^report:') then reports = reports + 1 end
	if field:find('^%a+:') or field == 'note' then
		redis.call('HDEL', case, field)
	end
end
if redis.call('HEXISTS', case, 'closed') == 0 then
	redis.call('HSET', case, 'closed', ARGV[1] .. ' 0',
		'outcome', 'expired', 'reports', reports)
end
