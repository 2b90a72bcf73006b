-- Stores a post in the hash KEYS[1], unless it is there already: a form that
-- is sent twice changes nothing. ARGV[1] is the name of a field. After it come
-- field, value, field, value and so on, beginning with `user_id` and `time`; a
-- field whose value is empty is left out.
--
-- This also decides whose id it is. A counter that went back, because a server
-- took over without having received its newest numbers, yields ids that are in
-- use. So a post that is there is the same one only if its `user_id` and its
-- field ARGV[1] are the same, or if its author has corrected it since. Any other
-- post, or a key of another program, is left unchanged.
--
-- A post that a moderator has removed has no body, and is left unchanged.
--
-- Of a post that was corrected, the caller is about to fill the lists that
-- follow from the text that it had. So that text is added to `before`, and the
-- worker that begins the delivery settles the post.
--
-- Returns the time at which the post was stored, now or before; 0 if it has
-- been deleted since; or -1 if the id is somebody else's.
local post, same, user, time = KEYS[1], ARGV[1], ARGV[3], ARGV[5]

local function value(field)
	for i = 2, #ARGV, 2 do
		if ARGV[i] == field then return ARGV[i + 1] end
	end
end

local function add(field, old, new, mark)
	old, new = old or '', new or ''
	if new == '' or (mark .. old .. mark):find(mark .. new .. mark, 1, true) then
		return
	end
	redis.call('HSET', post, field, old == '' and new or old .. mark .. new)
end

local is = redis.pcall('HMGET', post, 'user_id', same, 'time', 'gone',
	'edits', 'before', 'before_mentions', 'removed')
if is.err then return is.err:find('WRONGTYPE', 1, true) and -1 or is end
if is[4] then return 0 end
if is[1] then
	if is[1] ~= user then return -1 end
	if is[2] ~= value(same) and not is[8] then
		if not is[5] or same ~= 'body' then return -1 end
		add('before', is[6], value(same), '\31')
		add('before_mentions', is[7], value('mentions'), ' ')
	end
	return is[3] or 1
end

local set = {}
for i = 2, #ARGV, 2 do
	if ARGV[i + 1] ~= '' then
		set[#set + 1] = ARGV[i]
		set[#set + 1] = ARGV[i + 1]
	end
end
redis.call('HSET', post, unpack(set))
return time
