-- Stores the fields of a post in KEYS[1], those that are not empty, unless the
-- post is there already: a form that is sent twice changes nothing.  Tells since
-- when the post is there, or 0 if it was deleted, and then stores nothing.
local post = KEYS[1]
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
