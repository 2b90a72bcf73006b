#!lua flags=allow-oom
-- Removes the member ARGV[1] from the set KEYS[1], the hosts.  Returns 0, and
-- changes nothing, for the only host: then nobody could appoint another.
local hosts, member = KEYS[1], ARGV[1]
if redis.call('SISMEMBER', hosts, member) == 0 then return 1 end
if redis.call('SCARD', hosts) == 1 then return 0 end
return redis.call('SREM', hosts, member)
