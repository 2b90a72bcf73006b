// How often a feed waits for Redis: a constant, never a function of posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { feedBodies } from '../lib/atom.mjs';
import { posts } from '../lib/page.mjs';
import { tripsOf } from '../lib/trips.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const { ask, proxy, trips } = await tripsOf(stack, anna);
const ben = await member(url, 'ben');

await anna.follow('ben');
await anna.get('/');
const own = await anna.makeFeed();

async function allFeeds(shown) {
	const feed = (page, path) => trips(page, path, shown, feedBodies);

	// Once a minute the timeline adds up what trends: not while we count.
	await redis('SET', 'cache:trending', '');
	return {
		timeline: await feed('timeline', '/timeline.atom'),
		profile: await feed('profile', '/@ben.atom'),
		tag: await feed('tag', '/tag/counted.atom'),
		own: await feed('feed', own),
	};
}

let written = 0;

for (const n of [1, 50])
	test(`three round trips at most with ${n} posts`, async () => {
		for (; written < n; written++)
			await ben.post('/post', { status: '#counted' });
		assert.deepEqual(await allFeeds(n),
			{ timeline: 2, profile: 3, tag: 2, own: 2 });
	});

test('as many with one repost as with twenty', async () => {
	const carl = await member(url, 'carl');
	const [{ path }] = posts((await anna.get('/@ben')).text);
	const last = Number(path.split('/').pop());

	await anna.unfollow('ben');
	await anna.follow('carl');
	await anna.get('/');
	for (const n of [1, 20]) {
		for (let i = 0; i < n; i++)
			await carl.post('/act', { repost: last - i });
		assert.equal(await trips('profile', '/@carl.atom', n,
			feedBodies), 3);
		assert.equal(await trips('feed', own, n, feedBodies), 3);
	}
});

test('your own is shown, made and taken back in two or three', async () => {
	const csrf = await anna.csrf();
	const count = (method, fields, status) => proxy.trips(async () => {
		const answer = await ask('feed', method, '/feed', fields);

		assert.equal(answer.status, status);
	});

	assert.equal(await count('GET', {}, 200), 2);
	// A page, and so there is a number beside the bell.
	assert.equal(await count('POST', { csrf, feed: 'new' }, 200), 3);
	assert.equal(await count('POST', { csrf, feed: 'off' }, 303), 2);
});
