// A gateway that is told to end while it waits for servers that do not answer,
// including the bus: it ends at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { crowd, gateway, streamOf } from '../lib/gateway.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { processesIn, until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';

// The largest possible value: a gateway that waited for an answer would wait
// this long.
const TIMEOUT_MS = 2500;

const stack = await startStack({
	env: { RETWIS_REDIS_TIMEOUT: String(TIMEOUT_MS) } });

after(() => stack.stop());

for (const [i, signal] of ['SIGTERM', 'SIGINT'].entries())
	test(`${signal}: a pending query delays nobody`, async () => {
		const [id] = await crowd(stack, 100000 + i, 1);
		const stream = streamOf(stack, id);

		await stream.tells(0, 0);
		await whilePaused(stack, async () => {
			const waits = streamOf(stack, id);

			// Both are connected, so it sends its queries.
			await streamOf(stack, id, '/nowhere').answers(404);
			const { pid } = gateway(stack);
			const began = Date.now();

			process.kill(pid, signal);
			await Promise.all([stream.ends(), waits.ends()]);
			await until('it has gone', () =>
				!processesIn(stack.var).some((p) => p.pid === pid));
			assert.ok(Date.now() - began < TIMEOUT_MS - 1000);
		});
		const again = streamOf(stack, id);

		await again.tells(0, 0);
		again.close();
	});
