// Round trips with likes and reposts: as many for fifty as for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { posts } from '../lib/page.mjs';
import { tripsOf } from '../lib/trips.mjs';
import { member, password } from '../lib/visitor.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const { ask, proxy, trips } = await tripsOf(stack, anna);
const carl = await member(url, 'carl');
const cleo = await member(url, 'cleo');

await anna.follow('cleo');
await anna.get('/');

// Cleo reposts what carl writes, and anna, who follows her, likes all of it.
async function passOn() {
	const { status } = await carl.post('/post', { status: 'x #passed' });
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	assert.equal(status, 303);
	await cleo.write('between');
	for (const visitor of [cleo, anna])
		await visitor.post('/act', { like: id });
	await cleo.post('/act', { repost: id });
	return id;
}

// The newest of them.
let passed;

// All pages, from their beginnings and from further down.
async function allPages(n) {
	const all = Math.min(2 * n, 10);
	const rest = Math.min(2 * n - 1, 10);
	const [mark] = await redis('LRANGE',
		`own:${await redis('HGET', 'users', 'cleo')}`, 0, 0);

	return {
		home: await trips('home', '/', all),
		profile: await trips('profile', '/@cleo', all),
		'profile, start': await trips('profile', '/@cleo?start=1', rest),
		'profile, after': await trips('profile',
			`/@cleo?start=0&after=${mark}`, rest),
		timeline: await trips('timeline', '/timeline', Math.min(2 * n, 34)),
		tag: await trips('tag', '/tag/passed', Math.min(n, 10)),
		likes: await trips('likes', '/likes', Math.min(n, 10)),
		status: await trips('status', `/@carl/${passed}`, 1),
	};
}

test('likes and reposts: three at most', async () => {
	passed = await passOn();
	const one = await allPages(1);

	for (let i = 1; i < 50; i++)
		passed = await passOn();
	const fifty = await allPages(50);

	assert.deepEqual(fifty, one);
	for (const [page, count] of Object.entries(fifty))
		assert.ok(count > 0 && count <= 3, `${page}: ${count}`);
	assert.equal(await trips('profile', '/@cleo?start=40', 10), 3);
	assert.equal(await trips('home', '/?start=40', 10), 3);
});

// A page with no mark, deeper than anybody goes, may take one more; so may one
// whose mark has gone.
test('reposts further down, or behind what is gone', async () => {
	const id = await redis('HGET', 'users', 'cleo');
	const own = await redis('LRANGE', `own:${id}`, 0, -1);

	for (const at of [0, 1, 10, 30, 60])
		assert.equal(await trips('profile',
			`/@cleo?start=7&after=${own[at]}`, 10), 3, `after ${at}`);
	assert.ok(await trips('profile', '/@cleo?start=12&after=1', 10) <= 4);
	await redis('EVAL', 'for i = 1, 2000 do redis.call("LPUSH", KEYS[1], ' +
		'1000000 + i) end', 1, `own:${id}`);
	await redis('EVAL', 'for i = 1, 2000 do redis.call("ZADD", KEYS[1], ' +
		'1000000 + i, i + 5000) end', 1, `reposted:${id}`);
	assert.equal(await trips('profile', '/@cleo?start=2000', 10), 4);
	assert.equal(await trips('profile',
		`/@cleo?start=1990&after=${own[9]}`, 10), 3);
	await redis('LTRIM', `own:${id}`, 2000, -1);
});

test('the thread of a post that a hundred like takes as many', async () => {
	const [{ path }] = posts((await carl.get('/@carl')).text);
	const postId = path.split('/').pop();
	const before = await trips('status', path, 1);

	for (let i = 0; i < 100; i++)
		await redis('ZADD', `likes:${postId}`, i, i + 1);
	for (let i = 0; i < 60; i++)
		await carl.post('/post', { status: 'x', reply_to: postId });
	assert.equal(await trips('status', path, 51), before);
	// A repost leads on to its post.
	const [repost] = await redis('ZRANGE', `reposts:${postId}`, 0, 0);
	const n = await proxy.trips(async () => {
		assert.equal((await ask('status', 'GET', `/@cleo/${repost}`))
			.status, 303);
	});

	assert.ok(n <= 4, `${n}`);
});

test('a button takes as many for the first as for the fiftieth', async () => {
	const [{ path }] = posts((await carl.get('/@carl')).text);
	const id = path.split('/').pop();
	const csrf = await anna.csrf();
	const press = (field) => proxy.trips(async () => {
		const answer = await ask('act', 'POST', '/act',
			{ csrf, [field]: id });

		assert.equal(answer.status, 303);
	});
	const all = async () => [await press('like'),
		await press('unlike'), await press('repost'),
		await press('unrepost')];
	const first = await all();

	await redis('EVAL', 'for i = 1, 50 do ' +
		'redis.call("ZADD", KEYS[1], i, 5000 + i) end', 1, `likes:${id}`);
	await redis('EVAL', 'for i = 1, 50 do ' +
		'redis.call("ZADD", KEYS[1], i, 5000 + i) end', 1, `reposts:${id}`);
	assert.deepEqual(await all(), first);
	// One for the session, whose owner is in the secret; and what somebody
	// is told of takes one on the bus.
	assert.deepEqual(first, [5, 4, 7, 6]);
});

// The worker of this site does the rest; see tests/unit/test_erase.c.
test('deleting takes as many for a crowd of thousands as for one', async () => {
	const press = async (crowd) => {
		await anna.write(`For ${crowd}`);
		const [id] = await redis('LRANGE',
			`own:${await redis('HGET', 'users', 'anna')}`, 0, 0);

		await redis('EVAL', 'for i = 1, tonumber(ARGV[1]) do ' +
			'redis.call("ZADD", KEYS[1], i, 500000 + i) end', 1,
		`likes:${id}`, crowd);
		await redis('EVAL', 'for i = 1, tonumber(ARGV[1]) do ' +
			'redis.call("ZADD", KEYS[1], i, 500000 + i) end', 1,
		`reposts:${id}`, crowd);
		const csrf = await anna.csrf();

		return proxy.trips(async () => {
			const answer = await ask('delete', 'POST', '/delete', { csrf, id });

			assert.equal(answer.status, 303, answer.text);
		});
	};

	// The last one is on the bus.
	assert.deepEqual([await press(0), await press(1), await press(5000)],
		[5, 6, 6]);
});

test('signing in, registering and following', async () => {
	const csrf = await anna.csrf();
	const carlId = await redis('HGET', 'users', 'carl');
	const from = { REMOTE_ADDR: '192.0.2.1' };
	const press = (path, fields, who) => proxy.trips(async () => {
		const answer = await ask(path, 'POST', `/${path}`, fields, who);

		assert.equal(answer.status, 303, answer.text);
	});
	const enter = { username: 'anna', password };

	// One of each is for the limit, but for that of registering; and one of
	// those before anybody is signed in looks whose database it is. Who shows
	// no browser that we know makes a notice.
	assert.equal(await press('login', enter, from), 7);
	assert.equal(await press('login', enter, from), 7);
	assert.equal(await press('register', { ...enter, username: 'new',
		password2: password }, from), 6);
	// Her home timeline is there, and is made again.
	assert.equal(await press('follow', { csrf, follow: carlId }), 17);
	assert.equal(await press('follow', { csrf, unfollow: carlId }), 15);
	assert.notEqual((await redis('KEYS', 'limit:follow:*')).length, 0);
});
