#!lua flags=allow-oom
-- Gives the member KEYS[1] the standing ARGV[1], or none if that is empty.
-- Returns 0 if the member is gone: a hash that holds nothing else would be
-- nobody's; and for members who wait, who have to be let in.  A full Redis must
-- not keep a host from stopping somebody.
local user, standing = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'standing')
if not is[1] or is[2] == 'waiting' then return 0 end
if standing == '' then
	redis.call('HDEL', user, 'standing')
else
	redis.call('HSET', user, 'standing', standing)
end
return 1
