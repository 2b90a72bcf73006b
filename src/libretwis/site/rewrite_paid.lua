-- The append-only file no longer contains what was deleted up to ARGV[1].  If
-- KEYS[1] names a later deletion, a rewrite is still owed for that.
local rewrite, paid = KEYS[1], ARGV[1]
if redis.call('HGET', rewrite, 'owed') == paid then
	redis.call('DEL', rewrite)
else
	redis.call('HDEL', rewrite, 'begun')
end
