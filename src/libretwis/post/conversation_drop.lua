#!lua flags=allow-oom
-- Takes the reply ARGV[1] out of the conversation KEYS[1]. Each entry is "ID
-- PARENT", scored by the id. If another entry answers this one, it is kept as
-- "ID PARENT gone", where `gone` is ARGV[2]. Otherwise it is removed, and with
-- it the deleted replies above it that nothing else answers.
local talk, id, gone = KEYS[1], ARGV[1], ARGV[2]
local last = redis.call('ZRANGEBYSCORE', talk, id, id)
if #last == 0 then return end

-- A reply is newer than what it answers. But entries by another program may
-- say otherwise, so all of them are counted.
local entry, parent, is_gone, answers = {}, {}, {}, {}
for _, text in ipairs(redis.call('ZRANGE', talk, 0, -1)) do
	local its, to, mark = text:match('^(%d+) (%d+) ?(%l*)$')

	if its and not entry[its] then
		entry[its], parent[its], is_gone[its] = text, to, mark == gone
		if to ~= its then answers[to] = (answers[to] or 0) + 1 end
	end
end

if not entry[id] then return end
if answers[id] then
	if not is_gone[id] then
		redis.call('ZREM', talk, entry[id])
		redis.call('ZADD', talk, id,
			id .. ' ' .. parent[id] .. ' ' .. gone)
	end
	return
end
repeat
	local up = parent[id]

	redis.call('ZREM', talk, entry[id])
	entry[id] = nil
	answers[up] = (answers[up] or 1) - 1
	id = up
until answers[id] > 0 or not entry[id] or not is_gone[id]
