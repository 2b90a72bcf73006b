// The posts with a tag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, heading, pager, posts } from '../lib/page.mjs';
import { writeIn } from './lib/writers.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);

const write = writeIn(redis);

test('a tag has its posts, in any case, by tens', async () => {
	for (let i = 0; i < 11; i++)
		await write(i % 2 ? anna : ben, `${i} #Regatta`);
	const first = await out.get('/tag/rEGATTA');

	assert.equal(heading(first.text), '#regatta');
	assert.equal(bodies(first.text).length, 10);
	assert.equal(bodies(first.text)[0], '10 #Regatta');
	const older = await out.get(`/tag/regatta${pager(first.text).Older}`);

	assert.deepEqual(bodies(older.text), ['0 #Regatta']);
	for (const start of ['99', '-1', 'x'])
		assert.deepEqual(bodies((await out.get(
			`/tag/regatta?start=${start}`)).text), []);
});

test('a tag that nobody used is an empty page', async () => {
	for (const tag of ['nothing', '%F0%9F%A6%8A', '%ff', '%3Cb%3E', '%2F',
		'x'.repeat(1000)]) {
		const { status, text } = await out.get(`/tag/${tag}`);

		assert.equal(status, 200, tag);
		assert.deepEqual(posts(text), []);
		assert.doesNotMatch(text, /<b>/);
	}
	for (const [path, status] of [['/tag', 404], ['/tag/a/b', 404],
		['/tag/%zz', 400]])
		assert.equal((await out.get(path)).status, status, path);
	assert.equal(await out.moved('/tag/'), '/tag');
});

test('a tag is the same however it was typed', async () => {
	const typed = ['#caf\u00e9', '#cafe\u0301', '\uff03Caf\u00c9'];

	for (const tag of typed)
		await anna.write(`${tag}!`);
	for (const tag of ['caf\u00e9', 'cafe\u0301', 'CAFE\u0301']) {
		const page = await out.get(`/tag/${encodeURIComponent(tag)}`);

		assert.deepEqual(bodies(page.text),
			[...typed].reverse().map((t) => `${t}!`));
		assert.match(page.text, /<h1><bdi>#caf\u00e9<\/bdi><\/h1>/);
	}
	await anna.write('#7/#2026');
	assert.match((await out.get('/tag/2026')).text, /No posts here/);
});
