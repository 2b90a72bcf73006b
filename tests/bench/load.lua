-- What wrk sends, and the one line that it prints at the end for load.mjs.
-- After `--` stand a word and the sessions. For POST /post the word makes the
-- nonces of this run differ from any other's, and each session is a cookie and
-- the token of the member's forms; they post in turn. For a page the word is
-- empty, and there is one cookie.

local form = "csrf=%s&nonce=%s%d&status=" ..
	"A+post+as+people+write+them%%2C+of+a+hundred+letters+or+so%%3A+" ..
	"the+kettle+sings+and+the+evening+is+long."

local function next_post(word, sessions)
	local count = 0
	return function()
		local who = sessions[count % #sessions + 1]
		count = count + 1
		return wrk.format("POST", nil, who.headers,
			form:format(who.csrf, word, count))
	end
end

local function session(cookie, csrf)
	return { csrf = csrf, headers = { Cookie = cookie,
		["Content-Type"] = "application/x-www-form-urlencoded" } }
end

function init(args)
	local sessions = {}
	if args[1] == "" then
		wrk.headers["Cookie"] = args[2]
		return
	end
	for i = 2, #args, 2 do
		table.insert(sessions, session(args[i], args[i + 1]))
	end
	request = next_post(args[1], sessions)
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
