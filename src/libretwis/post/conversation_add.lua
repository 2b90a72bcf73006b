-- Adds the reply ARGV[1], which answers ARGV[2], to the conversation KEYS[1],
-- unless that has ARGV[3] entries. An entry with the same id is left as it is,
-- also if it says that the reply was deleted.
local talk, id, parent, cap = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])

if redis.call('ZCOUNT', talk, id, id) > 0 then return end
if redis.call('ZCARD', talk) >= cap then return end
redis.call('ZADD', talk, id, id .. ' ' .. parent)
