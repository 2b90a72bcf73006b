#!lua flags=allow-oom
-- Deletes the list KEYS[1] if its first entry is one of the arguments.
local first = redis.call('LINDEX', KEYS[1], 0)
for _, entry in ipairs(ARGV) do
  if first == entry then redis.call('UNLINK', KEYS[1]) end
end
return 0
