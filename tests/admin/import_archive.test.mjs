// retwis-admin import into a site that already has members, or posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archived, bodies, heading, notices, unread } from '../lib/page.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { cut, dump } from '../lib/wire.mjs';
import { atEachCommand } from './lib/admin.mjs';
import { openImport } from './lib/importing.mjs';
import { edition2009, retwisJ, retwisRb } from './lib/older.mjs';

const { stack, redis, old, admin, source, fill, bring, signIn, bodiesAt } = await openImport();

// A site with a member anna, who is not the imported anna, and a member carl.
async function site(edition, { writes }) {
	await fill();
	const anna = await member(stack.url, 'anna');

	await member(stack.url, 'carl');
	if (writes)
		await anna.post('/post', { status: 'here first, @carl #tea' });
	await edition(old);
	return anna;
}

const context = (html) =>
	html.match(/<p class="context">[\s\S]*?<\/p>/g) ?? [];

test('posts go into archives, and nowhere else', async () => {
	await site(retwisJ, { writes: true });
	assert.equal(await bring(), 'Tell @anna that the name was taken: here it ' +
		'is @anna_2.\n' +
		'Imported from Retwis java: members 2, posts 6, replies among them ' +
		'2, follows 1\n' +
		'  This site has posts, so these are in archives, below their ' +
		'authors\' other posts.\n' +
		'  1 members renamed: their name was taken\n' +
		'  1 self-follows and follows of missing members left out\n');
	assert.equal(await redis('GET', 'next_post_id'), '1');
	assert.deepEqual(await redis('LRANGE', 'timeline', 0, -1), ['1']);
	assert.deepEqual(await redis('KEYS', 'own:*'), ['own:1']);
	const ben = await signIn('ben');

	assert.deepEqual(await bodiesAt(ben, '/'), []);
	const { text } = await ben.get('/@ben');

	assert.deepEqual(archived(text).map((p) => p.body),
		['backwards', 'lost', 'no answer', '@anna an answer']);
	assert.deepEqual(bodies(text), []);
	assert.equal(archived(text)[0].when, '2011-03-13T07:06:49Z');
	assert.match(text, /<h2 id="archived">Imported posts<\/h2>/);
	assert.deepEqual(context(text).map((p) => p.match(/href="([^"]*)"/)[1]),
		['/@anna_2']);
	assert.doesNotMatch(text, /<a href="\/@anna">@anna<\/a>/);
	await ben.post('/post', { status: 'here I am' });
	assert.equal((await bodiesAt(ben, '/@ben'))[0], 'here I am');
	assert.doesNotMatch((await ben.get('/@ben.atom')).text, /no answer/);
});

test('the name of a member who has left is taken, too', async () => {
	await site(retwisJ, { writes: true });
	await member(stack.url, 'anna_2');
	for (const name of ['anna', 'anna_2'])
		assert.equal((await admin(['delete', '--yes', name])).status, 0);
	const told = await bring();

	assert.match(told, /^Tell @anna that the name was taken: here it is @anna_3/);
	assert.equal(await redis('HGET', 'users', 'anna'), null);
	assert.ok(await redis('HGET', 'users', 'anna_3'));
	await signIn('anna_3', 'pass of anna');
});

test('a member with another name reads it at the first sign-in', async () => {
	await site(retwisJ, { writes: true });
	await bring();
	const wrong = new Visitor(stack.url);

	assert.equal((await wrong.login('anna', 'pass of anna')).status, 401);
	const first = new Visitor(stack.url);
	const answer = await first.login('anna_2', 'pass of anna');

	assert.equal(answer.headers.location, '/notifications');
	const { text } = await first.get('/notifications');

	assert.deepEqual(notices(text).map((notice) => notice.text).filter(
		(told) => !told.includes('You signed in on a new device')),
	['@anna_2 is your name here, because the one you had was taken']);
	assert.equal(unread((await first.get('/')).text), '');
	const second = new Visitor(stack.url);

	assert.equal((await second.login('anna_2', 'pass of anna'))
		.headers.location, '/');
	await first.get('/notifications');
	await bring();
	assert.equal(unread((await first.get('/')).text), '');
	assert.equal((await second.login('anna_2', 'pass of anna'))
		.headers.location, '/');
	assert.equal(await redis('HEXISTS', 'user:3', 'renamed'), 0);
	const { output } = await admin(['check']);

	assert.match(output, /\nBroken: 0, left over: 0\n/);
});

