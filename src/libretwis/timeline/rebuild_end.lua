#!lua flags=allow-oom
-- Lets the home timeline KEYS[2] live for ARGV[2] seconds, and releases the
-- lock KEYS[1]; both only while the lock holds the token ARGV[1].  Else the
-- timeline may be another one, which its maker has not finished.
local lock, list, token, seconds = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('GET', lock) ~= token then return end
redis.call('EXPIRE', list, seconds)
redis.call('DEL', lock)
