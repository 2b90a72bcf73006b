// How often each page waits for Redis, however many posts there are.
import assert from 'node:assert/strict';
import { posts } from '../../lib/page.mjs';

// Once a minute the timeline adds up what trends: not while we count.
async function countPages({ redis, author, trips }, shown) {
	await redis('SET', 'cache:trending', '');
	const [{ path }] = posts((await author.get('/@ben')).text);
	const ten = Math.min(shown, 10);

	return {
		home: await trips('home', '/', ten),
		profile: await trips('profile', '/@ben', ten),
		timeline: await trips('timeline', '/timeline', shown),
		status: await trips('status', path, 1),
		tag: await trips('tag', '/tag/counted', ten),
	};
}

// Two tests, where ben, the author, has written nothing yet: each page takes at
// least and at most so many, and with fifty posts as many as with one.
export function testTrips(test, site, least, most) {
	const seen = {};

	for (const n of [1, 50])
		test(`${most} round trips at most with ${n} posts`, async () => {
			for (let i = n === 1 ? 0 : 1; i < n; i++)
				await site.author.post('/post',
					{ status: `post ${i} #counted` });
			seen[n] = await countPages(site, n);
			for (const [page, count] of Object.entries(seen[n]))
				assert.ok(count >= least && count <= most,
					`${page}: ${count}`);
		});
	test('with fifty posts they are as many as with one', () => {
		assert.deepEqual(seen[50], seen[1]);
	});
}
