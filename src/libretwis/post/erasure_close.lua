#!lua flags=allow-oom
-- Closes the post KEYS[1], which is about to be deleted: the members who like,
-- repost or answer it from now on find the mark, and take that back.  A post
-- that is gone already gets no mark.
if redis.call('HEXISTS', KEYS[1], 'user_id') == 1 then
	redis.call('HSET', KEYS[1], 'gone', 1)
end
