#!lua flags=allow-oom
-- Gives the member KEYS[1] the standing ARGV[1], or none if that is empty.
-- Returns 0 if the member is gone: a hash that holds nothing else would be
-- nobody's.  A full Redis must not keep a host from stopping somebody.
local user, standing = KEYS[1], ARGV[1]
if redis.call('HEXISTS', user, 'username') == 0 then return 0 end
if standing == '' then
	redis.call('HDEL', user, 'standing')
else
	redis.call('HSET', user, 'standing', standing)
end
return 1
