-- Adds the token ARGV[1], whose link expires at the second ARGV[2], to
-- KEYS[1], the invitations of a member.  Returns 0, and adds nothing, if
-- ARGV[4] of them are still valid at the second ARGV[3].  Those that expired
-- before the second ARGV[5] are removed.
local list, token, ends, now = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local most, old = ARGV[4], ARGV[5]
redis.call('ZREMRANGEBYSCORE', list, '-inf', old)
local works = redis.call('ZCOUNT', list, '(' .. now, '+inf')
if works >= tonumber(most) then return 0 end
redis.call('ZADD', list, ends, token)
return 1
