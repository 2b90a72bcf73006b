// A running site meets a later layout, as after an update or a restored backup;
// and single keys that another program has written.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bodies } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { settled } from '../lib/redis.mjs';
import { borrowStack, programs } from '../lib/stack.mjs';
import { run } from '../lib/program.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { dump, openRedis, putAside } from '../lib/wire.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.follow('anna');
await ben.get('/');
await anna.write('hello #all');
await anna.csrf();

const workerLog = () => readFileSync(`${stack.var}/log/worker.log`, 'utf8');

test('a later layout: nothing is written, until it is ours again', async () => {
	await redis('SET', 'layout', 2);
	await until('the worker has noticed', () =>
		/a newer Retwis/.test(workerLog()));
	await redis('LPUSH', '{fanout}:jobs', '1795260308 0 post 1 1 nonce');
	const before = await dump(redis);

	for (const [who, path, fields] of [
		[anna, '/post', { status: 'more', nonce: 'n' }],
		[anna, '/act', { like: 1 }], [anna, '/act', { repost: 1 }],
		[anna, '/follow', { follow: 2 }], [anna, '/delete', { id: 1 }],
		[anna, '/bio', { bio: 'x' }], [anna, '/feed', {}],
		[anna, '/scheduled', { id: 'x' }], [anna, '/logout', {}],
		[new Visitor(url), '/login', { username: 'anna', password }],
		[new Visitor(url), '/register', { username: 'carl', password,
			password2: password }]])
		assert.equal((await who.post(path, fields)).status, 503, path);
	for (const path of ['/', '/timeline', '/@anna', '/notifications'])
		assert.equal((await anna.get(path)).status, 503, path);
	assert.deepEqual(await dump(redis), before);
	const check = await run(`${programs}/home`, ['--check'],
		{ RETWIS_REDIS: stack.address });

	assert.equal(check.status, 65);
	assert.match(check.errors, /^retwis: the database has the layout 2, .*\n$/);
	await redis('SET', 'layout', 1);
	assert.equal((await anna.write('more')).status, 303);
	await settled(redis);
	assert.deepEqual(bodies((await ben.get('/')).text),
		['more', 'hello #all']);
});

test('a post that is no post is passed over on every page', async () => {
	await anna.write('a good one #all');
	await ben.post('/act', { like: 1 });
	await settled(redis);
	await redis('RENAME', 'post:1', 'aside');
	await redis('SET', 'post:1', '1000|1236000000|of 2009');
	for (const path of ['/', '/timeline', '/@anna', '/tag/all', '/likes',
		'/notifications', '/timeline.atom', '/@anna.atom', '/search?q=a'])
		for (const who of [anna, ben]) {
			const { status, text } = await who.get(path);

			assert.equal(status, 200, path);
			assert.doesNotMatch(text, /hello #|of 2009/, path);
		}
	assert.equal((await anna.get('/@anna/1')).status, 404);
	await redis('DEL', 'post:1');
	await redis('RENAME', 'aside', 'post:1');
});

// A key of the wrong type is treated as missing; if a decision depends on it,
// that is an error.
const wrongKeys = ['own:1', 'posts:1', 'timeline', 'tag:all', 'tags',
	'likes:1', 'reposts:1', 'replies:1', 'notices:1',
	'notices:2', 'followers:2', 'members', 'users_by_time', 'auths', 'names',
	'cache:trending', 'known:1', 'erasing', '{later}:of:1', '{seen}:due'];

test('a key of another type keeps nobody from anything else', async () => {
	const hour = Math.floor(Date.now() / 3600000);
	const direct = openRedis(stack.socket);

	await ben.post('/post', { status: 'an answer', reply_to: 1, nonce: 'a' });
	await ben.post('/act', { repost: 1 });
	await anna.follow('ben');
	await settled(redis);
	const restore = await putAside(direct);

	for (const key of [...wrongKeys, `trend:${hour}`, `trend:${hour + 1}`])
		for (const [path, fields] of [
			['/post', { status: 'hello #all @ben', nonce: 'b' }],
			['/post', { status: 'more', reply_to: 1, nonce: 'c' }],
			['/act', { repost: 3 }], ['/act', { like: 1 }],
			['/delete', { id: 1 }], ['/follow', { unfollow: 2 }],
			['/login', { username: 'anna', password }],
			['/logout', {}]]) {
			const who = path === '/login' ? new Visitor(url) : anna;
			const cookies = new Map(anna.cookies);

			await restore();
			await redis('DEL', 'posts:1', key);
			await redis('SET', key, 'of another type');
			for (const answer of [await who.submit(path, fields),
				await who.get('/'), await who.get('/scheduled')])
				assert.ok(answer.status < 400,
					`${key}: ${path} ${answer.status}`);
			anna.cookies = cookies;
		}
	await restore();
});
