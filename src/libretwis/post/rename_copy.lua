-- Copies the display name ARGV[2] of the member ARGV[1] into the post KEYS[1]; an
-- empty one goes.  A post that is gone, or being deleted, has no `user_id`, and
-- stays as it is; so does a key of some other program.
local post, author, display = KEYS[1], ARGV[1], ARGV[2]
local is = redis.pcall('HMGET', post, 'user_id', 'display')

if is.err or is[1] ~= author or (is[2] or '') == display then return end
if display == '' then
	redis.call('HDEL', post, 'display')
else
	redis.call('HSET', post, 'display', display)
end
