// retwis-admin adopt: the database of the PHP original becomes ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMemory } from '../lib/outage.mjs';
import { bodies } from '../lib/page.mjs';
import { run } from '../lib/program.mjs';
import { borrowStack, build, programs } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { adminOf, placesOf, program } from './lib/admin.mjs';
import { Php, smallSite, writtenBy } from './lib/classic.mjs';
import { dump, openRedis } from '../lib/wire.mjs';
import { wordDigest } from '../lib/words.mjs';

const stack = await borrowStack();
const redis = openRedis(stack.socket);
const admin = adminOf(stack);

const own = (id) => redis('LRANGE', `own:${id}`, 0, -1);

const since = 'PHP Retwis has written here since the last time. To add that ' +
	'to home\ntimelines, run retwis-admin rebuild --all. To go on using ' +
	'PHP, see RETWIS_SHARED.\n';

async function adopt(expected) {
	const ran = await admin(['adopt']);

	assert.equal(ran.errors, '');
	assert.equal(ran.status, 0);
	assert.equal(ran.output, `Adopted: members ${expected.members}, ` +
		`posts added ${expected.posts}, ` +
		`older names added ${expected.names}\n` +
		'Sessions that PHP Retwis started have ended: these members must ' +
		'sign in again.\n' + (expected.since ? since : ''));
}

test('each member gets the own posts, newest first', async () => {
	const { anna, ben, carl } = await smallSite(redis);
	const before = await dump(redis);

	await adopt({ members: 3, posts: 12, names: 2 });
	const after = await dump(redis);

	// Nothing in the database can open a session any more.
	delete before['hash auths'];
	for (const id of [anna, ben, carl])
		before[`hash user:${id}`] = before[`hash user:${id}`]
			.filter((field) => !field.startsWith('auth='));
	// The index of words, by number.
	const indexed = (word, ...ids) => [`zset word:${wordDigest(word)}`,
		ids.flatMap((id) => [`${id}`, `${id}`])];
	const index = Object.fromEntries([
		indexed('by', ...Array.from({ length: 12 }, (_, i) => i + 1)),
		indexed('from:anna smith', 1, 4, 7, 10),
		indexed('from:ben', 2, 5, 8, 11), indexed('from:carl', 3, 6, 9, 12)]);

	assert.deepEqual(after, { ...before, ...index,
		'string layout': '1',
		'hash names': [`anna smith=${anna}`, `carl=${carl}`],
		'zset members': [`anna smith\t${anna}`, '0', `ben\t${ben}`,
			'0', `carl\t${carl}`, '0'],
		'zset directory': [`anna smith\t${anna}`, '0', `ben\t${ben}`,
			'0', `carl\t${carl}`, '0'],
		[`list own:${anna}`]: ['10', '7', '4', '1'],
		[`list own:${ben}`]: ['11', '8', '5', '2'],
		[`list own:${carl}`]: ['12', '9', '6', '3'],
	});
	await adopt({ members: 3, posts: 0, names: 0 });
	assert.deepEqual(await dump(redis), after);
});

test('the pages show what was adopted', async () => {
	await smallSite(redis);
	await adopt({ members: 3, posts: 12, names: 2 });
	const page = await new Visitor(stack.url).get('/@Anna%20Smith');

	assert.deepEqual(bodies(page.text),
		['3 by 1', '2 by 1', '1 by 1', '0 by 1']);
});

test('an older name in small letters is nobody else\'s any more', async () => {
	await smallSite(redis);
	await adopt({ members: 3, posts: 12, names: 2 });
	const answer = await new Visitor(stack.url).register('carl');

	assert.equal(answer.status, 422);
	assert.match(answer.text, /name is taken/);
});

test('of older names that differ only in capitals, the oldest counts', async () => {
	await redis('FLUSHALL');
	const php = new Php(redis);

	for (let i = 0; i < 1200; i++)
		await php.register(`Extra ${i}`);
	for (const name of ['aLICE', 'ALICE', 'Alice'])
		await php.register(name);
	await adopt({ members: 1203, posts: 0, names: 1201 });
	assert.equal(await redis('HGET', 'names', 'alice'), '1201');
	assert.equal(await redis('HGET', 'names', 'extra 1199'), '1200');
});

test('posts by PHP between ours are put in their place', async () => {
	const { php, anna } = await smallSite(redis);
	const visitor = new Visitor(stack.url);

	await adopt({ members: 3, posts: 12, names: 2 });
	await visitor.login('Anna Smith', 'clear text');
	for (let i = 0; i < 6; i++) {
		const answer = await visitor.write(`ours ${i}`);

		assert.equal(answer.status, 303);
		await php.post(anna, 'theirs');
		await php.post(anna, 'theirs again');
	}
	assert.equal((await own(anna)).length, 10);
	await adopt({ members: 3, posts: 12, names: 0, since: true });
	await adopt({ members: 3, posts: 0, names: 0 });
	assert.deepEqual(await own(anna), await writtenBy(redis, anna));
});

