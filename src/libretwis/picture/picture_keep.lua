-- Keeps the picture KEYS[1] of the member ARGV[1], which no post has yet, for
-- another while: ARGV[2] is the second of now. Returns its width, its height,
-- whether it was animated, and what it shows; or an empty list if it is gone,
-- is somebody else's, or was given to a post.
local picture, owner, now = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', picture, 'user_id', 'use', 'post', 'width',
	'height', 'animated', 'alt')
if is[1] ~= owner or is[2] ~= 'post' or is[3] then return {} end
redis.call('HSET', picture, 'time', now)
return { is[4] or '0', is[5] or '0', is[6] or '', is[7] or '' }
