// Reposts: in followers' home timelines, taken back, and deleted with their
// post.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { postOn, press, state, write } from '../lib/acts.mjs';
import { bodies, posts } from '../lib/page.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const cleo = await member(url, 'cleo');
const out = new Visitor(url);

await cleo.follow('ben');

test('a repost reaches followers, and can be taken back', async () => {
	const id = await write(anna, 'Pass it on.');

	assert.equal(await postOn(cleo, '/', id), undefined);
	await press(ben, `/@anna/${id}`, 'repost', id);
	for (const path of ['/', '/@ben', '/timeline']) {
		const { by, repost } = await postOn(cleo, path, id);

		assert.equal(by, 'ben', path);
		assert.deepEqual([repost.done, repost.count], [false, 1]);
	}
	assert.equal((await postOn(cleo, '/@anna', id)).by, undefined);
	const [post] = posts((await cleo.get('/')).text);

	assert.equal(post.path, `/@anna/${id}`);
	assert.equal(post.body, 'Pass it on.');
	await press(ben, '/@ben', 'repost', id);
	for (const path of ['/', '/@ben'])
		assert.equal(await postOn(cleo, path, id), undefined, path);
	assert.equal((await postOn(cleo, '/timeline', id)).by, undefined);
	assert.deepEqual(await state(ben, `/@anna/${id}`, id),
		[false, 0, false, 0]);
	await press(ben, `/@anna/${id}`, 'repost', id);
	assert.equal((await postOn(cleo, '/', id)).by, 'ben');
});

test('the address of a repost is that of its post', async () => {
	const id = await write(anna, 'Where am I?');

	await ben.post('/act', { repost: id });
	const [repost] = await redis('LRANGE', 'timeline', 0, 0);

	assert.notEqual(repost, `${id}`);
	for (const name of ['ben', 'anna', 'nobody'])
		assert.equal((await out.get(`/@${name}/${repost}`)).location,
			`/@anna/${id}`);
	assert.equal((await ben.get(`/delete?id=${repost}`)).status, 404);
	// And it has no buttons.
	for (const button of ['like', 'repost'])
		assert.equal((await cleo.post('/act', { [button]: repost })).location,
			`/#p${repost}`);
	const refused = await cleo.post('/post',
		{ status: 'Hm.', reply_to: repost });

	assert.equal(refused.status, 422);
	assert.equal(await redis('EXISTS', `likes:${repost}`,
		`reposts:${repost}`, `replies:${repost}`), 0);
});

test('no page shows a post twice', async () => {
	const id = await write(ben, 'Once.');

	await anna.post('/act', { repost: id });
	await ben.post('/act', { repost: id });
	for (const path of ['/', '/@ben', '/timeline']) {
		const { text } = await cleo.get(path);
		const ids = text.match(/ id="p\d+"/g);

		assert.equal(ids.length, new Set(ids).size, path);
		assert.equal((await postOn(cleo, path, id)).by, 'ben', path);
	}
});

test('of a deleted post no like and no repost is left', async () => {
	const id = await write(anna, 'Gone soon.');

	for (const visitor of [anna, ben, cleo]) {
		await visitor.post('/act', { like: id });
		await visitor.post('/act', { repost: id });
	}
	await anna.post('/delete', { id });
	for (const visitor of [anna, ben, cleo])
		for (const path of ['/', '/@ben', '/@cleo', '/likes', '/timeline'])
			assert.ok(!bodies((await visitor.get(path)).text)
				.includes('Gone soon.'), path);
	assert.equal(await redis('EXISTS', `likes:${id}`, `reposts:${id}`), 0);
	for (const key of [...await redis('KEYS', 'liked:*'),
		...await redis('KEYS', 'reposted:*')])
		assert.equal(await redis('ZSCORE', key, id), null, key);
});

// ---- both buttons at once --------------------------------------------------

// Everything that says whether Dora has reposted the post agrees.
async function agrees(id, note) {
	const claim = await redis('ZSCORE', `reposted:${doraId}`, id);
	const ids = claim ? [`${claim}`] : [];

	assert.deepEqual(await redis('ZRANGE', `reposts:${id}`, 0, -1), ids, note);
	assert.equal(Number(await redis('HGET', `post:${id}`, 'reposts')),
		ids.length, note);
	for (const list of [`own:${doraId}`, 'timeline'])
		for (const entry of await redis('LRANGE', list, 0, -1)) {
			const of = await redis('HGET', `post:${entry}`, 'repost_of');

			assert.ok(of !== `${id}` || ids.includes(entry), `${list} ${note}`);
		}
	for (const entry of ids)
		assert.deepEqual(await redis('HMGET', `post:${entry}`,
			'user_id', 'repost_of', 'gone'), [doraId, `${id}`, null], note);
}

const dora = await member(url, 'dora');
const doraId = `${await redis('HGET', 'users', 'dora')}`;

for (const [rounds, presses] of [[60, 3], [6, 50]])
	test(`${presses} presses of Repost and Undo at once`, async () => {
		for (let round = 0; round < rounds; round++) {
			const id = await write(anna, `Round ${round} of ${presses}.`);
			const first = round % 2;

			if (first)
				await dora.post('/act', { repost: id });
			await Promise.all(Array.from({ length: presses }, (_, i) =>
				dora.post('/act',
					{ [i % 2 === first ? 'repost' : 'unrepost']: id })));
			await agrees(id, `round ${round}`);
			await dora.post('/act', { unrepost: id });
			assert.equal(await redis('EXISTS', `reposts:${id}`), 0);
			assert.equal(await redis('LLEN', `own:${doraId}`), 0);
		}
	});

// ---- classic members and posts --------------------------------------------

test('posts by PHP are liked and reposted, by PHP\'s members too', async () => {
	const name = 'Ada & "Co"/?';
	const visitor = new Visitor(url);
	const shared = await write(anna, 'By one of ours.');

	await redis('HSET', 'user:5000', 'username', name, 'password', 'engine',
		'auth', 'c'.repeat(32));
	await redis('HSET', 'users', name, 5000);
	await redis('HSET', 'auths', 'c'.repeat(32), 5000);
	visitor.cookies.set('auth', 'c'.repeat(32));
	await redis('HSET', 'post:6000', 'user_id', 5000, 'time', 1400000000,
		'body', 'by PHP');
	for (const list of ['own:5000', 'posts:5000', 'timeline'])
		await redis('LPUSH', list, 6000);
	const path = `/@${encodeURIComponent(name)}/6000`;

	await press(ben, path, 'repost', 6000);
	await press(ben, path, 'like', 6000);
	await press(visitor, path, 'like', 6000);
	await press(visitor, '/timeline', 'repost', shared);
	assert.deepEqual(await state(ben, path, 6000), [true, 2, true, 1]);
	assert.equal((await postOn(cleo, '/', 6000)).by, 'ben');
	assert.equal((await postOn(cleo, '/timeline', shared)).by, name);
	assert.match((await out.get(path)).text, /Liked by\s*<a href="\/@(ben|Ada%20)/);
	assert.deepEqual(bodies((await visitor.get('/likes')).text), ['by PHP']);
	await press(visitor, '/likes', 'like', 6000);
	assert.deepEqual(await state(visitor, path, 6000), [false, 1, false, 1]);
});
