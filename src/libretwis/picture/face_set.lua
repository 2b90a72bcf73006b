-- Gives the member KEYS[1] the face ARGV[1], or none if that is empty. Returns
-- the one before, or an empty text if there was none. Returns nil, and writes
-- nothing, if the member is gone.
local user, face = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'face')

if not is[1] then return false end
if face == '' then
	redis.call('HDEL', user, 'face')
else
	redis.call('HSET', user, 'face', face)
end
return is[2] or ''
