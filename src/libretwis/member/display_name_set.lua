-- Gives the member KEYS[1] the display name ARGV[1]; an empty one takes it away.
-- Returns the one before, an empty text if there was none, or nil if the member
-- is gone: then nothing may come back.
local user, display = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'display')

if not is[1] then return false end
if display == '' then
	redis.call('HDEL', user, 'display')
else
	redis.call('HSET', user, 'display', display)
end
return is[2] or ''
