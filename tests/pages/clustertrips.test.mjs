// How often a page waits for a cluster: a constant, never a function of posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { clusterProxy } from '../lib/clusterproxy.mjs';
import { bodies, posts } from '../lib/page.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const cluster = await startCluster();
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address } });
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
const proxy = await clusterProxy(cluster);

// As plain CGI: so each request begins by asking who has which slot.
function ask(page, method, path, body = '') {
	return cgi(page, { ...variables(method, path, body),
		RETWIS_REDIS: proxy.address, HTTP_HOST: 'localhost',
		HTTP_COOKIE: `auth=${anna.cookies.get('auth')}` }, body);
}

async function trips(page, path, shown) {
	let answer;
	const n = await proxy.trips(async () => {
		answer = await ask(page, 'GET', path);
	});

	assert.equal(answer.status, 200, answer.errors);
	assert.equal(bodies(answer.text).length, shown);
	return n;
}

// Once a minute the timeline adds up what trends: not while we count.
async function allPages(shown) {
	await cluster.redis('SET', 'cache:trending', '');
	const [{ path }] = posts((await ben.get('/@ben')).text);
	const ten = Math.min(shown, 10);

	return {
		home: await trips('home', '/', ten),
		profile: await trips('profile', '/@ben', ten),
		timeline: await trips('timeline', '/timeline', shown),
		status: await trips('status', path, 1),
		tag: await trips('tag', '/tag/counted', ten),
	};
}

async function postOnes(n) {
	for (let i = 0; i < n; i++)
		await anna.post('/post', { status: `mine ${i}` });
}

// The nonce of a form that was never sent, and the rest of it.
async function postTrips(status) {
	const csrf = await anna.csrf();
	const body = new URLSearchParams({ csrf, status }).toString();
	let answer;
	const n = await proxy.trips(async () => {
		answer = await ask('post', 'POST', '/post', body);
	});

	assert.equal(answer.status, 303, answer.errors);
	return n;
}

const seen = {};

await anna.follow('ben');
await anna.get('/');
for (const n of [1, 50])
	test(`four round trips at most with ${n} posts`, async () => {
		for (let i = n === 1 ? 0 : 1; i < n; i++)
			await ben.post('/post', { status: `post ${i} #counted` });
		seen[n] = await allPages(n);
		for (const [page, count] of Object.entries(seen[n]))
			assert.ok(count > 1 && count <= 4, `${page}: ${count}`);
	});

test('with fifty posts they are as many as with one', () => {
	assert.deepEqual(seen[50], seen[1]);
});

test('posting takes as many after twenty posts', async () => {
	const first = await postTrips('one');

	await postOnes(20);
	assert.equal(await postTrips('two'), first);
});
