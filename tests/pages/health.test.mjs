// /health, for balancers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneRedis } from '../lib/database.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { whileReplica, whileStopped, withoutDisk, withoutMemory }
	from '../lib/outage.mjs';

const stack = await borrowStack();
const { url, redis } = stack;

const health = (path = '/health') => new Visitor(url).get(path);
const writing = () => health('/health?write');

test('/health is 200, and one word', async () => {
	const { status, text, headers } = await health();

	assert.deepEqual([status, text], [200, 'ok\n']);
	assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
	assert.equal((await new Visitor(url).send('HEAD', '/health')).status, 200);
	assert.equal((await new Visitor(url).postRaw('/health', {})).status, 405);
	assert.equal((await new Visitor(url).get('/health/x')).status, 404);
});

test('/health of a database that a later Retwis has is 503', async () => {
	await redis('SET', 'layout', 2);
	await redis('DEL', 'writable:0');
	assert.equal((await health()).status, 503);
	assert.equal((await writing()).text, 'the database is not ours\n');
	assert.equal(await redis('EXISTS', 'writable:0'), 0);
	await redis('SET', 'layout', 1);
	assert.equal((await health()).status, 200);
});

test('/health?write writes a key that expires', async () => {
	await redis('DEL', 'writable:0');
	const { status, text, headers } = await writing();

	assert.deepEqual([status, text], [200, 'ok\n']);
	assert.equal(headers['cache-control'], (await health()).headers['cache-control']);
	const seconds = await redis('TTL', 'writable:0');

	assert.ok(seconds > 50 && seconds <= 60, seconds);
});

test('/health alone writes nothing', async () => {
	await redis('DEL', 'writable:0');
	assert.equal((await health()).status, 200);
	assert.equal(await redis('EXISTS', 'writable:0'), 0);
});

for (const [what, outage, skip] of [
	['has no memory', withoutMemory], ['has no disk', withoutDisk],
	['is a replica', whileReplica, oneRedis],
])
	test(`/health?write while Redis ${what} is 503`, { skip: skip ?? false }, async () => {
		await outage(stack, async () => {
			const { status, text } = await writing();

			assert.deepEqual([status, text], [503, 'Redis saves nothing\n']);
			assert.equal((await health()).status, 200);
		});
		for (let n = 0; (await writing()).status !== 200; n++)
			assert.ok(n < 200, 'it does not come back');
	});

test('/health while Redis is full is 200: members can read', async () => {
	await withoutMemory(stack, async () =>
		assert.equal((await health()).status, 200));
});

test('/health without Redis is 503, and 200 when it is back', { skip: oneRedis }, async () => {
	await whileStopped(stack, async () => {
		const { status, text } = await health();

		assert.deepEqual([status, text], [503, 'Redis does not answer\n']);
		assert.equal((await writing()).text, 'Redis does not answer\n');
	});
	for (let n = 0; (await health()).status !== 200; n++)
		assert.ok(n < 200, 'it does not come back');
});
