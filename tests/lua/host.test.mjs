// The scripts for hosts: approving, the log, closing accounts, adopting, the
// time zone, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

const letIn = script('host/let_in.lua');

test('let_in: only waiting members, even while memory is full', async () => {
	assert.equal(await letIn(['user:1'], 'waiting', '55'), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna', 'standing', 'waiting',
		'who', 'Ben knows me', 'acted', '44 33 22');
	assert.equal(await letIn.full(['user:1'], 'waiting', '55'), 1);
	assert.equal(await letIn(['user:1'], 'waiting', '66'), 2);
	assert.deepEqual(await redis('HGETALL', 'user:1'),
		['username', 'anna', 'acted', '55 44 33 22']);
	for (const standing of ['stopped', 'host']) {
		await redis('HSET', 'user:1', 'standing', standing);
		assert.equal(await letIn(['user:1'], 'waiting', '77'), 0);
		assert.equal(await redis('HGET', 'user:1', 'standing'), standing);
	}
});

const refuse = script('host/refuse.lua');

test('refuse: whoever is refused is not let in any more', async () => {
	assert.equal(await refuse(['user:1'], 'waiting'), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna', 'standing', 'waiting');
	assert.equal(await refuse.full(['user:1'], 'waiting'), 1);
	assert.equal(await refuse(['user:1'], 'waiting'), 1);
	const before = await redis('HGETALL', 'user:1');

	assert.equal(await letIn(['user:1'], 'waiting', '55'), 0);
	assert.deepEqual(await redis('HGETALL', 'user:1'), before);
});

test('refuse: nobody who does not wait', async () => {
	await redis('HSET', 'user:1', 'username', 'anna');
	assert.equal(await refuse(['user:1'], 'waiting'), 0);
	await redis('HSET', 'user:1', 'standing', 'host');
	assert.equal(await refuse(['user:1'], 'waiting'), 0);
	assert.equal(await redis('HEXISTS', 'user:1', 'refused'), 0);
});

const addLine = script('site/act_log_add.lua');

test('act_log_add: the oldest line goes, even while memory is full', async () => {
	for (const n of [5, 7, 9])
		await once(() => addLine.full(['log'], n, `line ${n}`, 2));
	assert.deepEqual(await redis('ZRANGE', 'log', 0, -1, 'WITHSCORES'),
		['line 7', '7', 'line 9', '9']);
});

const close = script('host/removal_close.lua');

test('removal_close: a mark in the place of the member', async () => {
	await redis('HSET', 'user:7', 'username', 'anna', 'auth', 'x', 'odd', 1);
	await once(() => close.full(['user:7'], 'anna'));
	assert.deepEqual(await redis('HGETALL', 'user:7'),
		['was_username', 'anna']);
	await redis('HSET', 'user:9', 'bio', 'late');
	for (const user of ['user:8', 'user:9'])
		await close([user], 'ben');
	assert.equal(await redis('EXISTS', 'user:8'), 0);
	assert.deepEqual(await redis('HGETALL', 'user:9'), ['bio', 'late']);
});

const append = script('host/own_append.lua');

test('own_append: an older one after all others, once', async () => {
	assert.equal(await once(() => append(['own:1'], 10)), 1);
	assert.equal(await append(['own:1'], 10), 0);
	assert.equal(await append(['own:1'], 11), 0);
	assert.equal(await append(['own:1'], 9), 1);
	assert.deepEqual(await list('own:1'), ['10', '9']);
});

const insert = script('host/own_insert.lua');

test('own_insert: right before the next older one, once', async () => {
	await redis('RPUSH', 'own:1', 10, 7, 5);
	assert.equal(await once(() => insert(['own:1'], 8, 7)), 1);
	assert.equal(await insert(['own:1'], 8, 7), 0);
	assert.equal(await insert(['own:1'], 10, 5), 0);
	// The older one has been removed.
	assert.equal(await insert(['own:1'], 9, 6), 0);
	assert.deepEqual(await list('own:1'), ['10', '8', '7', '5']);
});

const tellZone = script('site/zone_tell.lua');

test('zone_tell: the first one is kept, and the time is returned', async () => {
	await once(() => tellZone(['zone'], '+0100/+0200'));
	const before = Date.now() / 1000;
	const [seconds, microseconds, zone] = await tellZone(['zone'], 'other');

	assert.ok(Math.abs(before - seconds) < 5, `${seconds}`);
	assert.match(microseconds, /^\d{1,6}$/);
	assert.equal(zone, '+0100/+0200');
	assert.equal(await redis('GET', 'zone'), '+0100/+0200');
});

const adoptRoot = script('host/adopt_root.lua');

test('adopt_root: once, and only in a post', async () => {
	assert.equal(await adoptRoot(['post:7'], 1, 2), 0);
	assert.equal(await redis('EXISTS', 'post:7'), 0);
	await redis('HSET', 'post:7', 'user_id', 3);
	assert.equal(await adoptRoot(['post:7'], 1, 2), 1);
	assert.deepEqual(await redis('HGETALL', 'post:7'),
		['user_id', '3', 'root', '1', 'root_user_id', '2']);
	assert.equal(await once(() => adoptRoot(['post:7'], 5, 6)), 0);
	assert.equal(await redis('HGET', 'post:7', 'root'), '1');
	// Nobody knows who began it.
	await redis('HSET', 'post:8', 'user_id', 3);
	assert.equal(await adoptRoot(['post:8'], 8, ''), 1);
	assert.deepEqual(await redis('HGETALL', 'post:8'),
		['user_id', '3', 'root', '8']);
	// It is being deleted.
	await redis('HSET', 'post:9', 'was_user_id', 3, 'gone', 1);
	assert.equal(await adoptRoot(['post:9'], 1, 2), 0);
	assert.equal(await redis('HEXISTS', 'post:9', 'root'), 0);
});
