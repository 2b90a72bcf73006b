// What the nodes that an address names may answer: the first answer counts, and
// errors in it show as MOVED.
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { request } from '../lib/http.mjs';
import { bodies } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { freePort, lean, startStack } from '../lib/stack.mjs';

const ROUNDS = 12;

const here = await startCluster();
const there = await startCluster({ masters: 1 });

function start(...ports) {
	return startStack({ env: { ...lean, RETWIS_WORKERS: '0',
		RETWIS_REDIS: `cluster://${ports.map((port) =>
			`127.0.0.1:${port}`).join(',')}` } });
}

async function writeIn({ redis }, body) {
	await redis('SET', 'layout', 1);
	await redis('HSET', 'user:1', 'username', 'anna');
	await redis('HSET', 'post:1', 'user_id', 1, 'username', 'anna', 'time',
		1500000000, 'body', body);
	await redis('LPUSH', 'timeline', 1);
}

// How often any of these nodes has counted that, in this section of INFO.
async function count(nodes, section, what) {
	const texts = await Promise.all(nodes.map((node) =>
		node('INFO', section)));

	return texts.reduce((sum, text) => sum + Number(text.match(
		new RegExp(`${what}:(?:count|calls)=(\\d+)`))?.[1] ?? 0), 0);
}

const questions = (nodes) =>
	count(nodes, 'commandstats', 'cmdstat_cluster\\|slots');

await writeIn(here, 'here');
await writeIn(there, 'there');

// Each program may have started with either of the two; but none may change
// over, or what it has just written would be gone.
test('a seed of another cluster: a program keeps the one it started with', async () => {
	const stack = await start(there.nodes[0].port, here.nodes[0].port,
		there.nodes[0].port, here.nodes[1].port);
	const seen = new Set(), all = [...here.nodes, ...there.nodes];
	const before = await questions(all);

	await until('they are asked for their slots again and again', async () => {
		const { status, text } = await request(stack.url, '/timeline');

		if (status === 200)
			seen.add(...bodies(text));
		for (const node of all)
			await node('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
		return await questions(all) > before + 3 * ROUNDS;
	});
	assert.equal(seen.size, 1);
	await stack.stop();
});

/* ---- wrong answers ------------------------------------------------------ */

const bulk = (text) => `$${text.length}\r\n${text}\r\n`;

// Like the answer of node 0, but each master has the slots of the next one.
async function wrongSlots() {
	const ranges = await here.nodes[0]('CLUSTER', 'SLOTS');

	return `*${ranges.length}\r\n${ranges.map(([first, last], i) => {
		const [, , [host, port, id]] = ranges[(i + 1) % ranges.length];

		return `*3\r\n:${first}\r\n:${last}\r\n*3\r\n${bulk(host)}:${port}` +
			`\r\n${bulk(id)}`;
	}).join('')}`;
}

async function startLiar() {
	const slots = await wrongSlots(), port = await freePort();
	const server = createServer((page) => {
		const node = connect(here.nodes[0].port, '127.0.0.1');

		page.unref();
		node.unref();
		page.on('data', (chunk) => {
			if (/SLOTS/.test(chunk))
				page.write(slots);
			else
				node.write(chunk);
		});
		node.pipe(page, { end: false });
		for (const end of [page, node])
			end.on('error', () => {}).on('close', () => {
				page.destroy();
				node.destroy();
			});
	});

	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	server.unref();
	return port;
}

test('a seed that has the slots wrong', async () => {
	const stack = await start(await startLiar());
	const moved = () => count(here.nodes, 'errorstats', 'errorstat_MOVED');
	const before = await moved();

	for (let i = 0; i < ROUNDS; i++) {
		const answer = await request(stack.url, `/tag/t${i}`);

		assert.equal(answer.status, 200);
	}
	assert.deepEqual(bodies((await request(stack.url, '/timeline')).text),
		['here']);
	assert.ok(await moved() > before);
	await stack.stop();
});
