// The gateway while Redis, its bus or the gateway itself goes away and comes
// back.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { after, test } from 'node:test';
import { oneRedis } from '../lib/database.mjs';
import { crowd, deliver, gateway, push, replace, secretOf, streamOf }
	from '../lib/gateway.mjs';
import { until } from '../lib/processes.mjs';
import { restart, whileFull, whilePaused, whileStopped, withoutDisk,
	withoutMemory } from '../lib/outage.mjs';
import { bodies } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';
import { persist } from '../lib/typing.mjs';
import { member } from '../lib/visitor.mjs';

const stack = await startStack();
const gate = { path: `${stack.var}/live.sock` };
let next = 100000;

after(() => stack.stop());

async function newcomer() {
	const [id] = await crowd(stack, next++, 1);
	const stream = streamOf(stack, id);

	await stream.tells(0, 0);
	return [id, stream];
}

// A post that is delivered in the middle of it is reported in the end.
async function survives(trouble, id, stream) {
	await trouble();
	await persist(async () => ({ status: await deliver(stack, id, 10)
		.then(() => 200, () => 503) }));
	await stream.tells(1, 0);
	await deliver(stack, id, 11);
	await stream.tells(2, 0);
	assert.equal(stream.ended, false);
	stream.close();
}

// Nothing restarts several servers.
const unsupervised = { skip: oneRedis };

test('a restart of Redis', unsupervised, async () =>
	survives(() => restart(stack), ...await newcomer()));

test('Redis away for a while', unsupervised, async () => {
	const [id, stream] = await newcomer();

	await survives(() => whileStopped(stack, async () => {
		// New streams are asked to come back later.
		const early = streamOf(stack, id);

		await early.answers(503);
		assert.match(early.head, /Retry-After: \d+/);
	}), id, stream);
});

test('a Redis that does not answer', async () => {
	const [id, stream] = await newcomer();

	await survives(() => whilePaused(stack, async () => {
		const early = streamOf(stack, id);

		await early.answers(503);
		assert.equal(stream.ended, false);
	}), id, stream);
});

test('no room for one more connection', async () =>
	survives(() => whileFull(stack, () => {}), ...await newcomer()));

for (const [what, trouble] of [['memory', withoutMemory],
	['disk', withoutDisk]])
	test(`no ${what}: reading still works`, async () => {
		const [id, stream] = await newcomer();

		await deliver(stack, id, 10);
		await trouble(stack, () => stream.tells(1, 0));
		stream.close();
	});

test('posts that were written while the bus was away are announced', async () => {
	const [id, stream] = await newcomer();

	// Only the gateway's connection; and messages from that time are not
	// repeated.
	await stack.redis('CLIENT', 'KILL', 'TYPE', 'pubsub');
	await push(stack.redis, `posts:${id}`, 10);
	await stream.tells(1, 0);
	stream.close();
});

test('a post between the page and its stream is announced', async () => {
	const [id, stream] = await newcomer();

	stream.close();
	// The gateway is still subscribed to the channel, or no longer, or not
	// yet.
	for (let post = 1; post <= 30; post++) {
		const fresh = streamOf(stack, id, `/live?at=home&since=${post - 1}`);

		await deliver(stack, id, post);
		await fresh.tells(1, 0);
		fresh.close();
	}
});

test('SIGTERM sends all away, and they miss nothing', async () => {
	const [id, stream] = await newcomer();
	const { id: last } = stream.news.at(-1);

	await replace(stack, 'SIGTERM');
	await stream.ends();
	// Complete, so that a browser reconnects by itself.
	assert.match(stream.body, /\n\n$/);
	await deliver(stack, id, 10);
	const again = openStream(gate, '/live?at=home', secretOf(id),
		{ 'Last-Event-ID': last });

	await again.tells(1, 0);
	again.close();
});

// Those who arrived while one process replaced the other.
test('another process takes over without refusing anybody', async () => {
	const [id, stream] = await newcomer();
	let stop = false;
	const seen = [];
	const comeAndGo = async () => {
		while (!stop) {
			const fresh = streamOf(stack, id);

			await fresh.until('an answer', () => fresh.status || fresh.ended);
			seen.push(fresh.status);
			fresh.close();
		}
	};
	const visitors = Array.from({ length: 4 }, comeAndGo);

	for (let i = 0; i < 6; i++) {
		await replace(stack, i % 2 ? 'SIGINT' : 'SIGTERM');
		const before = seen.length;

		await until('some have come', () => seen.length > before + 20);
	}
	stop = true;
	await Promise.all(visitors);
	assert.deepEqual([...new Set(seen)], [200]);
	stream.close();
});

test('killed, it comes back', async () => {
	const [id] = await newcomer();

	await replace(stack, 'SIGKILL');
	const stream = streamOf(stack, id);

	await stream.tells(0, 0);
	stream.close();
});

// The web server finds no gateway, and its streams have ended.
async function whileAway(action) {
	const socket = gate.path;

	renameSync(socket, `${socket}.away`);
	try {
		await replace(stack, 'SIGKILL');
		await action();
	} finally {
		renameSync(`${socket}.away`, socket);
	}
}

test('without it the pages are as before', async () => {
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	await whileAway(async () => {
		const gone = await anna.get('/live');

		assert.equal(gone.status, 503);
		assert.ok(gone.headers['retry-after']);
		assert.equal((await anna.write('still here')).status, 303);
		assert.equal((await ben.follow('anna')).status, 303);
		for (const path of ['/', '/timeline', '/@anna'])
			assert.deepEqual(bodies((await anna.get(path)).text),
				['still here']);
		assert.equal((await anna.logout()).status, 303);
		assert.equal((await anna.login('anna')).status, 303);
	});
	const back = openStream({ port: stack.port }, '/live',
		anna.cookies.get('auth'));

	await back.tells(0, 1);
	back.close();
});
