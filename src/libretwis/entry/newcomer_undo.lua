#!lua flags=allow-oom
-- Deletes the hash KEYS[1] of a newcomer whose registration failed, if its
-- password is still ARGV[1].  After a failover the new server may lack that
-- hash, and may have assigned its id to somebody else.
if redis.call('HGET', KEYS[1], 'password') == ARGV[1] then
	redis.call('DEL', KEYS[1])
end
