// Trending tags next to the timeline: by whom, for how long, and in which form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, heading, trending } from '../lib/page.mjs';
import { withoutMemory } from '../lib/outage.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const out = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

async function write(visitor, status) {
	assert.equal((await visitor.post('/post', { status })).status, 303);
	return (await redis('LRANGE', 'timeline', 0, 0))[0];
}

async function shown(visitor = out) {
	const page = await visitor.get('/timeline');

	assert.equal(page.status, 200);
	return trending(page.text).map(({ name }) => name);
}

// Without what was cached a moment ago.
async function shownNow(visitor) {
	await redis('DEL', 'cache:trending');
	return shown(visitor);
}

test('without tags there is nothing', async () => {
	await write(anna, 'No tags here, C# apart.');
	for (const visitor of [out, anna])
		assert.doesNotMatch((await visitor.get('/timeline')).text,
			/[Tt]rending/);
});

test('the tag of most members comes first', async () => {
	for (let i = 0; i < 5; i++)
		await write(anna, `Me, me, me. #anna ${i}`);
	await write(anna, 'Launch on Sunday! #Glaros');
	await write(ben, 'At last. #glaros #boats');
	assert.deepEqual(await shownNow(), ['glaros', 'anna', 'boats']);
	assert.deepEqual(await shown(anna), ['glaros', 'anna', 'boats']);
	const page = await out.get('/timeline');
	const [{ path }] = trending(page.text);

	assert.equal(path, '/tag/glaros');
	assert.deepEqual(bodies((await out.get(path)).text),
		['At last. #glaros #boats', 'Launch on Sunday! #Glaros']);
});

test('it is added up once a minute', async () => {
	await write(ben, 'Something new: #swans');
	assert.ok(!(await shown()).includes('swans'));
	assert.ok(await redis('TTL', 'cache:trending') <= 60);
	assert.ok((await shownNow()).includes('swans'));
});

test('a deleted post trends no more, at once', async () => {
	const id = await write(ben, 'Oh no. #oops');

	assert.ok((await shownNow()).includes('oops'));
	await ben.post('/delete', { id });
	assert.ok(!(await shown()).includes('oops'));
});

test('a form sent twice counts once', async () => {
	const form = { status: 'Once! #once', nonce: 'abc' };

	for (let i = 0; i < 3; i++)
		assert.equal((await anna.post('/post', form)).status, 303);
	const hours = await redis('KEYS', 'trend:*');
	const counts = await Promise.all(hours.map((hour) =>
		redis('ZSCORE', hour, 'once')));

	assert.equal(counts.reduce((a, b) => a + Number(b ?? 0), 0), 1);
});

test('tags of every script are shown, and lead right', async () => {
	const tags = ['élan', 'שלום', 'شَدَّة', '漢字', 'a_b'];

	await redis('DEL', ...await redis('KEYS', 'trend:*'));
	await write(anna, tags.map((tag) => `#${tag}`).join(' '));
	await redis('DEL', 'cache:trending');
	const found = trending((await out.get('/timeline')).text);

	assert.deepEqual(found.map(({ name }) => name).sort(), tags.sort());
	for (const { name, path } of found) {
		assert.match(path, /^\/tag\/[A-Za-z0-9._~%-]+$/);
		assert.equal(heading((await out.get(path)).text), `#${name}`);
	}
});

test('ten are shown, also after a day of a hundred', async () => {
	const hour = Math.floor(Date.now() / 3600000);

	for (let i = 0; i < 100; i++)
		await redis('ZADD', `trend:${hour - i % 20}`, 100 + i, `tag${i}`);
	assert.deepEqual(await shownNow(),
		Array.from({ length: 10 }, (_, i) => `tag${99 - i}`));
});

test('while Redis is full it is shown and not cached', async () => {
	await redis('DEL', 'cache:trending');
	await withoutMemory(stack, async () => {
		for (const visitor of [out, anna])
			assert.equal((await shown(visitor)).length, 10);
	});
	assert.equal(await redis('EXISTS', 'cache:trending'), 0);
	assert.equal((await shown()).length, 10);
	assert.equal(await redis('EXISTS', 'cache:trending'), 1);
});
