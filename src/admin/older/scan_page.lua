-- Reads one page of the set KEYS[1], or of all keys if there is no KEYS[1],
-- from the cursor ARGV[1] on. Returns the next cursor, followed by what was
-- found: one flat list, since our client reads no lists in lists.
local page
if KEYS[1] then
	page = redis.call('SSCAN', KEYS[1], ARGV[1], 'COUNT', 1000)
else
	page = redis.call('SCAN', ARGV[1], 'COUNT', 1000)
end

local found = { page[1] }

for _, entry in ipairs(page[2]) do found[#found + 1] = entry end
return found
