#!lua flags=allow-oom
-- Forgets that the form KEYS[1] was given the id ARGV[1].  If another copy of
-- the form has been given another one by now, that one counts.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
