// The scripts of home timelines and private addresses, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list, numbers, digest } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- home timelines --------------------------------------------------------

const keys = ['posts:1', 'lock:{posts:1}'];
const held = () => redis('SET', 'lock:{posts:1}', 'mine', 'PX', 5000);

const store = script('timeline/home_store.lua');

test('home_store: whole, for a short time, and not over another', async () => {
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

const finish = script('timeline/home_finish.lua');

test('home_finish: what was missed goes on top, and it is kept', async () => {
	await held();
	await redis('RPUSH', 'posts:1', 9, 7);
	await redis('EXPIRE', 'posts:1', 60);
	assert.equal(await finish(keys, 'mine', 1000, 12, 11), 1);
	assert.deepEqual(await list('posts:1'), ['12', '11', '9', '7']);
	assert.equal(await redis('TTL', 'posts:1'), 1000);
	assert.equal(await redis('EXISTS', 'lock:{posts:1}'), 0);
	await held();
	await redis('DEL', 'posts:1');
	assert.equal(await finish(keys, 'mine', 1000, 10), 0);
	assert.equal(await redis('EXISTS', 'posts:1'), 0);
	assert.equal(await redis('GET', 'lock:{posts:1}'), 'mine');
});

test('home_finish: while memory is full, if nothing was missed', async () => {
	await held();
	await redis('RPUSH', 'posts:1', 9);
	await redis('EXPIRE', 'posts:1', 60);
	assert.equal(await finish.full(keys, 'mine', 1000), 1);
	assert.equal(await redis('TTL', 'posts:1'), 1000);
});

const order = script('timeline/home_order.lua');

test('home_order: newest first, each once, and so many', async () => {
	await order(['posts:1'], 1000);
	assert.equal(await redis('EXISTS', 'posts:1'), 0);
	await redis('RPUSH', 'posts:1', 9, 100, 8, 'odd', 9, 7, 8, 0);
	await redis('EXPIRE', 'posts:1', 500);
	await once(() => order.full(['posts:1'], 1000));
	assert.deepEqual(await list('posts:1'), ['100', '9', '8', '7', '0']);
	assert.equal(await redis('TTL', 'posts:1'), 500);
	await order(['posts:1'], 2);
	assert.deepEqual(await list('posts:1'), ['100', '9']);
	await redis('PERSIST', 'posts:1');
	await order(['posts:1'], 2);
	assert.equal(await redis('TTL', 'posts:1'), -1);
	await redis('DEL', 'posts:1');
	await redis('RPUSH', 'posts:1', ...numbers(1132, 1).reverse());
	await order(['posts:1'], 1000);
	assert.deepEqual(await list('posts:1'),
		numbers(1132, 133).map(String));
	await redis('DEL', 'posts:1');
	await redis('RPUSH', 'posts:1', 'odd');
	await order(['posts:1'], 1000);
	assert.deepEqual(await list('posts:1'), ['odd']);
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

test('home_store, home_finish: nothing, once the lock is lost', async () => {
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
		await nothing(() => finish(keys, 'mine', 1000, 11));
	}
});

// ---- private addresses -----------------------------------------------------

const address = script('timeline/private_address_renew.lua');

test('private_address_renew: one for a session that is still good', async () => {
	for (const [field, is, was] of [['auth', 'mine', 'old'],
		['generation', '2', '1']]) {
		assert.equal(await address(['user:1'], field, is, 'feed', 'first'), 0);
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', field, is);
		assert.equal(await address(['user:1'], field, was, 'feed', 'first'),
			0);
		assert.equal(await redis('HEXISTS', 'user:1', 'feed'), 0);
		for (const secret of ['first', 'second']) {
			assert.equal(await once(() =>
				address(['user:1'], field, is, 'feed', secret)), 1);
			assert.equal(await redis('HGET', 'user:1', 'feed'), secret);
		}
		await redis('DEL', 'user:1');
	}
	assert.equal(await address(['user:1'], 'generation', '0', 'calendar',
		'first'), 1);
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['calendar', 'first']);
});

// ---- ids of posts in feeds --------------------------------------------------

const note = script('site/address_note.lua');

test('address_note: each host once, until there is another', async () => {
	const at = (time, host) => note(['addresses'], time, host, 3);

	assert.deepEqual(await at(10, 'a.example'), ['10 a.example']);
	assert.deepEqual(await at(20, 'a.example'), ['10 a.example']);
	assert.deepEqual(await at(30, 'b.example'),
		['30 b.example', '10 a.example']);
	await at(40, 'a.example');
	assert.deepEqual(await at(50, 'c.example'),
		['50 c.example', '40 a.example', '30 b.example']);
	assert.deepEqual(await list('addresses'), await at(60, 'c.example'));
});
