-- Adds the entry ARGV[2] .. ARGV[3], whose first line is ARGV[2], to the
-- archive KEYS[1] with the score ARGV[1]. It replaces an entry with the same
-- first line. Returns 1 if there was one.
--
-- Few entries have the same score, unless somebody makes a file in which they
-- do. Then only some of them are checked.
local archive, score, line, rest = KEYS[1], unpack(ARGV)
local was = 0
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', archive, score, score,
    'LIMIT', 0, 16)) do
  if entry:sub(1, #line) == line then
    was = 1
    if entry ~= line .. rest then redis.call('ZREM', archive, entry) end
  end
end
redis.call('ZADD', archive, score, line .. rest)
return was
