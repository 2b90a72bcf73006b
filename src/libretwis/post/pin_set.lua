-- Pins the post ARGV[1] to the profile of the member KEYS[1]. Returns 0, and
-- writes nothing, if the member is gone, since this would create a hash that
-- belongs to nobody.
local user = KEYS[1]
if redis.call('HEXISTS', user, 'username') == 0 then return 0 end
redis.call('HSET', user, 'pinned', ARGV[1])
return 1
