// A Redis that does not answer, while the bus does: the gateway continues.
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { after, test } from 'node:test';
import { writeUsers } from '../lib/database.mjs';
import { anotherGateway, crowd, gateway, secretOf, streamOf }
	from '../lib/gateway.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { processesIn, until } from '../lib/processes.mjs';
import { redisCli } from '../lib/redis.mjs';
import { runKept, startStack, temporaryFolder, unref } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';

// The largest possible value: a gateway that waited for Redis would wait this
// long.
const TIMEOUT_MS = 2500;

const folder = temporaryFolder();
// The gateway signs in as a separate user.
chmodSync(folder, 0o755);

const socket = `${folder}/redis.sock`;

unref(runKept(folder, {}, 'redis-server', '--include', writeUsers(folder),
	'--port', '0', '--save', '', '--unixsocket', socket, '--unixsocketperm',
	'777', '--dir', folder));
const bus = redisCli(socket);

function signal(name) {
	for (const { pid, program } of processesIn(folder))
		if (program.includes('redis'))
			process.kill(pid, name);
}

await until('the bus', () => bus('PING').then(() => true, () => false));
const stack = await startStack({ env: { RETWIS_BUS: `unix:retwis@${socket}`,
	RETWIS_REDIS_TIMEOUT: String(TIMEOUT_MS) } });
const gate = { path: `${stack.var}/live.sock` };
// Workers receive orders, too.
const workers = processesIn(stack.var).filter(({ program }) =>
	program.endsWith('/retwis-worker')).length;
const listen = () => until('the gateway listens', async () =>
	await bus('PUBLISH', 'control', '') > workers);

after(stack.stop);

// Well before a gateway that waits for Redis could have done it.
async function soon(what, action) {
	const began = Date.now();

	await action();
	assert.ok(Date.now() - began < TIMEOUT_MS - 1000,
		`${what} took ${Date.now() - began} ms`);
}

const hint = (id) => bus('PUBLISH', `live:${id}`, '');

await listen();
// A deleted post does not count.
await stack.redis('HSET', 'post:10', 'user_id', 1, 'body', 'x');

test('it answers, refuses and obeys, and comes back', async () => {
	const [id] = await crowd(stack, 100000, 1);
	const stream = streamOf(stack, id);

	await stream.tells(0, 0);
	await whilePaused(stack, async () => {
		// This one makes it send a query, and wait.
		const waits = streamOf(stack, id);

		await hint(id);
		await soon('404', () => openStream(gate, '/nowhere').answers(404));
		await soon('no session', async () => {
			const stranger = openStream(gate, '/live');

			await stranger.ends();
			assert.match(stranger.body, /signed out/);
		});
		await soon('an order', async () => {
			const { pid } = gateway(stack);

			await bus('PUBLISH', 'control', 'exit');
			await Promise.all([stream.ends(), waits.ends()]);
			await anotherGateway(stack, pid);
		});
	});
	const again = openStream(gate, '/live?at=home', secretOf(id));

	await again.tells(0, 0);
	again.close();
});

test('queries do not pile up', async () => {
	const [id] = await crowd(stack, 100001, 1);
	const stream = streamOf(stack, id);
	const looks = async () => Number((await stack.redis('INFO',
		'commandstats')).match(/cmdstat_zrevrank:calls=(\d+)/)[1]);

	await listen();
	await stream.tells(0, 0);
	const before = await looks();

	await whilePaused(stack, async () => {
		for (let i = 0; i < 200; i++)
			await hint(id);
	});
	await stack.redis('LPUSH', `posts:${id}`, 10);
	await hint(id);
	await stream.tells(1, 0);
	assert.ok(await looks() - before < 10);
	stream.close();
});

test('a member who leaves while it asks is not missed', async () => {
	const ids = await crowd(stack, 100010, 30);
	const streams = ids.map((id) => streamOf(stack, id));

	await Promise.all(streams.map((stream) => stream.tells(0, 0)));
	await whilePaused(stack, async () => {
		const early = ids.map((id) => streamOf(stack, id));

		await Promise.all(ids.map(hint));
		await soon('404', () => openStream(gate, '/nowhere').answers(404));
		for (const stream of [...early, ...streams.slice(10)])
			stream.close();
		await soon('404', () => openStream(gate, '/nowhere').answers(404));
	});
	for (const [i, stream] of streams.slice(0, 10).entries()) {
		await stack.redis('LPUSH', `posts:${ids[i]}`, 10);
		await hint(ids[i]);
		await stream.tells(1, 0);
		stream.close();
	}
});

// The channels for many, by the lists that they are about.
const channels = { home: 'live:many', timeline: 'live:timeline',
	'conversation&root=7': 'live:conversations' };
const lists = Object.keys(channels);

// How many are subscribed to such a channel.
const heard = async (list) => Number(await bus('PUBLISH', channels[list], ''));

function nobodyHears() {
	return until('nobody hears of lists', async () => {
		for (const list of lists)
			if (await heard(list))
				return false;
		return true;
	});
}

test('it listens to a list while somebody has it open', async () => {
	const [id] = await crowd(stack, 100040, 1);
	const bell = streamOf(stack, id, '/live');

	await nobodyHears();
	await bell.tells(0, 0);
	for (const list of lists) {
		const streams = [1, 2].map(() =>
			streamOf(stack, id, `/live?at=${list}`));

		await until(`it listens to ${list}`, async () =>
			await heard(list) === 1);
		for (const other of lists.filter((one) => one !== list))
			assert.equal(await heard(other), 0, other);
		streams[0].close();
		await hint(id);
		assert.equal(await heard(list), 1);
		streams[1].close();
		await nobodyHears();
	}
	bell.close();
});

// It is not notified of the post: the bus is slow, and no other message
// arrives.
test('the first member to open a list misses nothing', async () => {
	const [id] = await crowd(stack, 100050, 1);
	const bell = streamOf(stack, id, '/live');

	await stack.redis('HSET', 'post:20', 'user_id', 1, 'body', 'x');
	await until('it listens for the member', async () =>
		Number(await bus('PUBLISH', `live:${id}`, '')) === 1);
	for (const [list, ...add] of [['home', 'LPUSH', `posts:${id}`, 20],
		['timeline', 'LPUSH', 'timeline', 20],
		['conversation&root=7', 'ZADD', 'conversation:7', 20, '20 7']]) {
		await stack.redis('DEL', 'timeline', `posts:${id}`);
		await stack.redis('RPUSH', `posts:${id}`, 0);
		signal('SIGSTOP');
		const stream = streamOf(stack, id, `/live?at=${list}&since=0`);

		try {
			await stream.tells(0, 0);
			await stack.redis(...add);
		} finally {
			signal('SIGCONT');
		}
		await stream.tells(1, 0);
		stream.close();
	}
	bell.close();
});
