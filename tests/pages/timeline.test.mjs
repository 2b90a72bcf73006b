// Everybody's timeline.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { newest, posts } from '../lib/page.mjs';
import { numbered, writersOf } from './lib/writers.mjs';

const { url } = await borrowStack();
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
