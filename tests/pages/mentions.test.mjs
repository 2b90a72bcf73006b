// The posts that mention a member, at /@NAME/mentions, and their feed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { feedBodies, feedOf, parseFeed, type } from '../lib/atom.mjs';
import { bodies, heading, pager } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { settled } from '../lib/redis.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { writeIn } from './lib/writers.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const write = writeIn(redis);

async function mentionsOf(name, rest = '') {
	return bodies((await nobody.get(`/@${name}/mentions${rest}`)).text);
}

test('ten per page, newest first, each once, in any spelling', async () => {
	await member(url, 'carl');
	for (let i = 0; i < 11; i++)
		await write(i % 2 ? anna : ben, `${i} for @${i % 3 ? 'carl' : 'CARL'}`);
	await write(ben, '11: @carl, @carl and @anna');
	await write(ben, 'carl, @carla, @ carl and mail@carl.example');
	const { status, text } = await nobody.get('/@carl/mentions');

	assert.equal(status, 200);
	assert.equal(heading(text), '@carl');
	assert.match(text, /<title>Mentions of @carl · Retwis</);
	assert.deepEqual(bodies(text).slice(0, 2),
		['11: @carl, @carl and @anna', '10 for @carl']);
	assert.equal(bodies(text).length, 10);
	const { Older } = pager(text);

	await write(ben, 'one more for @carl');
	assert.deepEqual(bodies((await nobody.get(
		`/@carl/mentions${Older}`)).text), ['1 for @carl', '0 for @CARL']);
	assert.deepEqual(await mentionsOf('anna'), ['11: @carl, @carl and @anna']);
});

test('replies, and mentions of oneself', async () => {
	const dora = await member(url, 'dora');
	const id = await write(ben, 'Who is there?');

	await write(dora, '@ben it is @dora', { reply_to: id });
	assert.deepEqual(await mentionsOf('dora'), ['@ben it is @dora']);
	assert.deepEqual(await mentionsOf('ben'), ['@ben it is @dora']);
});

test('nobody has mentioned this one', async () => {
	await member(url, 'emil');
	const { status, text } = await nobody.get('/@emil/mentions');

	assert.equal(status, 200);
	assert.match(text, /No posts mention <bdi>@emil<\/bdi> yet\./);
	assert.deepEqual(await mentionsOf('emil', '?start=50'), []);
});

test('no such member, and other spellings of a name', async () => {
	for (const path of ['/@nobody/mentions', '/@nobody/mentions.atom',
		'/@/mentions', '/@anna/mention', '/@anna/mentions/x'])
		assert.equal((await nobody.get(path)).status, 404, path);
	for (const name of ['anna', 'nobody'])
		assert.equal(await nobody.moved(`/@${name}/mentions/`),
			`/@${name}/mentions`);
	for (const end of ['', '.atom']) {
		const answer = await nobody.get(`/@ANNA/mentions${end}`);

		assert.equal(answer.status, 303);
		assert.equal(answer.location, `/@anna/mentions${end}`);
	}
});

test('the feed has the newest', async () => {
	await member(url, 'fred');
	for (let i = 0; i < 12; i++)
		await write(anna, `${i} to @fred`);
	const link = feedOf((await nobody.get('/@fred/mentions')).text);
	const answer = await nobody.get(link.path);

	assert.equal(link.title, 'Mentions of @fred');
	assert.equal(link.path, '/@fred/mentions.atom');
	assert.equal(answer.headers['content-type'], type);
	assert.equal(parseFeed(answer.text).title, 'Mentions of @fred · Retwis');
	assert.deepEqual(feedBodies(answer.text),
		Array.from({ length: 12 }, (_, i) => `${11 - i} to @fred`));
});

test('a form that is sent twice is one post', async () => {
	await member(url, 'gerd');
	const form = { status: 'Hello @gerd', nonce: 'twice' };

	for (let i = 0; i < 2; i++)
		assert.equal((await anna.post('/post', form)).status, 303);
	const key = `mentions:${await redis('HGET', 'users', 'gerd')}`;

	assert.equal(await redis('LLEN', key), 1);
});

test('a post that is deleted leaves all of its lists', async () => {
	await member(url, 'hans');
	await member(url, 'ida');
	const id = await write(anna, 'For @hans and @ida');

	await write(anna, 'And @hans');
	await anna.submit('/delete', { id });
	assert.deepEqual(await mentionsOf('hans'), ['And @hans']);
	for (const [name, n] of [['hans', 1], ['ida', 0]])
		assert.equal(await redis('LLEN',
			`mentions:${await redis('HGET', 'users', name)}`), n);
});

test('when a member leaves, posts and list are deleted', async () => {
	const jana = await member(url, 'jana');
	const key = `mentions:${await redis('HGET', 'users', 'jana')}`;

	await member(url, 'karl');
	await write(jana, 'Bye @karl');
	await write(anna, 'Bye @jana');
	assert.equal(await redis('LLEN', key), 1);
	assert.equal((await jana.submit('/account/leave',
		{ username: 'jana', password })).status, 303);
	await until('the list is gone', async () => !await redis('EXISTS', key));
	await settled(redis);
	assert.deepEqual(await mentionsOf('karl'), []);
	assert.equal((await nobody.get('/@jana/mentions')).status, 404);
});

test('a list keeps the newest thousand', async () => {
	await member(url, 'lena');
	const key = `mentions:${await redis('HGET', 'users', 'lena')}`;

	await redis('RPUSH', key, ...Array.from({ length: 1000 }, () => 0));
	const id = await write(anna, 'Newest for @lena');

	assert.equal(await redis('LLEN', key), 1000);
	assert.equal((await redis('LRANGE', key, 0, 0))[0], id);
});

test('adopting lists what was written before, in its order', async () => {
	await member(url, 'mona');
	const key = `mentions:${await redis('HGET', 'users', 'mona')}`;
	const all = ['0 @mona', '1 @Mona', '2 @mona'];

	for (const [i, words] of all.entries())
		await write(i % 2 ? anna : ben, words);
	const ids = await redis('LRANGE', key, 0, -1);

	for (const left of [[], [ids[1]], ids]) {
		await redis('DEL', key);
		if (left.length)
			await redis('RPUSH', key, ...left);
		const { status, errors } = await adminOf(stack)(['adopt']);

		assert.equal(status, 0, errors);
		assert.deepEqual(await redis('LRANGE', key, 0, -1), ids);
	}
	assert.deepEqual(await mentionsOf('mona'), [...all].reverse());
});
