-- Whether what was just written to the lists follows from the text that the
-- post KEYS[1] has: ARGV[1] is the text from which it was made, and ARGV[2] the
-- names that this text mentions.
--
-- Returns 0 if the post is being deleted, and 1 if it has that text, or if a
-- moderator has removed it: then the lists are left as they are. If its
-- author has corrected it meanwhile, that text is added to `before`, so that a
-- worker takes back what has followed from it, and the answer is 2.
--
-- ARGV[3] is the version that somebody has brought all lists up to, or empty.
-- If it is still the present one, nothing follows any more from the texts in
-- `before`, which becomes empty; its end is edit_forget.lua.
local post, body, mentions, version = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local is = redis.call('HMGET', post, 'user_id', 'body', 'edits', 'before',
	'before_mentions', 'removed')
if is[1] and is[6] then return 1 end
if not is[1] or not is[2] then return 0 end

local function add(field, old, new, mark)
	old = old or ''
	if new == '' or (mark .. old .. mark):find(mark .. new .. mark, 1, true) then
		return
	end
	redis.call('HSET', post, field, old == '' and new or old .. mark .. new)
end

if is[2] ~= body then
	add('before', is[4], body, '\31')
	add('before_mentions', is[5], mentions, ' ')
	return 2
end
if version == (is[3] or '0') and is[4] then
	redis.call('HSET', post, 'before', '')
	redis.call('HDEL', post, 'before_mentions')
end
return 1
