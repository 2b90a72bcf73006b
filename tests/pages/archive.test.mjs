// Imported posts: below the member's own ones on the profile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archived, bodies, formFields, heading } from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';

const stack = await borrowStack();
const redis = openRedis(stack.socket);

const entry = (id, body) => `${id} ${1236000000 + id}\n\n\n${body}`;

// A member with this many posts from today, and from long ago.
async function writer(now, then) {
	await redis('FLUSHALL');
	const anna = await member(stack.url, 'anna');

	for (let i = 1; i <= now; i++)
		await anna.post('/post', { status: `now ${i}` });
	for (let i = 1; i <= then; i++)
		await redis('ZADD', 'archive:1', 1236000000 + i + i / 2 ** 20,
			entry(i, `then ${i}`));
	return anna;
}

const thens = (from, to) => Array.from({ length: from - to + 1 },
	(_, i) => `then ${from - i}`);
const archive = (text) => archived(text).map((post) => post.body);
const hrefs = (text, words) => [...text.matchAll(
	new RegExp(`<a href="([^"]*)"[^>]*>${words}</a>`, 'g'))].map(([, to]) => to);

test('on the last page of the own posts, and page by page', async () => {
	await writer(11, 23);
	const visitor = new Visitor(stack.url);
	const first = await visitor.get('/@anna');

	assert.deepEqual(archive(first.text), []);
	const { text } = await visitor.get('/@anna?start=10');

	assert.deepEqual(bodies(text), ['now 1']);
	assert.deepEqual(archive(text), thens(23, 14));
	assert.equal(archived(text)[0].when, '2009-03-02T13:20:23Z');
	assert.deepEqual(hrefs(text, 'Older'), ['?archived=10#archive']);
	const second = await visitor.get('/@anna?archived=10');

	assert.deepEqual(bodies(second.text), []);
	assert.deepEqual(archive(second.text), thens(13, 4));
	assert.deepEqual(hrefs(second.text, 'Newer'), ['?archived=0#archive']);
	const last = await visitor.get('/@anna?archived=20');

	assert.deepEqual(archive(last.text), thens(3, 1));
	assert.deepEqual(hrefs(last.text, 'Older'), []);
	for (const odd of ['999', 'x', '-1', '99999999999999999999']) {
		const beyond = await visitor.get(`/@anna?archived=${odd}`);

		assert.equal(beyond.status, 200, odd);
		assert.deepEqual(archive(beyond.text), [], odd);
		assert.match(beyond.text, /No posts here/);
	}
});

test('a member who imported nothing has no such heading', async () => {
	const anna = await writer(1, 0);

	assert.doesNotMatch((await anna.get('/@anna')).text, /Imported posts/);
});

test('links, tags, mentions and markup in what is old', async () => {
	await writer(0, 0);
	await redis('ZADD', 'archive:1', 5, '5 1236000000\nanna\nanna\n' +
		'<b>&amp; @anna @ben #tea\nhttps://example.org');
	const { text } = await new Visitor(stack.url).get('/@anna');

	assert.match(text, /In reply to <a href="\/@anna">/);
	assert.match(text, /&lt;b&gt;&amp;amp; <a href="\/@anna">@anna<\/a> @ben <a href="\/tag\/tea">/);
	assert.deepEqual(archive(text),
		['<b>&amp; @anna @ben #tea\nhttps://example.org']);
});

test('controls in what is old', async () => {
	await writer(0, 0);
	await redis('ZADD', 'archive:1', 5, entry(5, 'a\0b\u0007c\n\nd'));
	const { text } = await new Visitor(stack.url).get('/@anna');

	assert.deepEqual(archive(text), ['a\ufffdb\ufffdc\n\nd']);
});

test('an entry that makes no sense is not shown', async () => {
	await writer(0, 1);
	for (const odd of ['', 'x', '2', '2 ', '2 3', '2 3\n\n\n', '2 3x\n\n\nb',
		'2 x\n\n\nbody', '2 18446744073709551616\n\n\nbody'])
		await redis('ZADD', 'archive:1', 2, odd);
	const { status, text } = await new Visitor(stack.url).get('/@anna');

	assert.equal(status, 200);
	assert.deepEqual(archive(text), ['then 1']);
});

test('its owner deletes one of them, and nobody else can', async () => {
	const anna = await writer(0, 3);
	const { text } = await anna.get('/@anna');
	const [, to] = hrefs(text, 'Delete<span.*?</span>');

	assert.equal(to, '/delete?archived=2-1236000002');
	const ask = await anna.get(to);

	assert.equal(heading(ask.text), 'Delete this post?');
	assert.deepEqual(archive(ask.text), ['then 2']);
	assert.equal(formFields(ask.text, '/delete').archived, '2-1236000002');
	const answer = await anna.submit('/delete', { archived: '2-1236000002' });

	assert.equal(answer.headers.location, '/@anna');
	assert.deepEqual(archive((await anna.get('/@anna')).text),
		['then 3', 'then 1']);
	assert.equal((await anna.get(to)).status, 404);
	assert.equal((await anna.submit('/delete', { archived: '2-1236000002' })).status, 404);
	const ben = await member(stack.url, 'ben');
	const seen = await ben.get('/@anna');

	assert.doesNotMatch(seen.text, /\/delete/);
	assert.equal((await ben.get('/delete?archived=3-1236000003')).status, 404);
	assert.equal((await ben.submit('/delete', { archived: '3-1236000003' })).status, 404);
	assert.equal(await redis('ZCARD', 'archive:1'), 2);
	assert.equal((await anna.get('/delete?archived=x')).status, 404);
	for (const odd of ['1x', '9-1236000009', '2-1236000002-', '-', ' '])
		assert.equal((await anna.submit('/delete', { archived: odd })).status,
			404, odd);
	assert.equal((await anna.postRaw('/delete', { archived: '1-1236000001' })).status, 403);
	assert.equal(await redis('ZCARD', 'archive:1'), 2);
});
