// retwis-admin import: imports the databases of much older Retwis programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { people, posts } from '../lib/page.mjs';
import { indexed } from '../lib/redis.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { cut, dump, openProxy } from '../lib/wire.mjs';
import { atEachCommand } from './lib/admin.mjs';
import { openImport } from './lib/importing.mjs';
import { edition2009, retwisJ, retwisRb } from './lib/older.mjs';

const { stack, redis, old, admin, source, fill, bring, signIn, bodiesAt,
	refused } = await openImport();
const DB = 5;

/* ---- the three of them --------------------------------------------------- */

const long = 'long '.repeat(200).trim();

test('the edition of 2009, with all its oddities', async () => {
	await fill(edition2009);
	assert.equal(await bring(), 'Imported from Retwis 2009: members 3, ' +
		'posts 5, replies among them 0, follows 3\n' +
		'  1 texts were Windows-1252\n' +
		'  1 posts without a time got the time of the post before\n' +
		'  1 posts without an author left out\n' +
		'  1 posts without a text left out\n' +
		'  2 self-follows and follows of missing members left out\n');
	assert.equal(await redis('GET', 'next_user_id'), '1007');
	assert.equal(await redis('GET', 'next_post_id'), '10343');
	assert.equal(await redis('HGET', 'post:4', 'time'), '1236000100');
	const anna = await signIn('Anna Smith');

	const [begun, ...others] = await bodiesAt(anna, '/');

	// The rest is folded here, but not on the post's own page.
	assert.ok(begun.length > 100 && long.startsWith(begun), begun);
	assert.deepEqual(await bodiesAt(anna, '/@Anna%20Smith/10343'), [long]);
	assert.deepEqual(others, ['café€', 'one\ufffdt\ufffdwo',
		'Hello @carl, #tea?', 'Hello | world']);
	assert.deepEqual(await bodiesAt(anna, '/@Anna%20Smith'),
		[begun, 'one\ufffdt\ufffdwo', 'Hello | world']);
	assert.deepEqual(await bodiesAt(anna, '/tag/tea'), ['Hello @carl, #tea?']);
	const fans = await anna.get('/@Anna%20Smith/followers');

	assert.deepEqual(people(fans.text).map((p) => p.name).sort(),
		['ben', 'carl']);
	const { text } = await anna.get('/@ben/2');

	assert.match(text, /<a href="\/@carl">@carl<\/a>/);
	assert.equal(posts(text)[0].when, '2009-03-02T13:21:40Z');
});

test('of 2009, a name that only leads to its member', async () => {
	await fill(edition2009);
	await old('DEL', 'uid:1007:username', 'uid:1001:username');
	assert.match(await bring(), /members 3, posts 5, .* follows 3\n/);
	await signIn('carl');
	const ben = await signIn('ben');

	assert.deepEqual(await bodiesAt(ben, '/@ben'),
		['café€', 'Hello @carl, #tea?']);
});

test('keys of the wrong type count as missing', async () => {
	await fill(edition2009);
	await old('DEL', 'uid:1001:followers', 'uid:1007:username', 'post:2');
	await old('LPUSH', 'uid:1001:followers', 1000);
	await old('LPUSH', 'uid:1007:username', 'carl');
	await old('LPUSH', 'post:2', 'no post');
	assert.match(await bring(), new RegExp('members 2, posts 4, .* follows 2' +
		'\\n(.*\\n)*  1 members without a name left out'));
});

test('nobody is notified of what happened long ago', async () => {
	await fill(edition2009);
	await bring();
	assert.deepEqual(await redis('KEYS', 'notices:*'), []);
	assert.deepEqual(await redis('KEYS', 'trend:*'), []);
	assert.equal(await redis('EXISTS', 'outbox', '{fanout}:jobs'), 0);
});

test('Retwis-RB, whose passwords are wrapped', async () => {
	await fill(retwisRb);
	assert.equal(await bring(), 'Imported from Retwis rb: members 2, ' +
		'posts 3, replies among them 0, follows 1\n' +
		'  1 posts without a time got the time of the post before\n');
	const stored = await redis('HGET', 'user:1', 'password');

	assert.match(stored, /^\$md5\$salt\|1\|\$argon2id\$/);
	const wrong = new Visitor(stack.url);

	for (const guess of [stored, 'pass of ben', stored.slice(-32)])
		assert.equal((await wrong.login('anna', guess)).status, 401);
	const anna = await signIn('anna');

	assert.deepEqual(await bodiesAt(anna, '/@anna'),
		['the third', 'the first']);
	assert.match(await redis('HGET', 'user:1', 'password'), /^\$argon2id\$/);
	await signIn('anna');
	for (const id of [3, 4, 12])
		assert.equal(await redis('HGET', `post:${id}`, 'time'),
			String(Date.UTC(2009, 5, 21, 9, 30) / 1000));
	assert.deepEqual(await bodiesAt(await signIn('ben'), '/'),
		['the third', '@anna the second', 'the first']);
});

