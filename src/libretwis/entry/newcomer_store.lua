-- Stores a newcomer in the hash KEYS[1].  ARGV has fields and values by turns;
-- a field with an empty value is left out.
--
-- This also decides who gets the id.  After a failover, the counter of the new
-- server may lack the last increments, and assign ids that are in use.
-- Writing here then would replace another member's name and password.
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
