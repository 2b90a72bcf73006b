#!lua flags=allow-oom
-- Takes the face of the member KEYS[1] away. ARGV[1] is the token of this act,
-- and ARGV[2] what whoever acts is: a moderator may not do it to those who help
-- to run the site.
--
-- Returns the face, or a word that says why there was nothing to do. allow-oom:
-- a full Redis must not keep anybody from taking it away.
local user, token, as = KEYS[1], ARGV[1], ARGV[2]
local is = redis.call('HMGET', user, 'username', 'standing', 'face', 'acted')
local staff = { host = true, moderator = true }

if not is[1] then return 'gone' end
if as ~= 'host' and staff[is[2] or ''] then return 'denied' end
if not is[3] then return 'same' end
redis.call('HDEL', user, 'face')
redis.call('HSET', user, 'acted', (token .. ' ' .. (is[4] or '')):sub(1, 50))
return is[3]
