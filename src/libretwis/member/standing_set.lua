#!lua flags=allow-oom
-- Sets the standing ARGV[1] of the member KEYS[1], or deletes it if ARGV[1] is
-- empty.  ARGV[2] is the token of this act, ARGV[3] the field `suspended` if it
-- suspends the member, and ARGV[4] what whoever acts is: a moderator may only
-- suspend members, and readmit those whom a moderator has suspended.
--
-- Returns a word that says what has happened.  Nothing if the member is gone,
-- since this would create a hash that belongs to nobody; nor to newcomers, who
-- have to be approved first. allow-oom: a full Redis must not keep anybody from
-- suspending somebody.
local user, standing, token = KEYS[1], ARGV[1], ARGV[2]
local suspended, as = ARGV[3], ARGV[4]
local is = redis.call('HMGET', user, 'username', 'standing', 'suspended',
	'acted')
local now = is[2] or ''
if not is[1] or now == 'waiting' then return 'gone' end
if as == 'moderator' then
	local by_one = (is[3] or ''):match('^%d+ %S+ moderator ')
	if now ~= '' and now ~= 'stopped' then return 'denied' end
	if standing ~= 'stopped' and standing ~= '' then return 'denied' end
	if standing == '' and now == 'stopped' and not by_one then
		return 'denied'
	end
end
if standing == now then return 'same' end
redis.call('HDEL', user, 'suspended')
if standing == '' then
	redis.call('HDEL', user, 'standing')
else
	redis.call('HSET', user, 'standing', standing)
end
if suspended ~= '' then redis.call('HSET', user, 'suspended', suspended) end
redis.call('HSET', user, 'acted', (token .. ' ' .. (is[4] or '')):sub(1, 50))
return 'done'
