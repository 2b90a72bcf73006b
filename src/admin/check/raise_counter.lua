-- Sets the counter KEYS[1] to ARGV[1], but never back.
local is = tonumber(redis.call('GET', KEYS[1])) or 0
if is < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
