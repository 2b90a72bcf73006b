// Everybody's timeline, to its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { bodies, newest, pager, posts } from '../lib/page.mjs';
import { numbered, writersOf } from './lib/writers.mjs';

const { url, redis } = await borrowStack();
const nobody = new Visitor(url);
const { newMember, writer } = writersOf(url);

// Ten members are shown, and there are more.
for (let i = 0; i < 10; i++)
	await newMember();

test('the timeline has the newest 50 posts and 10 members', async () => {
	const anna = await writer(30);
	const ben = await writer(25);
	const page = await nobody.get('/timeline');
	const shown = posts(page.text);

	assert.equal(shown.length, 50);
	assert.deepEqual(shown.map((p) => p.body),
		[...numbered(25, 1), ...numbered(30, 6)]);
	assert.equal(shown[0].name, ben.name);
	assert.equal(shown[49].profile, `/@${anna.name}`);
	const names = newest(page.text);

	assert.equal(names.length, 10);
	assert.ok(names.some((n) => n.name === ben.name));
	for (const { name, path } of names)
		assert.equal(path, `/@${name}`);
});

const idOf = ({ path }) => path.split('/').at(-1);

// The ids on each page, as "Older" leads from one to the next.
async function turn(visitor, between = () => {}) {
	const pages = [];

	for (let link = ''; link !== undefined;) {
		const { status, text } = await visitor.get(`/timeline${link}`);

		assert.equal(status, 200, link);
		pages.push(posts(text).map(idOf));
		link = pager(text).Older;
		await between(pages);
	}
	return pages;
}

test('older posts are one link away, to the last that is stored', async () => {
	const carl = await newMember();

	for (let i = 0; i < 60; i++)
		await carl.submit('/post', { status: `more ${i}`, nonce: `more${i}` });
	const all = await redis('LRANGE', 'timeline', 0, -1);

	assert.equal(all.length, 115);
	for (const visitor of [nobody, carl]) {
		const pages = await turn(visitor);

		assert.deepEqual(pages.map(({ length }) => length), [50, 50, 15]);
		assert.deepEqual(pages.flat(), all);
	}
	const second = await nobody.get(`/timeline?start=50&after=${all[49]}`);

	assert.deepEqual(pager(second.text), { Newer: '?start=0',
		Older: `?start=100&after=${all[99]}` });
	assert.deepEqual(bodies((await nobody.get('/timeline?start=2000')).text), []);
});

test('no post is shown twice or left out while others come and go', async () => {
	const dora = await newMember();
	const all = await redis('LRANGE', 'timeline', 0, -1);
	let written = 0;
	const pages = await turn(dora, async (before) => {
		for (let i = 0; i < 3; i++)
			await dora.submit('/post', { status: 'between',
				nonce: `between${written++}` });
		// The last post of a page is where the next one begins.
		if (before.length === 1)
			await redis('LREM', 'timeline', 1, before[0].at(-1));
	});

	assert.deepEqual(pages.flat(), all);
});

test('only the first page announces newer posts', async () => {
	const emil = await newMember();
	const live = / data-from="\/live\?at=timeline/;

	assert.match((await emil.get('/timeline')).text, live);
	assert.doesNotMatch((await emil.get('/timeline?start=50')).text, live);
});
