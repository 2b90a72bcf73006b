#!lua flags=allow-oom
-- Deletes the post KEYS[1] if all that makes it a post is missing.  Such a hash
-- is left when a number of likes is written after the post was deleted.
local is = redis.call('HMGET', KEYS[1], 'user_id', 'body', 'gone')
if not is[1] and not is[2] and not is[3] then
	redis.call('UNLINK', KEYS[1])
end
