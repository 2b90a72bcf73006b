// retwis-admin delete: who and what is deleted, and who and what is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from '../lib/faults.mjs';
import { acts, bodies, count } from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { adminOf, atEachCommand, atTerminal } from './lib/admin.mjs';
import { Php, likeAndRepost, smallSite } from './lib/classic.mjs';
import { dump as dumpAll, openRedis } from '../lib/wire.mjs';

const stack = await borrowStack();
const redis = openRedis(stack.socket);
const admin = adminOf(stack);

// Everything but the log of what hosts do, which has times.
const dump = (connection) => dumpAll(connection, ['log']);

// Every place where a member, or a post by that member, could be left over.
async function tracesOf(id, name) {
	const pairs = (value) => value.some((pair) => pair.endsWith(`=${id}`));
	const rules = [
		[/ post:/, (key, value) => value.includes(`user_id=${id}`)],
		[/ (user|posts|own|followers|following|liked|reposted):/,
			(key) => key.endsWith(`:${id}`)],
		[/ (follow\w+|likes):/, (key, value) => value.some((who, i) =>
			i % 2 === 0 && who === `${id}`)],
		[/ (users|names|auths)$/, (key, value) => pairs(value)],
		[/ users_by_time$/, (key, value) => value.includes(name)],
	];

	return Object.entries(await dump(redis)).filter(([key, value]) =>
		rules.some(([pattern, isTrace]) =>
			pattern.test(key) && isTrace(key, value)));
}

async function adoptedSite() {
	const site = await smallSite(redis);

	assert.equal((await admin(['adopt'])).status, 0);
	return site;
}

async function busySite() {
	const site = await adoptedSite();

	await likeAndRepost(redis, site);
	return site;
}

async function deleted(words, output) {
	const ran = await admin(['delete', '--yes', ...words]);

	assert.equal(ran.errors, '');
	assert.equal(ran.output, output);
	assert.equal(ran.status, 0);
}

async function refused(words, message) {
	const before = await dump(redis);
	const ran = await admin(['delete', ...words]);

	assert.equal(ran.status, 1);
	assert.equal(ran.output, '');
	assert.equal(ran.errors, `retwis-admin: ${message}\n`);
	assert.deepEqual(await dump(redis), before);
}

test('a member is deleted without a trace, and the others are kept', async () => {
	const { anna, ben, carl } = await adoptedSite();
	const before = await dump(redis);

	await deleted(['Anna Smith'], '@Anna Smith has been deleted.\n');
	assert.deepEqual(await tracesOf(anna, 'Anna Smith'), []);
	const after = await dump(redis);
	const same = [`hash user:${ben}`, `hash user:${carl}`, 'hash post:2',
		`list own:${ben}`, `list own:${carl}`, `list posts:${carl}`];

	for (const key of same)
		assert.deepEqual(after[key], before[key], key);
	assert.deepEqual(after['list timeline'],
		['12', '11', '9', '8', '6', '5', '3', '2']);
	assert.deepEqual(after['hash names'], [`carl=${carl}`]);
	assert.deepEqual(after['zset members'], [`ben\t${ben}`, '0',
		`carl\t${carl}`, '0']);
	assert.equal(after[`zset followers:${ben}`], undefined);
});

test('likes and reposts go with a member, and of a member\'s posts', async () => {
	const { anna, ben, carl } = await busySite();

	assert.deepEqual(await faults(redis), []);
	await deleted(['Anna Smith'], '@Anna Smith has been deleted.\n');
	assert.deepEqual(await tracesOf(anna, 'Anna Smith'), []);
	assert.deepEqual(await faults(redis), []);
	assert.deepEqual(await redis('HMGET', 'post:2', 'likes', 'reposts'),
		['1', '1']);
	assert.deepEqual(await redis('ZRANGE', 'likes:2', 0, -1), [`${carl}`]);
	assert.deepEqual(await redis('ZRANGE', `liked:${ben}`, 0, -1), ['3']);
	assert.deepEqual(await redis('ZRANGE', `reposted:${carl}`, 0, -1), ['2']);
	assert.deepEqual(await redis('KEYS', 'reposted:*'),
		[`reposted:${carl}`]);
});

test('the counts on pages are right after a member has left', async () => {
	await redis('FLUSHALL');
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	await ben.write('liked and reposted');
	await anna.write('another one');
	for (const visitor of [anna, ben])
		for (const button of ['like', 'repost'])
			for (const id of [1, 2])
				await visitor.post('/act', { [button]: id });
	await deleted(['anna'], '@anna has been deleted.\n');
	for (const path of ['/', '/timeline', '/@ben', '/@ben/1', '/likes']) {
		const shown = acts((await ben.get(path)).text);

		assert.deepEqual(shown.map(({ id, like, repost }) =>
			[id, like.count, repost.count]), [[1, 1, 1]], path);
	}
});

