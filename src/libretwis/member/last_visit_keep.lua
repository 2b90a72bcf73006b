-- Writes the day ARGV[1] into the field `last` of the member KEYS[1].  Not if
-- the member is gone, or has set it to ARGV[2], which means "do not record my
-- visits": both may have happened since the note was made.
local user, day, off = KEYS[1], ARGV[1], ARGV[2]
local last = redis.call('HGET', user, 'last')
if last == off or last == day then return end
if redis.call('HEXISTS', user, 'username') == 1 then
	redis.call('HSET', user, 'last', day)
end
