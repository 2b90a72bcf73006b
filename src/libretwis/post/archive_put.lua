-- Puts the entry ARGV[2] .. ARGV[3], of which ARGV[2] is the first line, into
-- the archive KEYS[1] at the score ARGV[1].  One that is there with the same
-- first line goes.  Returns 1 if one was there.
--
-- Few entries have the same score, unless somebody wants that: then we look at
-- some of them.
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