test('a post is deleted with its likes and reposts', async () => {
	await busySite();
	await deleted(['1'], 'Post 1 has been deleted.\n');
	assert.deepEqual(await faults(redis), []);
	assert.equal(await redis('EXISTS', 'likes:1', 'reposts:1', 'post:14'), 0);
	await refused(['--yes', '15'], '15 is a repost of post 4, ' +
		'and is deleted with it');
	await refused(['--yes', '14'],
		'there is no post 14 (a member is @14)');
});

test('the pages know nothing of a deleted member', async () => {
	await redis('FLUSHALL');
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	await ben.follow('anna');
	await anna.write('hello');
	await ben.write('hello, too');
	await deleted(['anna'], '@anna has been deleted.\n');
	const home = await ben.get('/');

	assert.deepEqual(bodies(home.text), ['hello, too']);
	assert.equal(count(home.text, 'Following'), 0);
	assert.equal((await ben.get('/@anna')).status, 404);
	assert.doesNotMatch((await anna.get('/')).text, /name="status"/);
	assert.equal((await anna.login('anna')).status, 401);
	assert.equal((await anna.register('anna')).status, 422);
});

test('posts that PHP wrote since the adoption are deleted, too', async () => {
	const { php, anna } = await adoptedSite();

	await php.post(anna, 'since');
	await deleted(['Anna Smith'], '@Anna Smith has been deleted.\n');
	assert.deepEqual(await tracesOf(anna, 'Anna Smith'), []);
});

test('thousands of posts and followers', async () => {
	await redis('FLUSHALL');
	const php = new Php(redis);
	const anna = await php.register('anna');
	const load = [redis('SET', 'layout', 1)];

	for (let id = 1; id <= 2500; id++)
		load.push(redis('HSET', `post:${id}`, 'user_id', anna),
			redis('LPUSH', `own:${anna}`, id),
			redis('ZADD', `liked:${anna}`, id, id + 5000),
			redis('ZADD', `likes:${id + 5000}`, id, anna),
			redis('ZADD', `likes:${id}`, id, id + 10000),
			redis('ZADD', `liked:${id + 10000}`, id, id),
			php.follow(id + 10000, anna),
			php.follow(anna, id + 20000));
	await Promise.all(load);
	await deleted(['anna'], '@anna has been deleted.\n');
	assert.deepEqual(Object.keys(await dump(redis)).sort(),
		['set reserved', 'string layout', 'string next_user_id']);
});

test('by the small letters of an older name', async () => {
	const { carl } = await adoptedSite();

	await deleted(['carl'], '@CARL has been deleted.\n');
	assert.deepEqual(await tracesOf(carl, 'CARL'), []);
});

test('of two similar names, only one is deleted', async () => {
	await redis('FLUSHALL');
	const php = new Php(redis);

	await php.register('Dora');
	await php.register('DORA');
	await admin(['adopt']);
	await deleted(['DORA'], '@DORA has been deleted.\n');
	assert.equal(await redis('HGET', 'names', 'dora'), '1');
	assert.equal(await redis('HGET', 'users', 'Dora'), '1');
});

test('members press their buttons at any moment of it', async () => {
	const anna = new Visitor(stack.url);
	const ben = new Visitor(stack.url);

	anna.cookies.set('auth', 'secret0of0AnnaSmith');
	ben.cookies.set('auth', 'secret0of0ben');
	const meanwhile = async (after) => {
		for (const visitor of [anna, ben])
			for (const button of ['like', 'repost'])
				for (const id of [2, 7, 10])
					await visitor.post('/act', { [button]: id });
		await ben.post('/act', { unrepost: 4 });
		await ben.post('/act', { unlike: 1 });
		await anna.post('/post', { status: 'hi', nonce: `a${after}` });
		await anna.post('/follow', { follow: 3 });
		await ben.post('/follow', { unfollow: 1 });
		await ben.post('/follow', { follow: 1 });
		await ben.post('/post', { status: 'hi', nonce: `b${after}` });
	};
	const check = async (ran, after) => {
		assert.equal(ran.status, 0, ran.errors);
		assert.deepEqual(await tracesOf(1, 'Anna Smith'), [],
			`${after}`);
		assert.deepEqual(await faults(redis), [], `${after}`);
	};
	const commands = await atEachCommand(stack,
		['delete', '--yes', 'Anna Smith'],
		{ prepare: busySite, meanwhile, check });

	assert.ok(commands > 10, `only ${commands} commands`);
});