test('Retwis-J, with its replies', async () => {
	await fill(retwisJ);
	assert.equal(await bring(), 'Imported from Retwis java: members 2, ' +
		'posts 6, replies among them 2, follows 1\n' +
		'  1 self-follows and follows of missing members left out\n');
	const anna = await signIn('anna');

	for (const path of ['/@anna/1', '/@ben/2'])
		assert.deepEqual(await bodiesAt(anna, path),
			['a question', '@anna an answer', 'and thanks'], path);
	assert.equal(await redis('HGET', 'post:2', 'time'), '1300000003');
	assert.equal(await redis('HGET', 'post:1', 'replies'), '1');
	assert.equal(await redis('HGET', 'post:5', 'reply_to'), null);
	// They join the conversation.
	assert.deepEqual(await redis('ZRANGE', 'conversation:1', 0, -1),
		['2 1', '3 2']);
	assert.equal(await redis('HGET', 'post:3', 'root'), '1');
});

test('a clear-text password is hashed, now or at the first sign-in', async () => {
	await fill(retwisJ);
	await bring('--lazy');
	assert.equal(await redis('HGET', 'user:1', 'password'), 'pass of anna');
	await signIn('anna');
	assert.match(await redis('HGET', 'user:1', 'password'), /^\$argon2id\$/);
	await fill(retwisJ);
	await bring();
	assert.match(await redis('HGET', 'user:2', 'password'), /^\$argon2id\$/);
	await signIn('ben');
});

/* ---- again --------------------------------------------------------------- */

test('begun again it imports what is new, and duplicates nothing', async () => {
	await fill(edition2009);
	await bring();
	await indexed(redis);
	const before = await dump(redis);

	assert.match(await bring(), /members 0, posts 0, .* follows 0\n/);
	assert.deepEqual(await dump(redis), before);
	await old('SET', 'post:10344', '1007|1236000700|late');
	assert.match(await bring(), /members 0, posts 1, /);
	assert.deepEqual(await redis('LRANGE', 'own:1007', 0, -1), ['10344']);
});

test('a password that was changed since is kept', async () => {
	await fill(retwisJ);
	await bring();
	await redis('HSET', 'user:1', 'password', 'another');
	await redis('HDEL', 'import', 'posts');
	await bring();
	assert.equal(await redis('HGET', 'user:1', 'password'), 'another');
	assert.equal(await redis('LLEN', 'own:1'), 2);
});

test('a member who was deleted since is not imported again', async () => {
	await fill(edition2009);
	await bring();
	assert.equal((await admin(['delete', '--yes', 'ben'])).status, 0);
	assert.match(await bring(), /members 0, posts 0, /);
	assert.equal(await redis('EXISTS', 'user:1001', 'following:1001'), 0);
	assert.equal(await redis('HGET', 'users', 'ben'), null);
});

test('a member whose id is in use by now is not imported', async () => {
	await fill(edition2009);
	await bring();
	await member(stack.url, 'dora');
	assert.equal(await redis('HGET', 'users', 'dora'), '1008');
	await old('SET', 'uid:1008:username', 'erik');
	await old('SET', 'uid:1008:password', 'pass of erik');
	await old('SET', 'post:10344', '1008|1236000700|not by dora');
	assert.match(await bring(), new RegExp('members 0, posts 0, .*\n' +
		'  1 members left out: their ids are in use\n' +
		'  1 posts without an author left out\n'));
	assert.equal(await redis('HGET', 'users', 'erik'), null);
	assert.equal(await redis('EXISTS', 'own:1008'), 0);
});

