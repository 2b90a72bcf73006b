// Each master of a cluster is killed in turn while members are at work. With
// RETWIS_SAFE=replica nothing that was acknowledged is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { Load } from '../lib/load.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const TIMEOUT_MS = 1000, NODE_TIMEOUT_MS = 2000;

// This long after a master's death no page answers 503 any more.
const PATIENCE_MS = NODE_TIMEOUT_MS + 3000;

// But no program can be faster than Redis: if two replicas have split the
// votes, it holds the next election four node time-outs later. Then the last
// 503 must come within this time after all nodes know the new master.
const BEHIND_MS = 1000;

// With two replicas each, so that one is left to wait for.
const cluster = await startCluster({ masters: 3, replicas: 2,
	options: ['--appendonly', 'no'] });
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address,
	RETWIS_SAFE: 'replica', RETWIS_REDIS_TIMEOUT: `${TIMEOUT_MS}` } });
const masters = cluster.nodes.slice(0, 3), killed = new Set();

function alive() {
	return cluster.nodes.filter((node) => !killed.has(node));
}

async function redis(...words) {
	for (const node of alive())
		try {
			return await node(...words);
		} catch (error) {
			if (!/^MOVED /.test(error.message))
				throw error;
		}
	throw new Error(`nobody has ${words[1]}`);
}

async function kill(node) {
	const [, pid] = (await node('INFO', 'server')).match(/process_id:(\d+)/);

	killed.add(node);
	process.kill(Number(pid), 'SIGKILL');
}

// Waits until all remaining nodes know who has taken over.
async function agreed() {
	const dead = [...killed].map(({ port }) => port);
	const knows = async (node) => (await node('CLUSTER', 'SLOTS'))
		.every(([, , [, port]]) => !dead.includes(port));

	await until('another master', async () =>
		(await Promise.all(alive().map(knows))).every(Boolean), 60);
	return Date.now();
}

let slowest = 0, last503 = 0;

function timed(visitor) {
	const send = visitor.send.bind(visitor);

	visitor.send = async (...args) => {
		const begun = Date.now(), answer = await send(...args);

		slowest = Math.max(slowest, Date.now() - begun);
		if (answer.status === 503)
			last503 = Date.now();
		return answer;
	};
	return visitor;
}

// For two seconds nobody got a 503.
function quiet(since) {
	return until('no more 503', () =>
		Date.now() - Math.max(last503, since) > 2000, 60);
}

async function isSettled() {
	return await redis('ZCARD', 'outbox') === 0 &&
		await redis('LLEN', '{fanout}:jobs') === 0;
}

async function everyPost() {
	const ids = new Set();

	for (const node of alive())
		for (const key of await node('KEYS', 'post:*'))
			ids.add(key.slice('post:'.length));
	return ids;
}

test('each acknowledged post is everywhere, once', { timeout: 400000 },
	async (t) => {
		const load = new Load({ mayFail: true });

		t.after(() => load.end());
		const [anna, ben] = [timed(await member(stack.url, 'anna')),
			timed(await member(stack.url, 'ben'))];

		for (const visitor of [anna, ben])
			await visitor.follow(visitor === anna ? 'ben' : 'anna');
		for (const visitor of [anna, ben]) {
			await visitor.get('/');
			load.writes(visitor, visitor === anna ? 'anna' : 'ben', 30);
			load.reads(visitor, () => ['/', '/timeline',
				'/@anna'][Math.floor(3 * Math.random())]);
		}
		for (const master of masters) {
			const before = load.written.length, at = Date.now();

			await kill(master);
			const known = await agreed();

			await quiet(known);
			assert.ok(last503 < Math.max(at + PATIENCE_MS,
				known + BEHIND_MS), `503 ${last503 - at} ms after ` +
				`the kill, a new master after ${known - at} ms`);
			console.log(`# a new master after ${known - at} ms, ` +
				`the last 503 after ${last503 - at} ms`);
			await until('posts go on', () =>
				load.written.length > before + 20);
		}
		await load.end();
		assert.ok(slowest < TIMEOUT_MS + 500, `${slowest} ms`);
		assert.deepEqual(load.bad, []);
		await until('all is delivered', isSettled, 120);

		const id = { anna: await redis('HGET', 'users', 'anna'),
			ben: await redis('HGET', 'users', 'ben') };
		const lists = {};

		for (const key of ['own', 'posts'])
			for (const name of ['anna', 'ben'])
				lists[`${key} ${name}`] = await redis('LRANGE',
					`${key}:${id[name]}`, 0, -1);
		const wrong = [], bodies = new Map();

		for (const post of await everyPost()) {
			const [by, body] = await redis('HMGET', `post:${post}`,
				'username', 'body');

			bodies.set(`${by} ${body}`, (bodies.get(`${by} ${body}`) ?? 0) + 1);
			for (const list of [`own ${by}`, 'posts anna', 'posts ben']) {
				const n = lists[list].filter((p) => p === post).length;

				// The home timelines are capped.
				if (n !== 1 && (list.startsWith('own') ||
					lists[list].length < 1000))
					wrong.push(`${post} by ${by}: ${n} in ${list}`);
			}
		}
		for (const { author, body } of load.written)
			if (bodies.get(`${author} ${body}`) !== 1)
				wrong.push(`${author} ${body}: ${
					bodies.get(`${author} ${body}`)}`);
		assert.deepEqual(wrong, []);
	});
