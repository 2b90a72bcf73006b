#!lua flags=allow-oom
-- Ends the suspension of the member KEYS[1], if it is the one of the act with
-- the token ARGV[1].  Returns 1 if that is done.
local is = redis.call('HMGET', KEYS[1], 'standing', 'suspended')
if is[1] ~= 'stopped' or (is[2] or ''):match('^%d+') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'standing', 'suspended')
return 1
