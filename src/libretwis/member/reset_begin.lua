-- Stores a password reset link of the member KEYS[1]: ARGV[1] is "DIGEST END",
-- the digest of its token and the second at which it expires.  It replaces the
-- previous link.  ARGV[2] is the token of this act.  Returns 0 if the member is
-- gone, since otherwise this would create a hash that belongs to nobody.
local user, link, token = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', user, 'username', 'acted')
if not is[1] then return 0 end
redis.call('HSET', user, 'reset', link,
	'acted', (token .. ' ' .. (is[2] or '')):sub(1, 50))
return 1
