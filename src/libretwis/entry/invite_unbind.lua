#!lua flags=allow-oom
-- The member ARGV[2] was not created after all: the claim of the form ARGV[1],
-- in the invitation KEYS[1], is bound to nobody again.
local invite, form, member = KEYS[1], ARGV[1], ARGV[2]
local claim = redis.call('HGET', invite, form)
local time, other = (claim or ''):match('^(%d+) (%d+)$')
if other == member then redis.call('HSET', invite, form, time) end
