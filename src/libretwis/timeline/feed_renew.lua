-- Gives the member KEYS[1] the feed with the digest ARGV[3], as long as the
-- session that asks for it is still good: ARGV[1] is the field that decides
-- about it, and ARGV[2] what stood there when the page looked.  Returns 0 if it
-- is not: it may have ended since, with all that a stolen password had opened.
local user, field, is, feed = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', user, field) or '0') ~= is then return 0 end
redis.call('HSET', user, 'feed', feed)
return 1
