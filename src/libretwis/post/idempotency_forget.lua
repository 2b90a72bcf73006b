#!lua flags=allow-oom
-- Forgets that the form KEYS[1] got the id ARGV[1], unless another copy of the
-- form has got another id by now.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
