-- Notes in the post KEYS[1] that its question was answered, so that its text
-- stays as it is from now on. Returns 1, or 0 if the post is gone.
local is = redis.call('HMGET', KEYS[1], 'user_id', 'question', 'removed')
if not is[1] or not is[2] or is[3] then return 0 end
redis.call('HSET', KEYS[1], 'answered', '1')
return 1
