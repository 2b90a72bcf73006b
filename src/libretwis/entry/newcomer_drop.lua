#!lua flags=allow-oom
-- Takes back the hash KEYS[1] of a newcomer who does not come in after all, if it
-- has the password ARGV[1] still.  A server that took over from another may have
-- lost that hash, and given its id to somebody else.
if redis.call('HGET', KEYS[1], 'password') == ARGV[1] then
	redis.call('DEL', KEYS[1])
end
