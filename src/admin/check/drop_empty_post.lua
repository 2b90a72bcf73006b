#!lua flags=allow-oom
-- Drops the post KEYS[1] if all that makes it a post is missing.  A number that
-- somebody wrote too late brings back such a hash.
local is = redis.call('HMGET', KEYS[1], 'user_id', 'body', 'gone')
if not is[1] and not is[2] and not is[3] then
	redis.call('UNLINK', KEYS[1])
end