test('a post is deleted wherever it is looked for', async () => {
	const { anna } = await adoptedSite();
	const before = await dump(redis);

	await deleted(['4'], 'Post 4 has been deleted.\n');
	const after = await dump(redis);

	assert.deepEqual(after[`list own:${anna}`], ['10', '7', '1']);
	assert.equal(after['list timeline'].includes('4'), false);
	assert.equal(after['list timeline'].length,
		before['list timeline'].length - 1);
	// Kept for as long as its form could be sent again.
	assert.deepEqual(after['hash post:4'], ['gone=1']);
	assert.ok(await redis('TTL', 'post:4') > 500);
	assert.deepEqual(Object.keys(after), Object.keys(before));
});

test('a post of a database that is not adopted', async () => {
	await smallSite(redis);
	await deleted(['4'], 'Post 4 has been deleted.\n');
	assert.deepEqual(await redis('HGETALL', 'post:4'), ['gone', '1']);
	assert.equal(await redis('EXISTS', 'layout'), 0);
});

test('digits are a post, and @ makes them a member', async () => {
	await redis('FLUSHALL');
	await member(stack.url, '007');
	const anna = await member(stack.url, 'anna');

	await refused(['--yes', '007'],
		'there is no post 007 (a member is @007)');
	for (let i = 1; i <= 7; i++)
		await anna.write(`number ${i}`);
	await deleted(['007'], 'Post 7 has been deleted.\n');
	assert.equal(await redis('HEXISTS', 'users', '007'), 1);
	await deleted(['@007'], '@007 has been deleted.\n');
	assert.equal(await redis('HEXISTS', 'users', '007'), 0);
	await deleted(['@anna'], '@anna has been deleted.\n');
});

test('deletions that are refused', async () => {
	await adoptedSite();
	await refused(['--yes', 'nobody'], 'there is no member @nobody');
	await refused(['--yes', ''], 'there is no member @');
	for (const id of ['99', '0', '99999999999999999999999'])
		await refused(['--yes', id],
			`there is no post ${id} (a member is @${id})`);
	await refused(['ben'],
		'there is no terminal to ask on: use --yes to delete without asking');
	await refused(['4'],
		'there is no terminal to ask on: use --yes to delete without asking');
	await smallSite(redis);
	await refused(['--yes', 'ben'], 'this database is not adopted, ' +
		'so not all posts are known: run retwis-admin adopt');
});

test('at a terminal it shows what will be deleted, and takes no for no', async () => {
	await adoptedSite();
	const before = await dump(redis);

	for (const answer of ['n', '', 'yesterday', '\x04']) {
		const terminal = atTerminal(stack,
			'$ADMIN delete "Anna Smith"');

		await terminal.says('[y/N] ');
		terminal.type(answer === '\x04' ? answer : `${answer}\n`);
		const { status, screen } = await terminal.ended;

		assert.match(screen,
			/^@Anna Smith: posts 4, followers 2, following 1, likes 0\r\n/);
		assert.match(screen, /retwis-admin: nothing was deleted\r\n$/);
		assert.equal(status, 1);
		assert.deepEqual(await dump(redis), before);
	}
});

test('at a terminal, yes, and a bar', async () => {
	const { anna } = await adoptedSite();
	const terminal = atTerminal(stack, '$ADMIN delete "anna smith"');

	await terminal.says('[y/N] ');
	terminal.type('Yes\n');
	const { status, screen } = await terminal.ended;

	assert.match(screen,
		/\r\[#{40}\] 100 %\r\n@Anna Smith has been deleted\.\r\n$/);
	assert.equal(status, 0);
	assert.deepEqual(await tracesOf(anna, 'Anna Smith'), []);
});

test('the text of a post cannot overwrite the question', async () => {
	const { php, anna } = await adoptedSite();
	const id = await php.post(anna, 'one\ntwo \x1b[2J\x07three');
	const terminal = atTerminal(stack, `$ADMIN delete ${id}`);

	await terminal.says('[y/N] ');
	terminal.type('y\n');
	const { status, screen } = await terminal.ended;

	assert.equal(status, 0);
	assert.equal(/[\x07\x1b]/.test(screen), false);
	assert.match(screen, /^Post 13 by @Anna Smith: one two .*three\r\n/);
	assert.match(screen, /Post 13 has been deleted\.\r\n$/);
});

test('Redis may restart while the question waits', async () => {
	await adoptedSite();
	const terminal = atTerminal(stack, '$ADMIN delete ben');

	await terminal.says('[y/N] ');
	await redis('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
	terminal.type('y\n');
	const { status, screen } = await terminal.ended;

	assert.match(screen, /@ben has been deleted/);
	assert.equal(status, 0);
});
