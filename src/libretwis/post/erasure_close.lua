#!lua flags=allow-oom
-- Closes the post KEYS[1], which is about to be deleted. Without `user_id` and
-- `body` the hash is no longer a post, so no page shows it any more, and
-- requests that like, repost or answer it from now on undo their work. Both
-- fields get other names, because the worker that finishes the deletion needs
-- them.
--
-- A post that is closed already, or gone, is left unchanged. But if nothing at
-- all is there yet, and ARGV[1] is not 0, a mark is left for that many seconds,
-- so that a request which is about to store the post does not.
local post, seconds = KEYS[1], tonumber(ARGV[1])
local is = redis.call('HMGET', post, 'user_id', 'body')
if not is[1] then
	if seconds > 0 and redis.call('EXISTS', post) == 0 then
		redis.call('HSET', post, 'gone', 1)
		redis.call('EXPIRE', post, seconds)
	end
	return
end
redis.call('HSET', post, 'gone', 1, 'was_user_id', is[1], 'was_body',
	is[2] or '')
redis.call('HDEL', post, 'user_id', 'body')
