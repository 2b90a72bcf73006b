// The client with which these tests use Redis: what it reports when Redis goes
// away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScripts } from '../lib/script.mjs';
import { openRedis } from '../lib/wire.mjs';

const { redis: beside } = await startScripts();

test('what waits fails when Redis hangs up, and what is asked later', async () => {
	const redis = openRedis(beside.socket);
	const id = await redis('CLIENT', 'ID');
	const both = [redis('BLPOP', 'none', 0), redis.bytes('GET', 'none')];
	const failed = both.map((asked) =>
		assert.rejects(asked, { message: 'Redis hung up' }));

	while (!(await beside('INFO', 'clients')).includes('blocked_clients:1'))
		;
	await beside('CLIENT', 'KILL', 'ID', id);
	await Promise.all(failed);
	await assert.rejects(redis('PING'), { message: 'Redis hung up' });
	assert.equal(await beside('PING'), 'PONG');
});

test('without Redis the first command says so', async () => {
	const redis = openRedis(`${beside.socket}.none`);

	await assert.rejects(redis('PING'), { code: 'ENOENT' });
	await assert.rejects(redis('PING'), { code: 'ENOENT' });
});
