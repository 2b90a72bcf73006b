-- Removes the entry whose first line is ARGV[1] and whose score is ARGV[2]
-- from the archive KEYS[1].  Returns how many there were.
local archive, line, score = KEYS[1], unpack(ARGV)
local dropped = 0
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', archive, score, score,
    'LIMIT', 0, 16)) do
  if entry:sub(1, #line) == line then
    dropped = dropped + redis.call('ZREM', archive, entry)
  end
end
return dropped
