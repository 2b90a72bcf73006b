-- Takes the entry whose first line is ARGV[1] out of the archive KEYS[1]; it is
-- at one of the scores ARGV[2] and so on.
local archive, line = KEYS[1], ARGV[1]
for i = 2, #ARGV do
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', archive, ARGV[i], ARGV[i],
      'LIMIT', 0, 16)) do
    if entry:sub(1, #line) == line then redis.call('ZREM', archive, entry) end
  end
end
return 0
