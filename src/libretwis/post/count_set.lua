#!lua flags=allow-oom
-- Writes the number ARGV[2] into the field ARGV[1] of the post KEYS[1], and
-- returns 1.  Returns 0, and writes nothing, if the post is gone or is being
-- deleted right now.  A number that has been 0 from the beginning gets no
-- field, which saves room in most posts.
--
-- It runs while memory is full, too: deleting a reply has to set a number.
local post, field, n = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', post, 'user_id', 'gone', field)
local user, gone, old = is[1], is[2], is[3]
if not user or gone then return 0 end

if old or n ~= '0' then redis.call('HSET', post, field, n) end
return 1
