#!lua flags=allow-oom
-- Closes the post KEYS[1], which is about to be deleted.  Without `user_id` and
-- `body` nobody takes the hash for a post, so no page shows it any more, and
-- the members who like, repost or answer it from now on take that back.  Both
-- are kept under other names, for the worker who finishes the deletion.
--
-- A post that is closed already, or gone, stays as it is.
local post = KEYS[1]
local is = redis.call('HMGET', post, 'user_id', 'body')
if not is[1] then return end
redis.call('HSET', post, 'gone', 1, 'was_user_id', is[1], 'was_body',
	is[2] or '')
redis.call('HDEL', post, 'user_id', 'body')
