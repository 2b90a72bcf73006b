-- One page of SCAN from the cursor ARGV[1]: returns the next cursor, then the
-- digests of the words that have a set in the index.
local page = redis.call('SCAN', ARGV[1], 'COUNT', 200, 'MATCH', 'word:*')
local found = { page[1] }

for _, key in ipairs(page[2]) do found[#found + 1] = key:sub(6) end
return found
