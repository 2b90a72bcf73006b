// One master of a cluster is down, or half of the slots belong to no node:
// pages that need them say so, the others answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { request } from '../lib/http.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';

const TIMEOUT_MS = 300;

const cluster = await startCluster();
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address,
	RETWIS_REDIS_TIMEOUT: `${TIMEOUT_MS}` } });
const names = Array.from({ length: 12 }, (_, i) => `t${i}`);
const slots = await Promise.all(names.map((name) =>
	cluster.nodes[0]('CLUSTER', 'KEYSLOT', `tag:${name}`)));

// The first of the three, which has neither `layout` nor half of the tags.
const away = cluster.nodes[0], isAway = slots.map((slot) => slot < 5461);
const pid = Number((await away('INFO', 'server')).match(/process_id:(\d+)/)[1]);

function statuses() {
	return Promise.all(names.map(async (name) => {
		const answer = await request(stack.url, `/tag/${name}`);

		if (answer.status === 503)
			assert.ok(answer.headers['retry-after']);
		return answer.status;
	}));
}

const good = names.map(() => 200);
const half = isAway.map((is) => is ? 503 : 200);

test('tags are on all three servers', async () => {
	assert.ok(isAway.includes(true) && isAway.includes(false));
	assert.deepEqual(await statuses(), good);
});

test('a master that does not answer', async () => {
	process.kill(pid, 'SIGSTOP');
	for (let i = 0; i < 3; i++)
		assert.deepEqual(await statuses(), half);
	process.kill(pid, 'SIGCONT');
	await until('it answers', async () =>
		!(await statuses()).includes(503));
});

const HALF = 8192, SLOTS = 16384;

// The half that belongs to no node: not the one in which `layout` is.
test("half of the slots are nobody's", async () => {
	const layout = await away('CLUSTER', 'KEYSLOT', 'layout');
	const [first, last] = layout < HALF ? [HALF, SLOTS - 1] : [0, HALF - 1];
	const isBare = slots.map((slot) => first <= slot && slot <= last);
	const ranges = await away('CLUSTER', 'SLOTS');

	assert.ok(isBare.includes(true) && isBare.includes(false));
	for (const node of cluster.nodes)
		await node('CLUSTER', 'DELSLOTSRANGE', first, last);
	await until('those are refused', async () =>
		(await statuses()).includes(503));
	for (let i = 0; i < 2; i++)
		assert.deepEqual(await statuses(),
			isBare.map((is) => is ? 503 : 200));
	for (const [from, to, [, port]] of ranges)
		if (from <= last && first <= to)
			await cluster.nodes.find((node) => node.port === port)(
				'CLUSTER', 'ADDSLOTSRANGE', Math.max(first, from),
				Math.min(last, to));
	// Nodes learn from one another who has what, and any of them may be
	// asked.
	for (const node of cluster.nodes)
		await until('it knows of all slots', async () =>
			/slots_ok:16384/.test(await node('CLUSTER', 'INFO')));
	await until('all answer again', async () =>
		!(await statuses()).includes(503));
});

test('a master that is gone', async () => {
	process.kill(pid, 'SIGKILL');
	await until('it is gone', () =>
		away('PING').then(() => false, () => true));
	for (let i = 0; i < 3; i++)
		assert.deepEqual(await statuses(), half);
});

test('all are gone', async () => {
	await cluster.stop();
	for (let i = 0; i < 3; i++) {
		const begun = Date.now();

		assert.deepEqual(await statuses(), names.map(() => 503));
		assert.ok(Date.now() - begun < TIMEOUT_MS + 500);
	}
});
