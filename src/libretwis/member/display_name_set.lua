-- Sets the display name ARGV[1] of the member KEYS[1], or deletes it if
-- ARGV[1] is empty.  Returns the previous one, or an empty text if there was
-- none.  Returns nil, and writes nothing, if the member is gone.
local user, display = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'display')

if not is[1] then return false end
if display == '' then
	redis.call('HDEL', user, 'display')
else
	redis.call('HSET', user, 'display', display)
end
return is[2] or ''
