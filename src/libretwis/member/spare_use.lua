-- Deletes the HMAC ARGV[1] from the spare codes of the member KEYS[1], which
-- are separated by blanks.  Returns 1 if it was one of them, else 0.
local user, mac = KEYS[1], ARGV[1]
local found, rest = 0, {}
for each in (redis.call('HGET', user, 'totp_spare') or ''):gmatch('%S+') do
	if each == mac then found = 1 else rest[#rest + 1] = each end
end
if found == 1 then
	redis.call('HSET', user, 'totp_spare', table.concat(rest, ' '))
end
return found
