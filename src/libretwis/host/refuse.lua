#!lua flags=allow-oom
-- Marks the newcomer KEYS[1], whose standing is ARGV[1], as refused: from now on
-- let_in.lua approves nobody here, and the account can be deleted.  Returns 1,
-- also if that was done before; 0 if the member is gone, or does not wait.
local user, waiting = KEYS[1], ARGV[1]
local is = redis.call('HMGET', user, 'username', 'standing')
if not is[1] or is[2] ~= waiting then return 0 end
redis.call('HSET', user, 'refused', 1)
return 1
