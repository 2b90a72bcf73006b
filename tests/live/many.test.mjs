// Five thousand streams in one process, and clients that do not read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Socket, connect } from 'node:net';
import { after, test } from 'node:test';
import { crowd, deliver, gateway, memoryOf, push, secretOf, streamOf }
	from '../lib/gateway.mjs';
import { startStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';

const MANY = 5000;
const MEMORY = 64 << 20;

// Sanitizers use memory of their own.
const isPlain = !process.env.SAN && !/san/.test(process.env.BUILD ?? '');
const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn']));
const few = files < MANY + 200 && `only ${files} open files here`;

const stack = await startStack({ env: { RETWIS_LIVE_MAX: MANY + 1 } });
const gate = { path: `${stack.var}/live.sock` };
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
		// Everybody is notified of one post, and of nothing else.
		await push(stack.redis, 'timeline', 5);
		await stack.redis('PUBLISH', 'live:timeline', '');
		for (const stream of streams)
			await stream.tells(1, 0);
		if (isPlain)
			assert.ok(memoryOf({ pid }) < MEMORY, `${memoryOf({ pid })}`);
		// And one of them gets a post of their own.
		const home = streamOf(stack, ids[7]);

		open.push(home);
		await home.tells(0, 0);
		await deliver(stack, ids[7], 6);
		await home.tells(1, 0);
		const more = streamOf(stack, ids[8]);

		open.push(more);
		await more.answers(503);
		assert.equal(streams.filter((s) => s.news.length !== 2).length, 0);
		// Those who leave make room.
		closeAll();
		await until('there is room', async () => {
			const again = streamOf(stack, ids[8]);

			open.push(again);
			await again.until('an answer', () => again.status);
			return again.status === 200;
		});
		assert.equal(gateway(stack).pid, pid);
	});

// Reads nothing, except what fits into the kernel's buffers.
function lazyStream(id) {
	const socket = new Socket({ readableHighWaterMark: 1 });

	socket.on('error', () => {});
	socket.connect(gate);
	socket.write(`GET /live HTTP/1.1\r\nCookie: auth=${secretOf(id)}\r\n\r\n`);
	open.push({ close: () => socket.destroy() });
}

// One more notification for that member.
async function notify(id, n) {
	await stack.redis('ZADD', `notices:${id}`, 0, 'seen', n, `follow 0 ${n}`);
	await stack.redis('PUBLISH', `live:${id}`, '');
}

async function listeners(id) {
	const [, n] = await stack.redis('PUBSUB', 'NUMSUB', `live:${id}`);

	return n;
}

test('a client that does not read is disconnected, and delays nobody', async () => {
	const [slow, quick] = await crowd(stack, 200000, 2);
	const reader = streamOf(stack, quick);
	let n = 0;

	open.push(reader);
	await reader.tells(0, 0);
	for (let i = 0; i < 20; i++)
		lazyStream(slow);
	await until('the lazy are there', () => listeners(slow));
	const { pid } = gateway(stack);
	const before = memoryOf({ pid });

	// The gateway stays subscribed until all twenty have gone.
	await until('the lazy were sent away', async () => {
		n++;
		await notify(slow, n);
		await notify(quick, n);
		await reader.tells(0, n);
		return await listeners(slow) === 0;
	}, 300);
	assert.ok(n > 10);
	(await streamOf(stack, slow).answers(200)).close();
	assert.equal(reader.ended, false);
	if (isPlain)
		assert.ok(memoryOf({ pid }) < before + (4 << 20));
});

test('a client that has vanished is noticed', async () => {
	const [id] = await crowd(stack, 300000, 1);
	const stream = streamOf(stack, id);

	await stream.tells(0, 0);
	assert.equal(await listeners(id), 1);
	stream.socket.destroy();
	await until('nobody listens for the member', async () =>
		await listeners(id) === 0, 60);
});

test('a request that never ends is given up, and others are served',
	async () => {
		const [id] = await crowd(stack, 400000, 1);
		const sockets = Array.from({ length: 200 }, () => {
			const socket = connect(gate);

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
