#!lua flags=allow-oom
-- Unpins the post ARGV[1] from the profile of the member KEYS[1], unless
-- another one has been pinned meanwhile.
local user = KEYS[1]
if redis.call('HGET', user, 'pinned') == ARGV[1] then
	redis.call('HDEL', user, 'pinned')
end
