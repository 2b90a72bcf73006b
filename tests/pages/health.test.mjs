// /health, for balancers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneRedis } from '../lib/database.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { whileStopped, withoutMemory } from '../lib/outage.mjs';

const stack = await borrowStack();
const { url, redis } = stack;

const health = () => new Visitor(url).get('/health');

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
	assert.equal((await health()).status, 503);
	await redis('SET', 'layout', 1);
	assert.equal((await health()).status, 200);
});

test('/health while Redis is full is 200: members can read', async () => {
	await withoutMemory(stack, async () =>
		assert.equal((await health()).status, 200));
});

test('/health without Redis is 503, and 200 when it is back', { skip: oneRedis }, async () => {
	await whileStopped(stack, async () => {
		const { status, text } = await health();

		assert.deepEqual([status, text], [503, 'Redis does not answer\n']);
	});
	for (let n = 0; (await health()).status !== 200; n++)
		assert.ok(n < 200, 'it does not come back');
});
