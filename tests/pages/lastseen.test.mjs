// The day when a member was last here: shown to members, switched off by the
// member or by the host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noting, startStack } from '../lib/stack.mjs';
import { writesOf } from '../lib/redis.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { formFields } from '../lib/page.mjs';
import { tripsOf } from '../lib/trips.mjs';

// Zones where it is already tomorrow, or still today.
process.env.TZ = 'Pacific/Auckland';
// What pages record is still there when a test looks, since no worker takes it.
const stack = await startStack({ env: { ...noting, RETWIS_WORKERS: '0' } });
const { url, redis } = stack;
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const queue = '{seen}:due';

for (const visitor of [anna, ben])
	await visitor.submit('/post', { status: 'hello' });

async function shown(visitor, path = '/@anna') {
	const { status, text } = await visitor.get(path);

	assert.equal(status, 200);
	return text.match(/<span>Last seen (.*?)<\/span>/)?.[1];
}

// "2026-11-21" in the host's time zone.
function day(ago) {
	const then = new Date();

	then.setHours(12);
	then.setDate(then.getDate() - ago);
	return then.toLocaleDateString('sv-SE');
}

test('a day is shown to members alone', async () => {
	assert.equal(await shown(ben), undefined);
	for (const [last, text] of [[day(0), 'today'], [day(1), 'yesterday'],
		['2024-02-29', 'on 29 February 2024'], ['off', undefined],
		['soon', undefined]]) {
		await redis('HSET', 'user:1', 'last', last);
		for (const path of ['/@anna', '/@anna/followers']) {
			assert.equal(await shown(ben, path), text);
			assert.equal(await shown(anna, path), text);
			assert.equal(await shown(nobody, path), undefined);
		}
	}
	await redis('HDEL', 'user:1', 'last');
});

test('however many pages: one write, and of the day alone', async () => {
	await redis('DEL', queue);
	await anna.get('/');
	const [note, ...more] = await redis('ZRANGE', queue, 0, -1);
	const due = await redis('ZSCORE', queue, note);

	assert.deepEqual([note, more], [`0 1 ${day(0)}`, []]);
	assert.ok(due < Date.now() + 10000 && due > Date.now() - 50000, due);
	await redis('ZADD', queue, Date.now() + 3600000, note);
	const put = await redis('ZSCORE', queue, note);

	// Trending tags are added up by the first page that asks for them.
	await anna.get('/timeline');
	const before = await writesOf(redis);

	for (const path of ['/', '/timeline', '/@ben', '/@anna', '/@anna/1',
		'/@anna/mentions', '/search?q=a', '/tag/x', '/likes',
		'/notifications', '/bio'])
		for (let i = 0; i < 3; i++)
			assert.equal((await anna.get(path)).status, 200);
	assert.equal(await writesOf(redis), before);
	assert.equal(await redis('ZSCORE', queue, note), put);
});

test('a stranger notes nothing, nor does a forged session', async () => {
	await redis('DEL', queue);
	const forged = `auth=${'0'.repeat(32)}1`;

	for (const cookie of ['', forged])
		for (const path of ['/', '/timeline', '/@ben', '/@anna/1',
			'/@anna/mentions', '/search?q=a', '/tag/x', '/likes',
			'/notifications'])
			await nobody.get(path, cookie ? { cookie } : {});
	assert.equal(await redis('EXISTS', queue), 0);
});

test('it takes no round trip', async () => {
	const { trips } = await tripsOf(stack, anna);
	const pages = [['home', '/', 1], ['profile', '/@ben', 1],
		['timeline', '/timeline', 2], ['status', '/@ben/2', 1]];

	for (const [page, path, n] of pages) {
		await redis('DEL', queue);
		await redis('SET', 'cache:trending', '');
		const noted = await trips(page, path, n);

		assert.equal(await redis('ZCARD', queue), 1, page);
		await redis('HSET', 'user:1', 'last', 'off');
		assert.equal(await trips(page, path, n), noted, page);
		await redis('HDEL', 'user:1', 'last');
	}
});

test('it is switched off, and on again', async () => {
	await redis('HSET', 'user:1', 'last', day(3));
	assert.match((await anna.get('/@anna')).text, /href="\/bio#seen"/);
	assert.doesNotMatch((await ben.get('/@anna')).text, /href="\/bio#seen"/);
	await anna.get('/');
	await ben.get('/');
	assert.match((await anna.get('/bio')).text, /value="off"/);
	const answer = await anna.post('/bio', { seen: 'off' });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/bio#seen');
	assert.match((await anna.get('/bio')).text, /value="on"/);
	assert.equal(await shown(ben), undefined);
	await anna.get('/');
	assert.deepEqual(await redis('ZRANGE', queue, 0, -1),
		[`0 2 ${day(0)}`]);
	assert.equal(await redis('HGET', 'user:1', 'last'), 'off');

	await anna.post('/bio', { seen: 'on' });
	assert.equal(await redis('HEXISTS', 'user:1', 'last'), 0);
	await anna.get('/');
	assert.equal(await redis('ZCARD', queue), 2);
});

test('and touches no member\'s own line', async () => {
	await anna.post('/bio', { bio: 'Rows.' });
	await anna.post('/bio', { seen: 'off' });
	assert.equal(await redis('HGET', 'user:1', 'bio'), 'Rows.');
	await anna.post('/bio', { bio: 'Rows well.' });
	assert.equal(await redis('HGET', 'user:1', 'last'), 'off');
	await anna.post('/bio', { seen: 'on' });
});

test('only the member does so, by the form', async () => {
	const before = await writesOf(redis);

	for (const csrf of ['', 'forged', await ben.csrf()])
		assert.equal((await anna.postRaw('/bio',
			{ seen: 'off', csrf })).status, 403);
	assert.equal((await anna.post('/bio', { seen: 'no' })).status,
		400);
	assert.equal((await nobody.postRaw('/bio', { seen: 'off' }))
		.location, '/login');
	assert.equal(await writesOf(redis), before);
	assert.ok(formFields((await anna.get('/bio')).text, '/bio').csrf);
});

test('switched off by the host, it is shown to nobody', async () => {
	const quiet = await startStack({ env: { RETWIS_LAST_SEEN: 'off' } });
	const [carl, dora] = [await member(quiet.url, 'carl'),
		await member(quiet.url, 'dora')];

	await carl.write('hello');
	await quiet.redis('HSET', 'user:1', 'last', day(0));
	assert.equal(await shown(dora, '/@carl'), undefined);
	assert.doesNotMatch((await carl.get('/@carl')).text, /#seen/);
	assert.doesNotMatch((await carl.get('/bio')).text, /id="seen"/);
	await quiet.redis('HDEL', 'user:1', 'last');
	for (const path of ['/', '/@dora', '/timeline'])
		await carl.get(path);
	assert.equal(await quiet.redis('EXISTS', queue), 0);
	await quiet.stop();
});
