// The scripts of archives and of staged imports, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- archives --------------------------------------------------------------

const archive = 'archive:1';
const scores = () => redis('ZRANGE', archive, 0, -1, 'WITHSCORES');

const put = script('post/archive_put.lua');

test('archive_put: replaces one with the same first line', async () => {
	assert.equal(await put([archive], '1300000001.5', '1 1300000001\n',
		'\n\nold'), 0);
	assert.equal(await put([archive], '1300000001.5', '1 1300000001 f\n',
		'\n\nother'), 0);
	await once(() => put([archive], '1300000001.5', '1 1300000001\n',
		'\n\nnew'));
	assert.equal(await put([archive], '1300000001.5', '1 1300000001\n',
		'\n\nnew'), 1);
	assert.deepEqual(await scores(), [
		'1 1300000001\n\n\nnew', '1300000001.5',
		'1 1300000001 f\n\n\nother', '1300000001.5']);
});

const drop = script('post/archive_drop.lua');

test('archive_drop: the one with that first line, at that score', async () => {
	await redis('ZADD', archive, 9.5, '7 5 f\nx', 9.5, '7 5\ny',
		9.5, '8 5\nx', 1, '7 5\nz');
	await once(() => drop([archive], '7 5\n', '9.5'));
	assert.deepEqual(await redis('ZRANGE', archive, 0, -1),
		['7 5\nz', '7 5 f\nx', '8 5\nx']);
});

// ---- staging ----------------------------------------------------------------

const key = 'luggage:1';
const begin = script('post/import_staging_begin.lua');

test('import_staging_begin: one at a time, and not for ever', async () => {
	assert.equal(await begin([key], 'a', 600), 1);
	assert.equal(await begin([key], 'b', 600), 0);
	assert.deepEqual(await list(key), ['a']);
	assert.ok(await redis('TTL', key) > 590);
	await redis('EXPIRE', key, 5);
	await once(() => begin([key], 'a', 600));
	assert.deepEqual(await list(key), ['a']);
	assert.ok(await redis('TTL', key) > 590);
});

const add = script('post/import_staging_add.lua');

test('import_staging_add: only to its own, which is then kept', async () => {
	assert.equal(await add([key], 'a', 600, 'x'), 0);
	assert.equal(await redis('EXISTS', key), 0);
	await begin([key], 'a', 5);
	assert.equal(await add([key], 'b', 600, 'x'), 0);
	assert.equal(await add([key], 'a', 600, 'x'), 1);
	assert.deepEqual(await list(key), ['a', 'x']);
	assert.ok(await redis('TTL', key) > 590);
});

const end = script('post/import_staging_end.lua');

test('import_staging_end: its own, and whole', async () => {
	assert.equal(await end([key], 'a', 'a whole', 900), 0);
	await redis('RPUSH', key, 'a', 'x');
	assert.equal(await end([key], 'b', 'b whole', 900), 0);
	assert.equal(await end([key], 'a', 'a whole', 900), 1);
	await once(() => end([key], 'a', 'a whole', 900));
	assert.deepEqual(await list(key), ['a whole', 'x']);
	assert.ok(await redis('TTL', key) > 890);
});

const pop = script('post/import_staging_pop.lua');

test('import_staging_pop: the last block, if nobody was faster', async () => {
	await redis('RPUSH', key, 'a whole', 'x', 'y');
	await pop([key], 'b whole', 3);
	await pop([key], 'a whole', 2);
	assert.equal(await redis('LLEN', key), 3);
	await once(() => pop.full([key], 'a whole', 3));
	assert.deepEqual(await list(key), ['a whole', 'x']);
});

const dropAll = script('post/import_staging_drop.lua');

test('import_staging_drop: its own', async () => {
	for (const mark of ['a', 'a whole']) {
		await redis('RPUSH', key, mark, 'x');
		await dropAll([key], 'b', 'b whole');
		assert.equal(await redis('LLEN', key), 2);
		await dropAll.full([key], 'a', 'a whole');
		assert.equal(await redis('EXISTS', key), 0);
	}
});
