-- Gives the picture KEYS[1] of the member ARGV[1] to the post ARGV[2], or to a
-- scheduled one if that is `later`; ARGV[3] is the second of now. From then on
-- what it shows is said in the post, where its author can correct it.
--
-- A picture that is gone, is somebody else's, or is another post's already is
-- left unchanged. A form that is sent twice gives it to the same post twice.
local picture, owner, to, now = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', picture, 'user_id', 'use', 'post')
if is[1] ~= owner or is[2] ~= 'post' then return end
if is[3] and is[3] ~= 'later' and is[3] ~= to then return end
redis.call('HSET', picture, 'post', to, 'time', now)
redis.call('HDEL', picture, 'alt')