test('a mention means the member of the old site', async () => {
	await site(edition2009, { writes: true });
	await bring();
	const { text } = await new Visitor(stack.url).get('/@ben');

	assert.deepEqual(archived(text).map((p) => p.body),
		['café€', 'Hello @carl, #tea?']);
	assert.doesNotMatch(text, /href="\/@carl"/);
	assert.match(text, /href="\/tag\/tea"/);
	assert.deepEqual(await redis('LRANGE', 'tag:tea', 0, -1), ['1']);
	assert.equal(await redis('HGET', 'users', 'carl_2'), '1009');
	await fill();
	await (await member(stack.url, 'dora')).post('/post', { status: 'first' });
	await retwisRb(old);
	await bring();
	assert.match((await new Visitor(stack.url).get('/@ben')).text,
		/<a href="\/@anna">@anna<\/a> the second/);
});

test('if nobody has posted, imported posts keep their ids', async () => {
	await site(edition2009, { writes: false });
	assert.match(await bring(), /^Tell @carl .*\nImported .*: members 3, /);
	assert.equal(await redis('GET', 'next_post_id'), '10343');
	assert.equal(await redis('GET', 'next_user_id'), '1009');
	const anna = await signIn('Anna Smith');

	assert.equal((await bodiesAt(anna, '/')).length, 5);
	assert.deepEqual(await redis('LRANGE', 'own:1002', 0, -1),
		['10343', '4', '1']);
	assert.deepEqual(await redis('KEYS', 'archive:*'), []);
	assert.doesNotMatch((await anna.get('/@ben/2')).text, /href="\/@carl"/);
});

test('old members are as old as their posts', async () => {
	await site(edition2009, { writes: true });
	await bring();
	assert.equal(await redis('ZSCORE', 'users_by_time', 'Anna Smith'),
		'1236000000');
	assert.equal(await redis('ZSCORE', 'users_by_time', 'ben'),
		'1236000100');
	assert.equal(await redis('ZSCORE', 'following:1002', 1003),
		'1236000100');
});

// By name and without ids, since ids depend on whether a number was skipped.
async function known() {
	const names = await redis('HKEYS', 'users');
	const visitor = await signIn('Anna Smith');
	const pages = names.map(async (name) => {
		const path = `/@${encodeURIComponent(name)}`;
		const { text } = await visitor.get(path);
		const fans = await visitor.get(`${path}/followers`);

		return [name, archived(text), heading(fans.text),
			fans.text.match(/href="\/@[^"]*"/g)];
	});

	return (await Promise.all(pages)).sort();
}

test('cut off after any command, into archives', async () => {
	const words = ['import', '--lazy', source];
	const prepare = () => site(edition2009, { writes: true });

	await prepare();
	assert.equal((await admin(words)).status, 0);
	const expected = await known();
	const keys = Object.keys(await dump(redis)).length;
	const commands = await atEachCommand(stack, words, {
		prepare,
		meanwhile: cut,
		check: async (ran, after) => {
			if (ran.status !== 0)
				assert.equal((await admin(words)).status, 0);
			assert.deepEqual(await known(), expected, `${after}`);
			assert.ok(Object.keys(await dump(redis)).length <= keys + 5);
			const { output } = await admin(['check']);

			assert.match(output, /\nBroken: 0, left over: 0\n/, `${after}`);
		} });

	assert.ok(commands > 40, `only ${commands} commands`);
});

test('it continues as it was begun, and imports twice only after --forget', async () => {
	await site(retwisJ, { writes: false });
	await bring();
	await (await signIn('ben')).post('/post', { status: 'mine' });
	await old('HSET', 'pid:7', 'content', 'late', 'uid', 2, 'time', 1300000099000);
	assert.match(await bring(), /members 0, posts 1, /);
	assert.deepEqual(await redis('KEYS', 'archive:*'), []);
	assert.deepEqual((await redis('LRANGE', 'own:4', 0, 1)), ['10', '7']);
	await admin(['import', '--forget']);
	assert.match(await bring(), /members 2, posts 7, .*\n.* in archives/);
	assert.equal(await redis('HEXISTS', 'users', 'ben_2'), 1);
	assert.equal(await redis('HEXISTS', 'users', 'anna_3'), 1);
});

test('the member who had the name here keeps it, and the posts', async () => {
	const anna = await site(retwisJ, { writes: true });

	await bring();
	assert.equal((await new Visitor(stack.url).login('anna', password)).status,
		303);
	assert.deepEqual(await bodiesAt(anna, '/'), ['here first, @carl #tea']);
	assert.equal((await admin(['delete', '--yes', 'ben'])).status, 0);
	assert.equal(await redis('EXISTS', 'archive:4'), 0);
	assert.equal(await redis('EXISTS', 'archive:3'), 1);
});
