// The pages on a Redis Cluster of three masters: nothing else is configured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { press, state } from '../lib/acts.mjs';
import { acts, bodies, notices, posts } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const cluster = await startCluster();
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address } });
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');

async function home(visitor) {
	return bodies((await visitor.get('/')).text);
}

async function delivered(visitor, n) {
	await until('delivered', async () => (await home(visitor)).length >= n);
	return home(visitor);
}

test('a post reaches its author and the followers', async () => {
	await ben.follow('anna');
	for (let i = 0; i < 5; i++)
		assert.equal((await anna.post('/post',
			{ status: `number ${i}` })).status, 303);
	const expected = [4, 3, 2, 1, 0].map((i) => `number ${i}`);

	assert.deepEqual(await home(anna), expected);
	assert.deepEqual(await delivered(ben, 5), expected);
	assert.deepEqual(bodies((await ben.get('/@anna')).text), expected);
	assert.deepEqual(bodies((await ben.get('/timeline')).text), expected);
});

test('likes, reposts, replies and notices', async () => {
	const { text } = await ben.get('/timeline');
	const [{ path }] = posts(text), [{ id }] = acts(text);

	assert.equal((await press(ben, '/timeline', 'like', id)).status, 303);
	assert.equal((await press(ben, '/timeline', 'repost', id)).status, 303);
	assert.deepEqual(await state(ben, '/timeline', id), [true, 1, true, 1]);
	assert.equal((await ben.post('/post', { status: '@anna indeed',
		reply_to: id })).status, 303);
	assert.deepEqual(bodies((await anna.get(path)).text),
		['number 4', '@anna indeed']);
	assert.equal(notices((await anna.get('/notifications')).text).length, 4);
	assert.equal((await press(ben, '/timeline', 'like', id)).status, 303);
	assert.deepEqual(await state(ben, '/timeline', id), [false, 0, true, 1]);
});

test('each master has a share, and none is asked for keys that it does not have',
	async () => {
		for (const node of cluster.nodes) {
			assert.ok(await node('DBSIZE') > 0);
			assert.doesNotMatch(await node('INFO', 'errorstats'),
				/errorstat_(MOVED|CROSSSLOT|ERR)/);
		}
	});
