// Likes: once each, who liked, and the list of your own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { press, state, write } from '../lib/acts.mjs';
import { bodies, heading, pager } from '../lib/page.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const cleo = await member(url, 'cleo');
const many = await Promise.all(Array.from({ length: 20 }, (_, i) =>
	member(url, `many${i}`)));
const out = new Visitor(url);

test('a like counts once, however often it is sent', async () => {
	const id = await write(anna, 'Like me.');
	const path = `/@anna/${id}`;

	for (let i = 0; i < 3; i++)
		assert.equal((await ben.post('/act', { like: id, back: path })).location,
			`${path}#p${id}`);
	assert.deepEqual(await state(ben, path, id), [true, 1, false, 0]);
	assert.deepEqual(await state(anna, path, id), [false, 1, false, 0]);
	await press(anna, path, 'like', id);
	assert.deepEqual(await state(ben, path, id), [true, 2, false, 0]);
	for (let i = 0; i < 2; i++)
		await ben.post('/act', { unlike: id });
	assert.deepEqual(await state(ben, path, id), [false, 1, false, 0]);
	assert.deepEqual(await state(anna, path, id), [true, 1, false, 0]);
});

test('twenty press at once, and each counts', async () => {
	const id = await write(anna, 'Everybody?');
	const all = (button) => Promise.all(many.map((visitor) =>
		visitor.post('/act', { [button]: id })));

	await Promise.all([...many, ...many].map((m) => m.csrf()));
	for (const button of ['like', 'repost']) {
		for (const { status } of await all(button))
			assert.equal(status, 303);
	}
	assert.deepEqual(await state(anna, `/@anna/${id}`, id),
		[false, 20, false, 20]);
	for (const button of ['unlike', 'unrepost'])
		await all(button);
	assert.deepEqual(await state(anna, `/@anna/${id}`, id),
		[false, 0, false, 0]);
	assert.equal(await redis('EXISTS', `likes:${id}`, `reposts:${id}`), 0);
});

const likedBy = (html) => html.match(
	/<p class="known">Liked by(.*?)<\/p>/s)?.[1]
	.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

test('a permalink names who likes it, the latest first', async () => {
	const id = await write(anna, 'By name.');
	const text = async () => (await out.get(`/@anna/${id}`)).text;

	assert.equal(likedBy(await text()), undefined);
	await ben.post('/act', { like: id });
	assert.equal(likedBy(await text()), '@ben');
	assert.match(await text(), /Liked by\s*<a href="\/@ben">/);
	const likers = Array.from({ length: 10 }, (_, i) => `many${i}`);

	for (const [i, name] of likers.entries())
		await redis('ZADD', `likes:${id}`, 4e9 + i,
			await redis('HGET', 'users', name));
	await redis('HSET', `post:${id}`, 'likes', 11);
	const ten = [...likers].reverse().map((name) => `@${name}`).join(', ');

	assert.equal(likedBy(await text()), `${ten} and 1 other`);
	await cleo.post('/act', { like: id });
	assert.equal(likedBy(await text()), `${ten} and 2 others`);
	assert.doesNotMatch((await out.get('/timeline')).text, /Liked by/);
});

test('/likes holds what you like, the latest like first', async () => {
	const dora = await member(url, 'dora');
	const ids = [];
	const empty = await dora.get('/likes');

	assert.equal(heading(empty.text), 'Your likes');
	assert.match(empty.text, /No posts here\./);
	for (let i = 0; i < 12; i++)
		ids.push(await write(anna, `Number ${i}`));
	const me = await redis('HGET', 'users', 'dora');

	for (const [i, id] of ids.entries()) {
		await dora.post('/act', { like: id });
		// The last post was liked first.
		await redis('ZADD', `liked:${me}`, 1000 - i, id);
	}
	const first = await dora.get('/likes');

	assert.deepEqual(bodies(first.text), Array.from({ length: 10 },
		(_, i) => `Number ${i}`));
	const { Older } = pager(first.text);

	assert.equal(Older, `?start=10&after=${ids[9]}`);
	const older = await dora.get(`/likes${Older}`);

	assert.deepEqual(bodies(older.text), ['Number 10', 'Number 11']);
	assert.deepEqual(pager(older.text), { Newer: '?start=0' });
	await press(dora, '/likes', 'like', ids[0]);
	assert.equal(bodies((await dora.get('/likes')).text)[0], 'Number 1');
	await anna.post('/delete', { id: ids[1] });
	assert.equal(bodies((await dora.get('/likes')).text)[0], 'Number 2');
	for (const start of ['99', '-1', 'x', '9'.repeat(40)])
		assert.deepEqual(bodies((await dora.get(
			`/likes?start=${start}`)).text), []);
	assert.match((await dora.get('/@dora')).text, /href="\/likes"/);
	assert.doesNotMatch((await dora.get('/@anna')).text, /href="\/likes"/);
});

test('your likes are shown to you alone', async () => {
	assert.equal((await out.get('/likes')).location, '/login?back=%2Flikes');
	for (const method of ['POST', 'PUT', 'DELETE']) {
		const answer = await anna.send(method, '/likes');

		assert.equal(answer.status, 405);
		assert.equal(answer.headers.allow, 'GET, HEAD');
	}
	assert.equal((await anna.send('HEAD', '/likes')).status, 200);
	assert.equal(await anna.moved('/likes/'), '/likes');
});
