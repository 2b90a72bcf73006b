#!lua flags=no-writes
-- Reads a page of about ARGV[2] fields of the hash KEYS[1], from the cursor
-- ARGV[1].  HSCAN returns nested arrays; this returns the next cursor and the
-- pairs in one flat list.
local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
table.insert(page[2], 1, page[1])
return page[2]