// Salts of hashes are random, some times are the current time, and a worker is
// indexing what has been imported.
async function known() {
	const all = Object.entries(await dump(redis))
		.filter(([key]) => !/^zset (indexing|word:)/.test(key));

	return JSON.parse(JSON.stringify(Object.fromEntries(all))
		.replace(/\$argon2id\$[^"]*/g, 'hash')
		.replace(/(?<="|=)(1[7-9]|[2-9]\d)\d{8}(?=")/g, 'now'));
}

for (const edition of [edition2009, retwisRb, retwisJ])
	test(`cut off after any command, and begun again: ${edition.name}`,
		async () => {
			const prepare = () => fill(edition);
			const words = ['import', '--lazy', source];

			await prepare();
			assert.equal((await admin(words)).status, 0);
			const expected = await known();
			const commands = await atEachCommand(stack, words, {
				prepare,
				meanwhile: cut,
				check: async (ran, after) => {
					if (ran.status !== 0)
						assert.equal((await admin(words)).status, 0);
					assert.deepEqual(await known(), expected, `${after}`);
				} });

			assert.ok(commands > 40, `only ${commands} commands`);
		});

test('the source dies half way', async () => {
	await fill(retwisJ);
	const proxy = await openProxy(`${stack.var}/source.sock`, old.socket,
		12, cut);
	const ran = await admin(['import', `${proxy.address}?db=${DB}`]);

	await proxy.close();
	assert.equal(ran.status, 1);
	assert.match(ran.errors, /Redis does not answer.*; run it again to finish/);
	assert.match(await bring(), /posts \d, /);
	assert.equal(await redis('LLEN', 'timeline'), 6);
});

/* ---- refused ------------------------------------------------------------- */

test('a source that is no older Retwis, or two at once', async () => {
	await fill();
	await refused([source], /no older Retwis has members there/);
	await redis('HSET', 'user:1', 'username', 'anna');
	await redis('DEL', 'user:1');
	await fill(retwisRb, retwisJ);
	await refused([source], /two older Retwis have data there: .* --from/);
	const other = await admin(['import', '--from', 'php', source]);

	assert.equal(other.status, 2);
	assert.match(other.errors, /--from must be 2009, rb or java/);
	await refused(['--from', '2009', source], /has no members there/);
	assert.deepEqual(await dump(redis), {});
	assert.match(await bring('--from', 'rb'), /Retwis rb: members 2, /);
	await refused(['--from', 'java', source], /read it as another layout/);
});

test('an address that makes no sense, or where nobody is', async () => {
	await fill(retwisJ);
	await refused(['http://x'], /the source must be unix:PATH/);
	await refused([`${source}x`], /the source must be unix:PATH/);
	await refused(['unix:/nowhere'], /no Redis answers as expected at unix:\/nowhere/);
	assert.deepEqual(await dump(redis), {});
});

test('a Redis that wants a password', async () => {
	await fill(retwisJ);
	await old('CONFIG', 'SET', 'requirepass', 'tea');
	try {
		const without = await admin(['import', source]);

		assert.match(without.errors, /no Redis answers as expected at /);
		const wrong = await admin(['import', source],
			{ env: { RETWIS_IMPORT_PASSWORD: 'coffee' } });

		assert.equal(wrong.status, 1);
		assert.doesNotMatch(wrong.errors, /coffee/);
		const ran = await admin(['import', source],
			{ env: { RETWIS_IMPORT_PASSWORD: 'tea' } });

		assert.equal(ran.errors, '');
		assert.match(ran.output, /members 2, posts 6/);
	} finally {
		await old('CONFIG', 'SET', 'requirepass', '');
	}
});

test('a site of PHP Retwis, and the database itself', async () => {
	await fill(retwisJ);
	await redis('HSET', 'users', 'anna', 1);
	await redis('SET', 'next_user_id', 1);
	const before = await dump(redis);

	await refused([source], /not adopted yet: run retwis-admin adopt first/);
	assert.deepEqual(await dump(redis), before);
	await redis('FLUSHALL');
	await retwisJ(redis);
	const ran = await admin(['import', `unix:${stack.socket}`]);

	assert.equal(ran.status, 1);
	assert.match(ran.errors, /Retwis-J/);
});

test('another source, until the first is forgotten', async () => {
	await fill(retwisJ);
	await bring();
	await redis('HSET', 'import', 'source', 'started again/5');
	assert.match(await bring(), /members 0, posts 0, /);
	await old('HSET', 'uid:2', 'name', 'another');
	await redis('HSET', 'import', 'source', 'another/5');
	await refused([source], /an import of another database was started here/);
	assert.equal((await admin(['import', '--forget'])).status, 0);
	assert.equal(await redis('EXISTS', 'import'), 0);
	assert.match(await bring(), /members 2, posts 6, .*\n.* in archives/);
});

test('--dry-run says what would be imported', async () => {
	await fill(edition2009);
	const ran = await admin(['import', '--dry-run', source]);

	assert.equal(ran.status, 0);
	assert.match(ran.output, /^Found in Retwis 2009: members 3, posts 7/);
	assert.deepEqual(await dump(redis), {});
});
