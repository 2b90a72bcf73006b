-- One page of SCAN from the cursor ARGV[1]: returns the next cursor, then the
-- tokens of the pictures that have a row.
local page = redis.call('SCAN', ARGV[1], 'COUNT', 1000, 'MATCH', 'picture:*')
local found = { page[1] }

for _, key in ipairs(page[2]) do found[#found + 1] = key:sub(9) end
return found
