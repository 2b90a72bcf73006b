-- Entries of the archive KEYS[1] that an earlier Retwis has scored by their
-- ids, which are less than ARGV[1], get the scores that archive.h tells of: at
-- most ARGV[2] of them.  Returns how many.  Entries that make no sense go
-- behind all.
local archive, least, most = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local found = redis.call('ZRANGEBYSCORE', archive, '-inf', '(' .. least,
  'LIMIT', 0, most)
for _, entry in ipairs(found) do
  local id, time = entry:match('^(%d+) (%d+)')
  local score = least
  if id then
    score = math.max(tonumber(time), least) + tonumber(id) % 2 ^ 20 / 2 ^ 20
  end
  redis.call('ZADD', archive, 'XX', score, entry)
end
return #found
