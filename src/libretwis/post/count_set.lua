#!lua flags=allow-oom
-- Sets the field ARGV[1] of the post KEYS[1] to the number ARGV[2], and
-- returns 1. Returns 0, and writes nothing, if the post is gone or is just
-- being deleted. A number that has always been 0 gets no field, which saves
-- memory in most posts.
--
-- It also runs while memory is full, because deleting a reply has to set a
-- number.
local post, field, n = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', post, 'user_id', 'gone', field)
local user, gone, old = is[1], is[2], is[3]
if not user or gone then return 0 end

if old or n ~= '0' then redis.call('HSET', post, field, n) end
return 1
