// Slots move from one master of a cluster to another while members are using
// the site: nobody notices.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startCluster } from '../lib/cluster.mjs';
import { Load } from '../lib/load.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const SLOTS = '3000';

const cluster = await startCluster();
const { nodes, redis } = cluster;
const stack = await startStack({ env: { RETWIS_REDIS: cluster.address } });
const ids = await Promise.all(nodes.map((node) => node('CLUSTER', 'MYID')));

async function seen(kind) {
	const texts = await Promise.all(nodes.map((node) =>
		node('INFO', 'errorstats')));

	return texts.reduce((sum, text) => sum + Number(text.match(
		new RegExp(`errorstat_${kind}:count=(\\d+)`))?.[1] ?? 0), 0);
}

function reshard(from, to) {
	return promisify(execFile)('redis-cli', ['--cluster', 'reshard',
		`127.0.0.1:${nodes[0].port}`, '--cluster-from', ids[from],
		'--cluster-to', ids[to], '--cluster-slots', SLOTS,
		'--cluster-yes'], { maxBuffer: 1 << 26 });
}

// Where it is now, according to the nodes.
async function ownerOf(slot) {
	const ranges = await nodes[0]('CLUSTER', 'SLOTS');
	const [, , [, port]] = ranges.find(([first, last]) =>
		first <= slot && slot <= last);

	return nodes.findIndex((node) => node.port === port);
}

// As redis-cli does it, but it stops half-way: from then on a command with two
// keys of the slot gets TRYAGAIN.
async function moveSlowly(tag) {
	const slot = await nodes[0]('CLUSTER', 'KEYSLOT', tag);
	const from = await ownerOf(slot), to = (from + 1) % nodes.length;
	const before = await seen('TRYAGAIN');

	await nodes[to]('CLUSTER', 'SETSLOT', slot, 'IMPORTING', ids[from]);
	await nodes[from]('CLUSTER', 'SETSLOT', slot, 'MIGRATING', ids[to]);
	await until('TRYAGAIN', async () => await seen('TRYAGAIN') > before);
	for (let keys; (keys = await nodes[from](
		'CLUSTER', 'GETKEYSINSLOT', slot, 100)).length;)
		await nodes[from]('MIGRATE', '127.0.0.1', nodes[to].port, '', 0,
			5000, 'KEYS', ...keys);
	for (const node of [nodes[to], ...nodes])
		await node('CLUSTER', 'SETSLOT', slot, 'NODE', ids[to]);
}

// The bodies of all posts in a member's own list.
async function written(id) {
	const posts = await redis('LRANGE', `own:${id}`, 0, -1);

	return Promise.all(posts.map((post) =>
		redis('HGET', `post:${post}`, 'body')));
}

async function begin(load) {
	const people = [];

	for (const name of ['anna', 'ben', 'carl'])
		people.push(await member(stack.url, name));
	for (const visitor of people)
		await visitor.follow('anna');
	const [anna, ben, carl] = people;
	const id = await redis('HGET', 'users', 'ben');

	load.writes(anna, 'anna', 20);
	load.writes(ben, 'ben', 20);
	load.follows(anna, id);
	for (const visitor of [ben, carl])
		load.reads(visitor, () => ['/', '/timeline', '/@anna',
			'/notifications'][Math.floor(4 * Math.random())]);
}

test('3,000 slots back and forth, and one by hand', { timeout: 500000 },
	async () => {
		const load = new Load();

		await begin(load);
		await moveSlowly('{fanout}');
		await reshard(0, 1);
		await reshard(1, 0);
		await load.end();
		assert.deepEqual(load.bad, []);
		assert.equal(load.failures, 0);
		for (const kind of ['MOVED', 'ASK', 'TRYAGAIN'])
			assert.ok(await seen(kind) > 0, kind);
		for (const author of ['anna', 'ben']) {
			const id = await redis('HGET', 'users', author);
			const there = await written(id);
			const said = load.written.filter((post) =>
				post.author === author).map((post) => post.body);

			assert.deepEqual([...there].reverse(), said);
		}
	});
