-- Sets the field ARGV[1] of the member KEYS[1] to ARGV[2], or deletes it if
-- ARGV[2] is empty.  Returns the previous value, or an empty text if there was
-- none.  Returns nil, and writes nothing, if the member is gone.
local user, field, value = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', user, 'username', field)

if not is[1] then return false end
if value == '' then
	redis.call('HDEL', user, field)
else
	redis.call('HSET', user, field, value)
end
return is[2] or ''
