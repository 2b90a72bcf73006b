-- Notes the token ARGV[1], whose link ends at the second ARGV[2], in KEYS[1],
-- the invitations of a member.  Returns 0, and notes nothing, if ARGV[4] of them
-- have not ended by now, the second ARGV[3].  Those that ended before the second
-- ARGV[5] are forgotten.
local list, token, ends, now = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local most, old = ARGV[4], ARGV[5]
redis.call('ZREMRANGEBYSCORE', list, '-inf', old)
local works = redis.call('ZCOUNT', list, '(' .. now, '+inf')
if works >= tonumber(most) then return 0 end
redis.call('ZADD', list, ends, token)
return 1
