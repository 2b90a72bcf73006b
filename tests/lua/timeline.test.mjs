// The scripts of home timelines and private feeds, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list, numbers, digest } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- home timelines --------------------------------------------------------

const keys = ['posts:1', 'lock:{posts:1}'];
const held = () => redis('SET', 'lock:{posts:1}', 'mine', 'PX', 5000);

const store = script('timeline/rebuild_store.lua');

test('rebuild_store: whole, for a short time, and not over another', async () => {
	await held();
	assert.equal(await store(keys, 'mine', 90000, 60, 9, 8, 7), 1);
	assert.deepEqual(await list('posts:1'), ['9', '8', '7']);
	assert.equal(await redis('TTL', 'posts:1'), 60);
	assert.ok(await redis('PTTL', 'lock:{posts:1}') > 80000);
	await redis('EXPIRE', 'posts:1', 1000);
	assert.equal(await store(keys, 'mine', 90000, 60, 99), 0);
	assert.deepEqual(await list('posts:1'), ['9', '8', '7']);
	assert.equal(await redis('TTL', 'posts:1'), 1000);
	await redis('DEL', 'posts:1');
	assert.equal(await store(keys, 'mine', 5000, 60, ...numbers(1000, 1)), 1);
	assert.equal(await redis('LLEN', 'posts:1'), 1000);
});

const add = script('timeline/rebuild_add.lua');

test('rebuild_add: each in its place, and once', async () => {
	await held();
	await redis('RPUSH', 'posts:1', 9, 7, 5);
	assert.equal(await once(() => add(keys, 'mine', 1000, 11, 8, 7, 4)), 1);
	assert.deepEqual(await list('posts:1'), ['11', '9', '8', '7', '5', '4']);
	assert.equal(await add(keys, 'mine', 4, 10), 1);
	assert.deepEqual(await list('posts:1'), ['11', '10', '9', '8']);
	assert.equal(await add(keys, 'mine', 4), 1);
	await redis('DEL', 'posts:1');
	assert.equal(await add(keys, 'mine', 4, 10), 0);
	assert.equal(await redis('EXISTS', 'posts:1'), 0);
});

const mark = script('timeline/rebuild_mark.lua');

test('rebuild_mark: only in the place of +inf', async () => {
	assert.equal(await mark(['rebuilt:1'], 1, 50), 0);
	await redis('ZADD', 'rebuilt:1', '+inf', 1);
	assert.equal(await mark(['rebuilt:1'], 1, 50), 1);
	assert.equal(await mark(['rebuilt:1'], 1, 60), 0);
	assert.equal(await redis('ZSCORE', 'rebuilt:1', 1), '50');
	assert.equal(await redis('ZCARD', 'rebuilt:1'), 1);
});

const keepHome = script('timeline/home_keep.lua');

test('home_store: a timeline lives on, but for one that is being made', async () => {
	const left = async () => {
		await keepHome(['posts:1'], 9000, 60);
		return Number(await redis('TTL', 'posts:1'));
	};

	assert.equal(await left(), -2);
	await redis('RPUSH', 'posts:1', 1);
	assert.ok(await left() > 8900);
	await redis('EXPIRE', 'posts:1', 5500);
	assert.ok(await left() <= 5500);
	await redis('EXPIRE', 'posts:1', 65);
	assert.ok(await left() > 8900);
	await redis('EXPIRE', 'posts:1', 60);
	assert.ok(await left() <= 60);
});

const end = script('timeline/rebuild_end.lua');

test('rebuild_end: the timeline lives, while memory is full, too', async () => {
	await held();
	await redis('RPUSH', 'posts:1', 9);
	await redis('EXPIRE', 'posts:1', 60);
	await end.full(['lock:{posts:1}', 'posts:1'], 'mine', 1000);
	assert.equal(await redis('TTL', 'posts:1'), 1000);
	assert.equal(await redis('EXISTS', 'lock:{posts:1}'), 0);
});

test('rebuild_…: nothing, once the lock is lost', async () => {
	const nothing = async (action) => {
		const before = await digest();

		assert.ok(!await action());
		assert.equal(await digest(), before);
	};

	for (const owner of [null, 'another']) {
		await redis('FLUSHALL');
		if (owner)
			await redis('SET', 'lock:{posts:1}', owner);
		await nothing(() => store(keys, 'mine', 5000, 60, 9));
		await redis('RPUSH', 'posts:1', 9);
		await nothing(() => add(keys, 'mine', 1000, 11));
		await nothing(() => end(['lock:{posts:1}', 'posts:1'], 'mine', 1000));
	}
});

// ---- private feeds ---------------------------------------------------------

const address = script('timeline/feed_renew.lua');

test('feed_renew: an address for a session that is still good', async () => {
	for (const [field, is, was] of [['auth', 'mine', 'old'],
		['generation', '2', '1']]) {
		assert.equal(await address(['user:1'], field, is, 'first'), 0);
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', field, is);
		assert.equal(await address(['user:1'], field, was, 'first'), 0);
		assert.equal(await redis('HEXISTS', 'user:1', 'feed'), 0);
		for (const secret of ['first', 'second']) {
			assert.equal(await once(() =>
				address(['user:1'], field, is, secret)), 1);
			assert.equal(await redis('HGET', 'user:1', 'feed'), secret);
		}
		await redis('DEL', 'user:1');
	}
	assert.equal(await address(['user:1'], 'generation', '0', 'first'), 1);
});

const digestOf = script('timeline/feed_digest.lua');

test('feed_digest: in the place of that secret, and of no other', async () => {
	await digestOf(['user:1'], 'clear', 'digest');
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'feed', 'later');
	await digestOf(['user:1'], 'clear', 'digest');
	assert.equal(await redis('HGET', 'user:1', 'feed'), 'later');
	await once(() => digestOf(['user:1'], 'later', 'digest'));
	assert.equal(await redis('HGET', 'user:1', 'feed'), 'digest');
});
