// What must never be broken, even for an hour: two members register, sign in,
// post, reply, follow and read. For `make quick`; the suite of the pages tests
// more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { bodies, count, heading, posts } from '../lib/page.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const anna = new Visitor(url);

test('a newcomer registers, signs out, and signs in again', async () => {
	assert.equal((await anna.register('anna')).location, '/?welcome=1');
	assert.equal((await anna.logout()).status, 303);
	assert.match((await anna.get('/')).text, /action="\/login"/);
	assert.equal((await anna.login('anna')).location, '/');
	assert.equal(heading((await anna.get('/')).text), 'Home');
});

test('a post is on its pages, and in the home timelines of followers',
	async () => {
		const ben = await member(url, 'ben');

		assert.equal((await ben.follow('anna')).location, '/@anna');
		await anna.write('Hello, <b>world</b>!');
		for (const path of ['/', '/timeline', '/@anna', '/@anna/1'])
			assert.deepEqual(bodies((await ben.get(path)).text),
				['Hello, <b>world</b>!'], path);
		assert.equal(count((await ben.get('/@anna')).text, 'Followers'), 1);
		assert.deepEqual(await redis('LRANGE', 'posts:2', 0, 0), ['1']);
	});

test('a reply notifies the author it replies to', async () => {
	const ben = new Visitor(url);

	await ben.login('ben');
	await ben.post('/post', { status: 'Hello, Anna!', reply_to: 1 });
	const [reply] = posts((await anna.get('/timeline')).text);

	assert.equal(reply.body, 'Hello, Anna!');
	assert.match((await anna.get('/notifications')).text, /replied to you/);
});
