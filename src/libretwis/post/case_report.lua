-- Puts the report ARGV[4] into the field ARGV[3] of the case KEYS[1], which is
-- about the member ARGV[1] and is opened, if there is no such case yet, in the
-- second ARGV[2].  ARGV[5] is the field for the words ARGV[6] of the post, or
-- empty.  Those that are there stay.
--
-- Returns a word that says what has happened.  A new report is not kept if the
-- case has ARGV[7] fields: they say enough.
local case, author, field = KEYS[1], ARGV[1], ARGV[3]
local is = redis.call('HMGET', case, 'author', 'closed')
if is[2] or (is[1] or author) ~= author then return 'closed' end
if redis.call('HEXISTS', case, field) == 0 and
	redis.call('HLEN', case) + 2 > tonumber(ARGV[7]) then
	return 'full'
end
redis.call('HSETNX', case, 'author', author)
redis.call('HSETNX', case, 'opened', ARGV[2])
if ARGV[5] ~= '' then redis.call('HSETNX', case, ARGV[5], ARGV[6]) end
redis.call('HSET', case, field, ARGV[4])
return 'done'
