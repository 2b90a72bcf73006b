-- Appends the post ARGV[1] to the list KEYS[1], newest first, unless the last
-- post of the list is this one or an older one: then somebody else has
-- appended it.  Returns 1 if it appended the post, else 0.
local list, id = KEYS[1], ARGV[1]
local last = redis.call('LINDEX', list, -1)
if last and tonumber(last) <= tonumber(id) then return 0 end
redis.call('RPUSH', list, id)
return 1
