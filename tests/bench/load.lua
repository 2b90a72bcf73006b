-- What wrk sends, and the one line that it prints at the end for load.mjs.
-- After `--` stand the cookie and, for POST /post, the token of the member's
-- forms and a word that makes the nonces of this run differ from any other's.

local form = "csrf=%s&nonce=%s%d&status=" ..
	"A+post+as+people+write+them%%2C+of+a+hundred+letters+or+so%%3A+" ..
	"the+kettle+sings+and+the+evening+is+long."

local function next_post(csrf, word)
	local count = 0
	return function()
		count = count + 1
		return wrk.format("POST", nil, nil,
			form:format(csrf, word, count))
	end
end

function init(args)
	wrk.headers["Cookie"] = args[1]
	if args[2] then
		wrk.headers["Content-Type"] =
			"application/x-www-form-urlencoded"
		request = next_post(args[2], args[3])
	end
end

function done(summary, latency)
	local e = summary.errors
	io.write(string.format('{"answers":%d,"us":%d,"p50":%d,"p99":%d,' ..
		'"refused":%d,"broken":%d}\n',
		summary.requests, summary.duration,
		latency:percentile(50), latency:percentile(99), e.status,
		e.connect + e.read + e.write + e.timeout))
	io.flush()
end
