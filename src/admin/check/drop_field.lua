#!lua flags=allow-oom
-- Takes the field ARGV[1] out of the hash KEYS[1] if it still leads to the id
-- ARGV[2]: in the last moment somebody else may have claimed it.
local id = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0
if id == tonumber(ARGV[2]) then redis.call('HDEL', KEYS[1], ARGV[1]) end
