#!lua flags=allow-oom
-- Deletes what the member ARGV[1] has reported in the case KEYS[1].
local mine = '^report:' .. ARGV[1] .. ':'
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
	if field:find(mine) then redis.call('HDEL', KEYS[1], field) end
end
