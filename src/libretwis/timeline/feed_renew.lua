-- Gives the member KEYS[1] the feed's secret ARGV[2], as long as the session
-- that asks for it, ARGV[1], is still good.  Returns 0 if it is not: it may have
-- ended since the page looked, with all that a stolen password had opened.
local user, session, feed = KEYS[1], ARGV[1], ARGV[2]
if redis.call('HGET', user, 'auth') ~= session then return 0 end
redis.call('HSET', user, 'feed', feed)
return 1
