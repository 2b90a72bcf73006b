-- Stores a newcomer in the hash KEYS[1]: ARGV has field, value, field, value; one
-- whose value is empty is left out.
--
-- This also decides whose id it is.  A counter that went back, with a server
-- that had not heard of its newest numbers, gives ids that are in use, and what
-- was written here then would be another member's name and password.
--
-- Returns 1; or 0, and changes nothing, if somebody has the id.
local user, set = KEYS[1], {}
if redis.call('EXISTS', user) == 1 then return 0 end
for i = 1, #ARGV, 2 do
	if ARGV[i + 1] ~= '' then
		set[#set + 1] = ARGV[i]
		set[#set + 1] = ARGV[i + 1]
	end
end
redis.call('HSET', user, unpack(set))
return 1
