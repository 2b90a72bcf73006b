// Many followers of one member, made by scripts in Redis itself: complete
// members with a timeline, except for every tenth, who has not looked for a
// month.

// Four hundred at a time follow in the same second.
const MAKE = `
	local author, from, to = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
	for id = from, to do
		local name = 'fan' .. id
		local time = 1500000000 + math.floor(id / 400)
		redis.call('HSET', 'user:' .. id, 'username', name, 'password', 'x')
		redis.call('HSET', 'users', name, id)
		redis.call('ZADD', 'users_by_time', time, name)
		redis.call('ZADD', 'members', 0, name .. '\\t' .. id)
		redis.call('ZADD', 'directory', 0, name .. '\\t' .. id)
		redis.call('ZADD', 'following:' .. id, time, author)
		redis.call('ZADD', 'followers:' .. author, time, id)
		if id % 10 > 0 then redis.call('RPUSH', 'posts:' .. id, 0) end
	end`;

// Members who do not have exactly the posts from ARGV[3] on, each once and
// newest first.
const LOOK = `
	local wrong, posts = {}, {}
	for i = 3, #ARGV do posts[#posts + 1] = ARGV[i] end
	local wanted = table.concat(posts, ' ')
	for id = tonumber(ARGV[1]), tonumber(ARGV[2]) do
		local home = redis.call('LRANGE', 'posts:' .. id, 0, -1)
		table.sort(home, function(a, b) return tonumber(a) > tonumber(b) end)
		if home[#home] == '0' then home[#home] = nil end
		local has = table.concat(home, ' ')
		if has ~= (id % 10 > 0 and wanted or '') then
			wrong[#wrong + 1] = id .. ': ' .. has end
	end
	return wrong`;

// Each of them likes the post, and has reposted it: their reposts have the ids
// up to that of the last repost.
const CARE = `
	local post, by, from, to = ARGV[1], ARGV[2], tonumber(ARGV[3]),
		tonumber(ARGV[4])
	local last = redis.call('INCRBY', 'next_post_id', to - from + 1)
	for id = from, to do
		local repost, time = last - to + id, 1700000000 + id
		redis.call('ZADD', 'likes:' .. post, time, id)
		redis.call('ZADD', 'liked:' .. id, time, post)
		redis.call('HSET', 'post:' .. repost, 'user_id', id, 'time', time,
			'body', 'Reposted', 'username', 'fan' .. id, 'repost_of', post,
			'repost_name', by)
		redis.call('ZADD', 'reposts:' .. post, time, repost)
		redis.call('ZADD', 'reposted:' .. id, repost, post)
		redis.call('LPUSH', 'own:' .. id, repost)
		redis.call('LPUSH', 'timeline', repost)
	end
	redis.call('LTRIM', 'timeline', 0, 999)
	redis.call('HSET', 'post:' .. post, 'likes',
		redis.call('ZCARD', 'likes:' .. post), 'reposts',
		redis.call('ZCARD', 'reposts:' .. post))
	return last`;

const STEP = 5000;

async function inSteps({ first, last }, act) {
	for (let from = first; from <= last; from += STEP)
		await act(from, Math.min(from + STEP - 1, last));
}

// {first, last}: their ids.
export async function makeCrowd(redis, author, n) {
	const last = await redis('INCRBY', 'next_user_id', n);
	const crowd = { first: last - n + 1, last };

	await inSteps(crowd, (from, to) =>
		redis('EVAL', MAKE, 0, author, from, to));
	return crowd;
}

// They all like that post by that member, and have reposted it.
export function makeCare(redis, crowd, post, by) {
	return inSteps(crowd, (from, to) =>
		redis('EVAL', CARE, 0, post, by, from, to));
}

// All who have a timeline have the posts in it, once, and nobody else does.
export async function wrongInCrowd(redis, crowd, posts) {
	const wanted = [...posts].sort((a, b) => b - a);
	const wrong = [];

	await inSteps(crowd, async (from, to) => wrong.push(
		...await redis('EVAL', LOOK, 0, from, to, ...wanted)));
	return wrong.slice(0, 20);
}
