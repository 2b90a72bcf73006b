// RETWIS_SAFE=replica: a command that deletes the last entry leading to
// something is sent only after every other server has replicated what was
// written there. MONITOR on each master shows it; all of them use the same
// clock here.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { bring, luggage, post } from '../lib/luggage.mjs';
import { until } from '../lib/processes.mjs';
import { lean, startStack } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';

const MASTERS = 3;
const cluster = await startCluster({ masters: MASTERS, replicas: 1 });
const { redis } = cluster;
const stack = await startStack({ env: { ...lean, RETWIS_WORKERS: '1',
	RETWIS_REDIS: cluster.address, RETWIS_SAFE: 'replica' } });

// The commands with which the programs write, in scripts or directly.
const writes = /^(SET|HSET|HSETNX|HDEL|HINCRBY|DEL|UNLINK|ZADD|ZREM\w*|[LR]PUSHX?|[LR]POP|LTRIM|LREM|LSET|INCR|RENAME)$/i;

// Queues, signs of life and data that may be lost follow their own order.
const beside = /^(\{.*\}:|lock:|limit:|cache:|trend:|sent:|once:|control)/;

const seen = [];

async function listen(node, i) {
	const child = spawn('redis-cli', ['-p', node.port, 'MONITOR']);
	const lines = createInterface({ input: child.stdout });

	lines.on('line', (line) => {
		const [, at, rest] = line.match(/^(\S+) \[[^\]]+\] (.*)$/) ?? [];

		if (at)
			seen.push({ at: Number(at), node: i,
				words: [...rest.matchAll(/"((?:\\.|[^"\\])*)"/g)]
					.map(([, word]) => word) });
	});
	await once(lines, 'line');
	return child;
}

const monitors = await Promise.all(cluster.nodes.slice(0, MASTERS).map(listen));

after(() => monitors.forEach((child) => child.kill()));

const isWrite = ({ words: [name, key] }) => writes.test(name) &&
	!beside.test(key);

// Writes on other masters that are not known to be on a replica.
function unsure(end, together) {
	const before = seen.filter(({ at }) => at < end.at);

	return Array.from({ length: MASTERS }, (_, node) => node)
		.filter((node) => node !== end.node).flatMap((node) => {
			const there = before.filter((one) => one.node === node);
			const last = there.findLastIndex((one) => isWrite(one) &&
				!together?.test(one.words[1]));
			const waited = there.findLastIndex(({ words }) =>
				/^WAIT$/i.test(words[0]));

			return last > waited ? [there[last].words.join(' ')] : [];
		});
}

let marks = 0;

// Waits until each monitor has shown everything so far: one of them may be
// late.
async function allIsRead() {
	const mark = `mark ${marks++}`;

	await Promise.all(cluster.nodes.slice(0, MASTERS).map((node) =>
		node('ECHO', mark)));
	await until(mark, () => seen.filter(({ words }) => words[0] === 'ECHO' &&
		words[1] === mark).length === MASTERS);
}

// This command with this key always comes after a WAIT on the others, except
// for commands that are sent together with it.
async function ends(name, key, together) {
	const found = () => seen.filter(({ words }) => words[0] === name &&
		words[1] === key);

	await until(`${name} ${key}`, () => found().length);
	await allIsRead();
	seen.sort((one, other) => one.at - other.at);
	for (const end of found())
		assert.deepEqual(unsure(end, together), [], end.words.join(' '));
}

const gone = (key) => until(`${key} is empty`, async () =>
	!await redis('EXISTS', key));

const idOf = (who) => redis('HGET', 'users', who.name);

async function write(who, status) {
	const answer = await who.submit('/post', { status, nonce: status });

	assert.equal(answer.status, 303);
	return (await redis('LRANGE', `own:${await idOf(who)}`, 0, 0))[0];
}

async function pressed(who, path, fields) {
	const answer = await who.submit(path, fields);

	assert.equal(answer.status, 303, answer.text);
}

const [anna, ben, carl] = [await member(stack.url, 'anna'),
	await member(stack.url, 'ben'), await member(stack.url, 'carl')];

test('a delivery ends after its pushes', async () => {
	await pressed(ben, '/follow', { follow: await idOf(anna) });
	await ben.get('/');
	seen.length = 0;
	await write(anna, 'first');
	await gone('outbox');
	await until('it is over', () => seen.some(({ words }) =>
		words[0] === 'LREM' && /^{fanout}:taken/.test(words[1])));
	await ends('LREM', seen.find(({ words }) => words[0] === 'LREM' &&
		/^{fanout}:taken/.test(words[1])).words[1]);
});

test('a deletion keeps its note up to the end', async () => {
	const id = await write(anna, 'second, #tea @ben');

	for (const who of [ben, carl]) {
		await pressed(who, '/act', { like: id, back: '/' });
		await pressed(who, '/act', { repost: id, back: '/' });
	}
	await gone('outbox');
	seen.length = 0;
	await pressed(anna, '/delete', { id });
	await ends('ZREM', 'erasing');
	await gone('erasing');
});

test('imported posts leave the list after they are in the archive', async () => {
	const id = await idOf(anna);

	seen.length = 0;
	assert.equal((await bring(anna, luggage(Array.from({ length: 120 },
		(_, i) => post(i + 1))))).status, 303);
	await ends('RPOP', `luggage:${id}`);
	await ends('ZREM', '{imports}:due');
	assert.equal(await redis('ZCARD', `archive:${id}`), 120);
});

test('a member who leaves', async () => {
	const id = await idOf(carl);

	await pressed(carl, '/follow', { follow: await idOf(anna) });
	await pressed(carl, '/act', { like: await redis('LINDEX',
		`own:${await idOf(anna)}`, 0), back: '/' });
	await write(carl, 'mine');
	await gone('outbox');
	seen.length = 0;
	await pressed(carl, '/account/leave', { username: 'carl', password });
	await ends('ZREM', '{leaving}:due');
	await ends('UNLINK', `user:${id}`);
	for (const key of [`following:${id}`, `liked:${id}`])
		await ends('ZREM', key);
	// Either leads to the post, so they are sent together.
	await ends('LREM', `own:${id}`, /^reposted:/);
});
