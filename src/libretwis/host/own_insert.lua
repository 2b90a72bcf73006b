-- Inserts the post ARGV[1] into the list KEYS[1], newest first, right before
-- the post ARGV[2], which is the next older one.  Does nothing if the list
-- already has the post, or no longer has ARGV[2]; since the list is in order,
-- searching as far as ARGV[2] is enough.  Returns 1 if it inserted the post,
-- else 0.
local list, id, older = KEYS[1], ARGV[1], ARGV[2]
local at = redis.call('LPOS', list, older)
if not at or redis.call('LPOS', list, id, 'MAXLEN', at + 1) then return 0 end
redis.call('LINSERT', list, 'BEFORE', older, id)
return 1
