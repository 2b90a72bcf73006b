#!lua flags=allow-oom
-- Sets the standing ARGV[1] of the member KEYS[1], or deletes it if ARGV[1] is
-- empty.  Returns 0, and changes nothing, if the member is gone, since this
-- would create a hash that belongs to nobody; and for newcomers, who have to
-- be approved first. allow-oom: a full Redis must not keep a host from
-- suspending somebody.
local user, standing = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'standing')
if not is[1] or is[2] == 'waiting' then return 0 end
if standing == '' then
	redis.call('HDEL', user, 'standing')
else
	redis.call('HSET', user, 'standing', standing)
end
return 1
