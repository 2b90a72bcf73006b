-- The timeline of the member ARGV[1] is made: in KEYS[1] the mark ARGV[2]
-- stands in the place of +inf.  Returns 1, or 0 if another mark stands there
-- already: somebody has lost the lock, and thought the same of another timeline.
local rebuilt, member, mark = KEYS[1], ARGV[1], ARGV[2]
if redis.call('ZSCORE', rebuilt, member) ~= 'inf' then return 0 end
redis.call('ZADD', rebuilt, mark, member)
return 1
