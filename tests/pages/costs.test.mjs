// What each page costs on one Redis: the table in lib/costs.mjs. The number of
// round trips is a constant, never a function of posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redisProxy } from '../lib/redisproxy.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { count, isRead, measure, rows } from './lib/costs.mjs';
import { openSite } from './lib/costsite.mjs';

const stack = await borrowStack();
const { redis } = stack;
const proxy = await redisProxy(`${stack.var}/proxy.sock`, stack.socket);
const site = await openSite(stack.url, redis);

test('a process that has just begun, where there are two of each', async () => {
	const { was, should } = await measure(['two'], async (row) =>
		count(site, proxy, row));

	assert.equal(was, should);
});

test('the same with fifty of each, and the next request', async () => {
	await site.grow();
	const { was, should } = await measure(['fifty', 'next'], async (row) =>
		isRead(row) ? count(site, proxy, row, 2)
			: [...await count(site, proxy, row), '-']);

	assert.equal(was, should);
});

test('with fifty posts a page takes as many round trips as with two', () => {
	const trips = (cost) => Number(cost.split('/')[0]);
	// A process that has just started may need one more round trip, for the
	// names of authors whom it does not know. With two posts there were
	// none, and next time it knows them.
	const asksNames = ({ page, costs: { two, fifty, next } }) =>
		trips(fifty) === trips(two) + 1 &&
		(page === 'post' || trips(next) === trips(two));
	// There was nothing to find, nothing this deep in the list, or no
	// author with so many posts that rebuilding a home timeline takes a
	// second read.
	const differ = rows.filter((row) =>
		trips(row.costs.two) !== trips(row.costs.fifty) && !asksNames(row))
		.map(({ request }) => request);

	assert.deepEqual(differ, ['GET /?start=40', 'GET /members?q=many',
		'GET /search?q=many', 'GET /search?q=@many', 'POST /follow follow=CARL',
		'POST /follow unfollow=CARL']);
});

// ---- what a process remembers, and deep pages -------------------------------

test('a new follower whom you know costs one more, once', async () => {
	let looks = 0;
	const befriend = () => ++looks === 2 && site.befriend(1040);
	const counted = await count(site, proxy, { page: 'profile', status: 200,
		request: 'GET /@ben', before: [befriend] }, 4);

	assert.deepEqual(counted.map((cost) => Number(cost.split('/')[0])),
		[3, 4, 2, 2]);
});

// A page without a mark, deeper than anybody goes, may take one more; so may
// one whose mark has been deleted.
test('reposts further down, or below deleted ones', async () => {
	const id = site.ids.cleo;
	const own = await redis('LRANGE', `own:${id}`, 0, -1);
	const trips = async (query) => Number((await count(site, proxy,
		{ page: 'profile', status: 200, request: `GET /@cleo?${query}`,
			before: [] }))[0].split('/')[0]);

	for (const at of [0, 1, 10, 30, 60])
		assert.equal(await trips(`start=7&after=${own[at]}`), 4,
			`after ${at}`);
	assert.ok(await trips('start=12&after=1') <= 5);
	await redis('EVAL', 'for i = 1, 2000 do redis.call("LPUSH", KEYS[1], ' +
		'1000000 + i) end', 1, `own:${id}`);
	await redis('EVAL', 'for i = 1, 2000 do redis.call("ZADD", KEYS[1], ' +
		'1000000 + i, i + 5000) end', 1, `reposted:${id}`);
	assert.equal(await trips('start=2000'), 4);
	assert.equal(await trips(`start=1990&after=${own[9]}`), 4);
});
