-- Stores a post in the hash KEYS[1], unless it is there already: a form that
-- is sent twice changes nothing.  ARGV is field, value, field, value ...; a
-- field whose value is empty is left out.
--
-- Returns the time at which the post was stored, now or then; or 0 if it has
-- been deleted since, or -1 if some other program has a key of that name, and
-- then nothing is stored.
local post = KEYS[1]
local kind = redis.call('TYPE', post).ok
if kind ~= 'none' and kind ~= 'hash' then return -1 end

if redis.call('HEXISTS', post, 'gone') == 1 then return 0 end
if redis.call('HEXISTS', post, 'user_id') == 0 then
	local set = {}
	for i = 1, #ARGV, 2 do
		if ARGV[i + 1] ~= '' then
			set[#set + 1] = ARGV[i]
			set[#set + 1] = ARGV[i + 1]
		end
	end
	redis.call('HSET', post, unpack(set))
end
return redis.call('HGET', post, 'time') or 1
