// How often a page waits for a cluster: a constant, never a function of posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { clusterProxy } from '../lib/clusterproxy.mjs';
import { startStack } from '../lib/stack.mjs';
import { tripsBy } from '../lib/trips.mjs';
import { member } from '../lib/visitor.mjs';
import { testTrips } from './lib/pagetrips.mjs';

const cluster = await startCluster();
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address } });
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
const proxy = await clusterProxy(cluster);

// As plain CGI: so each request begins by asking who has which slot.
const { ask, trips } = tripsBy(proxy, anna);

async function postOnes(n) {
	for (let i = 0; i < n; i++)
		await anna.post('/post', { status: `mine ${i}` });
}

// The nonce of a form that was never sent, and the rest of it.
async function postTrips(status) {
	const csrf = await anna.csrf();
	let answer;
	const n = await proxy.trips(async () => {
		answer = await ask('post', 'POST', '/post', { csrf, status });
	});

	assert.equal(answer.status, 303, answer.errors);
	return n;
}

await anna.follow('ben');
await anna.get('/');
testTrips(test, { redis: cluster.redis, author: ben, trips }, 2, 4);

test('posting takes as many after twenty posts', async () => {
	const first = await postTrips('one');

	await postOnes(20);
	assert.equal(await postTrips('two'), first);
});
