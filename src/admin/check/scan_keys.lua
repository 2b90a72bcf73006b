-- One page of SCAN from the cursor ARGV[1]: returns the next cursor, then the
-- page's keys that should expire and those of workers.  Most keys are neither,
-- and need not cross the network.
local page = redis.call('SCAN', ARGV[1], 'COUNT', 1000)
local kinds = { once=1, lock=1, limit=1, cache=1, sent=1, known=1 }
local found = { page[1] }

for _, key in ipairs(page[2]) do
	if kinds[key:match('^(%l+):')] or key:match('^{.*}:taken:') then
		found[#found + 1] = key
	end
end
return found
