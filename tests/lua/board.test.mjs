// The scripts of what workers do about announcements, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

const end = script('post/announced_end.lua');

test('announced_end: how many have read it, once', async () => {
	await redis('HSET', 'post:1', 'announced', '1764000000');
	await once(() => end(['post:1'], 1764000000, 12));
	assert.equal(await redis('HGET', 'post:1', 'announced'), '1764000000 12');
	// Their names were deleted, and a worker does it again.
	await end(['post:1'], 1764000000, 0);
	assert.equal(await redis('HGET', 'post:1', 'announced'), '1764000000 12');
});

test('announced_end: not of another one, and not of a post that is gone', async () => {
	await redis('HSET', 'post:1', 'announced', '1764000001');
	await end(['post:1'], 1764000000, 12);
	assert.equal(await redis('HGET', 'post:1', 'announced'), '1764000001');
	await end(['post:2'], 1764000000, 12);
	assert.equal(await redis('EXISTS', 'post:2'), 0);
});
