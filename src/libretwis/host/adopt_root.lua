-- Stores in the post KEYS[1] that its conversation began with the post ARGV[1],
-- and ARGV[2], the author of that one, unless it is empty. A post that is being
-- deleted, or that knows its beginning, is left unchanged. Returns 1 if it has
-- stored them, else 0.
local post, root, starter = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', post, 'user_id', 'root')
if not is[1] or is[2] then return 0 end
redis.call('HSET', post, 'root', root)
if starter ~= '' then redis.call('HSET', post, 'root_user_id', starter) end
return 1