test('a database where we wrote before it is adopted', async () => {
	const { php, anna } = await smallSite(redis);
	const visitor = new Visitor(stack.url);

	visitor.cookies.set('auth', 'secret0of0AnnaSmith');
	await visitor.write('ours');
	await php.post(anna, 'theirs');
	await visitor.write('ours again');
	await adopt({ members: 3, posts: 13, names: 2 });
	assert.deepEqual(await own(anna), await writtenBy(redis, anna));
});

test('twenty thousand posts', async () => {
	await redis('FLUSHALL');
	const php = new Php(redis);
	const anna = await php.register('anna');
	const load = [];

	for (let id = 1; id <= 25000; id++) {
		load.push(redis('HSET', `post:${id}`, 'user_id',
			id % 5 ? anna : 99, 'time', id, 'body', 'b'));
		load.push(redis('LPUSH', `posts:${anna}`, id));
	}
	await Promise.all([...load, redis('SET', 'next_post_id', 25000)]);
	await adopt({ members: 1, posts: 20000, names: 0 });
	assert.deepEqual(await own(anna), await writtenBy(redis, anna));
	assert.equal(await redis('LLEN', `posts:${anna}`), 25000);
	await redis('LREM', `own:${anna}`, 1, 24999);
	await redis('LREM', `own:${anna}`, 1, 12344);
	await redis('LREM', `own:${anna}`, 1, 1);
	await adopt({ members: 1, posts: 3, names: 0, since: true });
	assert.deepEqual(await own(anna), await writtenBy(redis, anna));
});

test('posts that are gone, members without posts or a hash', async () => {
	const { php, anna } = await smallSite(redis);

	await php.register('silent');
	await redis('DEL', 'post:4', 'user:3');
	await adopt({ members: 4, posts: 11, names: 1 });
	assert.deepEqual(await own(anna), ['10', '7', '1']);
});

test('a list out of order, with ids twice; a member twice', async () => {
	const { anna } = await smallSite(redis);

	await redis('LPUSH', 'posts:1', 4, 1, 7);
	await redis('HSET', 'users', 'another name', anna);
	await adopt({ members: 3, posts: 12, names: 2 });
	assert.deepEqual(await own(anna), ['10', '7', '4', '1']);
});

// 2009, Retwis-RB and Retwis-J; test_foreign.c has more of them.
for (const [key, whose] of [['global:nextUserId', '2009'],
	['user:uid', 'Retwis-RB'], ['global:uid', 'Retwis-J']])
	test(`a database with ${key} is recognised, and is not changed`, async () => {
		await redis('FLUSHALL');
		await redis('SET', key, 1003);
		await redis('SET', 'post:1', '1000|1236000000|hello');
		const before = await dump(redis);

		for (const [program, ...words] of [[`${build}/retwis-admin`,
			'adopt'], [`${build}/retwis-admin`, 'check', '--repair'],
		[`${build}/retwis-worker`, '--check'],
		[`${build}/retwis-live`, '--check'],
		[`${programs}/home`, '--check']]) {
			const ran = await run(program, words,
				{ RETWIS_REDIS: stack.address });

			assert.equal(ran.status, 1, program);
			assert.match(ran.errors, new RegExp(whose), program);
			assert.equal(ran.errors.trim().split('\n').length, 1);
		}
		assert.deepEqual(await dump(redis), before);
	});

test('an empty database', async () => {
	await redis('FLUSHALL');
	await adopt({ members: 0, posts: 0, names: 0 });
	assert.deepEqual(await dump(redis), { 'string layout': '1' });
});

test('Redis without memory: an error, and it continues later', async () => {
	const { anna } = await smallSite(redis);

	await withoutMemory(stack, async () => {
		const ran = await admin(['adopt']);

		assert.equal(ran.status, 1);
		assert.match(ran.errors, new RegExp('^retwis: Redis saves nothing, ' +
			'since its memory has reached maxmemory: .*\nretwis-admin: ' +
			'Redis cannot save anything right now \\(memory or disk full, ' +
			'or a replica\\); run it again to finish\n$'));
		assert.equal(await redis('EXISTS', 'layout'), 0);
	});
	await adopt({ members: 3, posts: 12, names: 2 });
	assert.deepEqual(await own(anna), ['10', '7', '4', '1']);
});

test('nobody can read the report: the exit status shows the result', async () => {
	await smallSite(redis);
	const ran = await run('sh', ['-c', `exec ${program} adopt >/dev/full`],
		placesOf(stack));

	assert.equal(ran.status, 1);
	assert.equal(ran.errors, 'retwis-admin: cannot write the output\n');
	assert.equal(await redis('GET', 'layout'), '1');
});

test('a key of another type: an error, and home timelines stay', async () => {
	await smallSite(redis);
	await redis('SET', 'own:2', 'what is this');
	const ran = await admin(['adopt']);

	assert.equal(ran.status, 1);
	assert.match(ran.errors, /run retwis-admin check to find the reason; run it again/);
	assert.equal(await redis('EXISTS', 'layout'), 0);
});
