// One master of a cluster is away: pages that need it say so, the others answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { request } from '../lib/http.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';

const cluster = await startCluster();
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address,
	RETWIS_REDIS_TIMEOUT: '300' } });
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

test('tags lie on all three', async () => {
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

test('a master that is gone', async () => {
	process.kill(pid, 'SIGKILL');
	await until('it is gone', () =>
		away('PING').then(() => false, () => true));
	for (let i = 0; i < 3; i++)
		assert.deepEqual(await statuses(), half);
});
