// Five thousand streams in one process, and clients that do not read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { crowd, deliver, gateway, memoryOf, secretOf, streamOf }
	from '../lib/gateway.mjs';
import { startStack } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';
import { until } from '../lib/processes.mjs';

const MANY = 5000;
const MEMORY = 64 << 20;

// Sanitizers take memory of their own.
const isPlain = !process.env.SAN && !/san/.test(process.env.BUILD ?? '');
const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn']));
const few = files < MANY + 200 && `only ${files} open files here`;

const stack = await startStack();
const open = [];

after(() => {
	for (const stream of open)
		stream.close();
	return stack.stop();
});

async function openAll(ids, address) {
	const streams = ids.map((id) => streamOf(stack, id, address));

	open.push(...streams);
	for (const stream of streams)
		await stream.until('a first event', () => stream.news.length, 60);
	return streams;
}

function closeAll() {
	for (const stream of open.splice(0))
		stream.close();
}

test(`${MANY} idle connections in less than 64 MiB`, { skip: few },
	async (t) => {
		const ids = await crowd(stack, 100000, MANY);
		const { pid } = gateway(stack);
		const empty = memoryOf({ pid });
		const streams = await openAll(ids, '/live?at=timeline&since=0');
		const idle = memoryOf({ pid });

		t.diagnostic(`${empty >> 10} KiB without, ${idle >> 10} KiB with`);
		if (isPlain)
			assert.ok(idle < MEMORY, `${idle} bytes`);
		// Everybody is told of one post, and it stays at that.
		await stack.redis('LPUSH', 'timeline', 5);
		await stack.redis('PUBLISH', 'live:timeline', '');
		for (const stream of streams)
			await stream.tells(1, 0);
		if (isPlain)
			assert.ok(memoryOf({ pid }) < MEMORY, `${memoryOf({ pid })}`);
		// And one of them of one's own.
		const home = streamOf(stack, ids[7]);

		open.push(home);
		await home.tells(0, 0);
		await deliver(stack, ids[7], 6);
		await home.tells(1, 0);
		// One process all the time, which lets go of who has gone.
		closeAll();
		await until('all have gone', async () =>
			(await stack.redis('PUBSUB', 'NUMPAT'), true));
		assert.equal(gateway(stack).pid, pid);
		assert.equal(streams.filter((s) => s.news.length !== 2).length, 0);
	});

// Hints for a member, each of which changes something.
async function talk(id, from, n) {
	for (let i = 0; i < n; i++)
		await deliver(stack, id, from + i);
}

test('who does not read delays nobody, and has to go', async () => {
	const [slow, quick] = await crowd(stack, 200000, 2);
	const reader = streamOf(stack, quick);
	const lazy = Array.from({ length: 10 }, () => streamOf(stack, slow));

	open.push(reader, ...lazy);
	await reader.tells(0, 0);
	for (const stream of lazy) {
		await stream.tells(0, 0);
		stream.socket.pause();
	}
	const { pid } = gateway(stack);
	const before = memoryOf({ pid });

	// Notices change with each hint, so that each stream is written to.
	let rounds = 0;

	await until('the lazy were sent away', async () => {
		rounds++;
		await stack.redis('ZADD', `notices:${slow}`, 0, 'seen', rounds,
			`follow 0 ${rounds}`);
		await stack.redis('PUBLISH', `live:${slow}`, '');
		if (rounds % 10 === 0) {
			const start = Date.now();

			await deliver(stack, quick, 1000 + rounds);
			await reader.tells(rounds / 10, 0);
			assert.ok(Date.now() - start < 5000,
				`${Date.now() - start} ms`);
		}
		const [, n] = await stack.redis('PUBSUB', 'NUMSUB', `live:${slow}`);

		return n === 0;
	}, 200);
	assert.equal(reader.ended, false);
	assert.ok(memoryOf({ pid }) < before + (4 << 20));
});

test('who has vanished is noticed', async () => {
	const [id] = await crowd(stack, 300000, 1);
	const stream = streamOf(stack, id);

	await stream.tells(0, 0);
	assert.deepEqual(await stack.redis('PUBSUB', 'NUMSUB', `live:${id}`),
		[`live:${id}`, 1]);
	stream.socket.destroy();
	await until('nobody listens for the member', async () => {
		const [, n] = await stack.redis('PUBSUB', 'NUMSUB', `live:${id}`);

		return n === 0;
	}, 60);
});

test('a request that never ends is given up, and others are served',
	async () => {
		const [id] = await crowd(stack, 400000, 1);
		const stuck = Array.from({ length: 200 }, () => openStream(
			{ path: `${stack.var}/live.sock` }, '/live', undefined));

		// One that has sent nothing but a part of its first line.
		for (const stream of stuck)
			stream.close();
		const { connect } = await import('node:net');
		const sockets = Array.from({ length: 200 }, () => {
			const socket = connect(`${stack.var}/live.sock`);

			socket.write('GET /li');
			socket.on('error', () => {});
			socket.resume();
			return socket;
		});
		const good = streamOf(stack, id);

		open.push(good);
		await good.tells(0, 0);
		await until('all are given up', () =>
			sockets.every((socket) => socket.closed), 40);
		assert.equal(good.ended, false);
	});

test('a session is asked for once, however many come', async () => {
	const [id] = await crowd(stack, 500000, 1);
	const streams = Array.from({ length: 20 }, () => openStream(
		{ path: `${stack.var}/live.sock` }, '/live', secretOf(id)));

	open.push(...streams);
	for (const stream of streams)
		await stream.tells(0, 0);
	assert.deepEqual(await stack.redis('PUBSUB', 'NUMSUB', `live:${id}`),
		[`live:${id}`, 1]);
});
