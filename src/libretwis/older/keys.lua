-- One page of SCAN from the cursor ARGV[1]: returns the next cursor, and then
-- the keys.  hiredis gives us lists, but no lists of lists.
local page = redis.call('SCAN', ARGV[1], 'COUNT', 1000)
local found = { page[1] }

for _, key in ipairs(page[2]) do found[#found + 1] = key end
return found
