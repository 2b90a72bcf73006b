#!lua flags=allow-oom
-- Deletes the field ARGV[1] of the hash KEYS[1] if its value still is the id
-- ARGV[2]: somebody else may have claimed it meanwhile.
local id = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0
if id == tonumber(ARGV[2]) then redis.call('HDEL', KEYS[1], ARGV[1]) end
