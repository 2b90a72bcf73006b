#!lua flags=allow-oom
-- Deletes the field `before` of the post KEYS[1], if it is empty: the rewrite
-- of the append-only file is ordered that removes the texts which it had. If
-- the post was corrected again meanwhile, it is not empty.
if redis.call('HGET', KEYS[1], 'before') == '' then
	redis.call('HDEL', KEYS[1], 'before')
end
