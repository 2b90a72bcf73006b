// Current display names: what they cost a process, which remembers them for ten
// seconds, and how soon a new name is shown on old posts.
//
// Only with one Redis: MONITOR shows one server's commands, in their order.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { monitor } from '../lib/monitor.mjs';
import { fastcgi, startPage, variables } from '../lib/program.mjs';
import { delivered, startStack, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const KEPT_MS = 10000;

// The proxy holds answers back, and a machine may be busy.
const LONGEST_MS = '2500';

const stack = await startStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const carl = await member(url, 'carl');

await anna.follow('ben');
await anna.follow('carl');
await anna.get('/');
for (let i = 0; i < 12; i++)
	await ben.write(`Post ${i}`);
await carl.write('Old');
await delivered(url);
await redis('SET', 'cache:trending', '');

const [old] = await redis('LRANGE', 'timeline', 0, 0);

const watched = await monitor(stack);
const folder = temporaryFolder();
const started = new Map();

after(async () => {
	watched.stop();
	for (const page of started.keys())
		await end(page);
	rmSync(folder, { recursive: true });
});

// The next page comes from a process that remembers nothing.
async function end(page) {
	started.get(page)?.stop();
	await started.get(page)?.ended;
	started.delete(page);
}

// The commands of each round trip of a page that anna requests.
async function looks(page, path, shown) {
	if (!started.has(page))
		started.set(page, await startPage(page, folder,
			{ RETWIS_REDIS: watched.address, RETWIS_LAST_SEEN: 'off',
				RETWIS_REDIS_TIMEOUT: LONGEST_MS }));
	let answer;
	const trips = await watched.asked(async () => {
		answer = await fastcgi(started.get(page).socket, variables('GET', path,
			'', { HTTP_HOST: 'localhost', HTTP_COOKIE: anna.cookieHeader() }));
	});

	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.text.match(/<article/g).length, shown, path);
	return { text: answer.text, trips,
		sizes: trips.map((trip) => trip.length) };
}

// The members whose names are read in a round trip.
const asked = (trip) => trip.filter(([command, , ...fields]) =>
	command === 'HMGET' && fields.join(' ') === 'username display standing')
	.map(([, key]) => key).sort();

const ids = Object.fromEntries(await Promise.all(['anna', 'ben', 'carl']
	.map(async (name) => [name,
		`user:${await redis('HGET', 'users', name)}`])));

const pages = [
	{ page: 'home', path: '/', shown: 10, cold: 3, warm: 2 },
	{ page: 'profile', path: '/@carl', shown: 1, cold: 3, warm: 2 },
	{ page: 'timeline', path: '/timeline', shown: 13, cold: 3, warm: 2 },
	{ page: 'status', path: `/@carl/${old}`, shown: 1, cold: 3, warm: 2 },
];

for (const look of pages)
	test(`${look.page}: one more round trip for authors who are not known`,
		async (t) => {
			const { page, path, shown } = look;
			const cold = await looks(page, path, shown);

			// The sidebar of home is there at the second request.
			await looks(page, path, shown);
			const warm = await looks(page, path, shown);

			t.diagnostic(`cold ${cold.sizes}, warm ${warm.sizes}`);
			look.commands = warm.trips.flat().length;
			assert.equal(cold.trips.length, look.cold);
			assert.equal(warm.trips.length, look.warm);
			assert.deepEqual(warm.trips.flatMap(asked), []);
			assert.deepEqual(cold.trips.flatMap(asked),
				[...new Set(cold.trips.flatMap(asked))]);
		});

test('home asks no more than twenty-one commands', () => {
	assert.ok(pages[0].commands <= 21, `${pages[0].commands}`);
});

test('a new name is on old posts after ten seconds, in as many round trips', async (t) => {
	assert.equal((await carl.post('/account/name', { name: 'Carl C' })).status,
		303);
	await new Promise((done) => setTimeout(done, KEPT_MS));
	for (const { page, path, shown, warm } of pages) {
		const stale = await looks(page, path, shown);
		const names = stale.trips.flatMap(asked);

		t.diagnostic(`${page} ${stale.sizes}`);
		assert.match(stale.text, /Carl C<\/bdi>/, page);
		assert.equal(stale.trips.length, warm, page);
		if (page !== 'profile')
			assert.ok(names.includes(ids.carl), page);
		assert.deepEqual(names, [...new Set(names)], page);
	}
	assert.equal(await redis('HEXISTS', `post:${old}`, 'display'), 0);
	assert.equal(await redis('EXISTS', '{displays}:due'), 0);
});

test('your own is there at once', async () => {
	assert.equal((await anna.write('Mine')).status, 303);
	for (const name of ['Anna A', 'Anna B']) {
		await anna.post('/account/name', { name });
		const { text } = await looks('home', '/', 10);

		assert.match(text, new RegExp(`class="called">${name}</bdi>`));
	}
});

// The original costs a round trip, and its author's name comes in the same one.
test('a repost says who wrote the original, and one from before does not', async () => {
	const dora = await member(url, 'dora');

	await dora.write('Passed on');
	const [original] = await redis('LRANGE', 'timeline', 0, 0);

	await ben.post('/act', { repost: original });
	await delivered(url);
	const [repost] = await redis('LRANGE',
		`own:${ids.ben.split(':')[1]}`, 0, 0);
	const id = await redis('HGET', 'users', 'dora');

	// One of the newest members would be asked for by the sidebar.
	await member(url, 'emil');
	await redis('ZADD', 'users_by_time', 0, 'dora');
	assert.equal(await redis('HGET', `post:${repost}`, 'repost_user_id'), id);
	for (const [cold, warm] of [[3, 3], [4, 3]]) {
		await end('home');
		const first = await looks('home', '/', 10);
		const second = await looks('home', '/', 10);

		assert.deepEqual([first.trips.length, second.trips.length],
			[cold, warm]);
		assert.ok(asked(first.trips[cold - 1]).includes(`user:${id}`));
		assert.deepEqual(second.trips.flatMap(asked)
			.filter((key) => key === `user:${id}`), []);
		await redis('HDEL', `post:${repost}`, 'repost_user_id');
	}
});
