// The gateway and the control channel: it obeys, and reports its state.
import assert from 'node:assert/strict';
import { afterEach, after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { adminOf, askWorkers } from '../admin/lib/admin.mjs';
import { oneRedis } from '../lib/database.mjs';
import { anotherGateway, crowd, deliver, gateway, push, replace, streamOf }
	from '../lib/gateway.mjs';
import { until } from '../lib/processes.mjs';
import { borrowStack } from '../lib/stack.mjs';

const stack = await borrowStack();
const { redis } = stack;
const admin = adminOf(stack);
const open = [];
let next = 100000;

const order = (text) => redis('PUBLISH', 'control', text);

// The gateway and the worker of the stack.
const bothListen = () => until('both listen', async () =>
	await order('hello') === 2);

await bothListen();
after(() => stack.stop());
afterEach(async () => {
	for (const stream of open.splice(0))
		stream.close();
	await bothListen();
	await order('resume');
	await order('throttle 0');
});

function watch(id, address) {
	const stream = streamOf(stack, id, address);

	open.push(stream);
	return stream;
}

async function newcomers(n, address) {
	const ids = await crowd(stack, next, n);
	const streams = ids.map((id) => watch(id, address));

	next += n;
	for (const stream of streams)
		await stream.tells(0, 0);
	return ids.map((id, i) => [id, streams[i]]);
}

// The line about the gateway that `retwis-admin workers` prints.
async function line(...words) {
	const { output, errors, status } = await askWorkers(admin, words);
	const row = output.split('\n').map((text) => text.split(/ {2,}/))
		.find(([, kind]) => kind === 'gateway');

	assert.deepEqual([errors, status], ['', 0]);
	assert.ok(row, output);
	const [name, kind, pid, state, jobs, rate] = row;

	return { name, kind, pid: Number(pid), state, jobs: Number(jobs),
		rate: Number(rate) };
}

// Longer than the time for which messages are collected.
const aWhile = () => setTimeout(1000);

// A gateway that has just begun: the one of the stack may have sent events for
// another test file within the ten seconds that its rate covers.
test('it is alive, and reports what it does', async () => {
	await replace(stack, 'SIGTERM');
	await bothListen();
	const before = await line();

	assert.equal(before.pid, gateway(stack).pid);
	assert.ok(before.name.startsWith(`${before.pid}-`), before.name);
	assert.equal(before.state, 'working');
	const [[id, stream]] = await newcomers(1);
	let posts = 0;

	// The events of ten seconds.
	await until('it counts', async () => {
		posts++;
		await deliver(stack, id, posts);
		await stream.tells(posts, 0);
		const { jobs, rate, name } = await line();

		assert.ok(jobs > before.jobs + posts, `${jobs} looks`);
		assert.ok(rate <= (posts + 1) / 10, `${rate} events/s`);
		assert.equal(name, before.name);
		return rate >= 0.2;
	});
});

test('paused it sends nothing, and resumed everything that came meanwhile', async () => {
	const [[id, stream], [other, bell]] = await newcomers(2);

	assert.equal((await line('pause')).state, 'paused');
	await deliver(stack, id, 10);
	await deliver(stack, id, 11);
	await redis('PUBLISH', 'live:timeline', '');
	const early = watch(other);

	await aWhile();
	assert.equal(stream.news.length, 1);
	assert.equal(early.head, undefined);
	await order('resume');
	await stream.tells(2, 0);
	await early.tells(0, 0);
	assert.equal(stream.news.length, 2);
	assert.equal(bell.news.length, 1);
	assert.equal((await line()).state, 'working');
});

// One script does it all at once.
test('a hint that waits for its turn is held, too', { skip: oneRedis }, async () => {
	const [[id, stream]] = await newcomers(1);

	await aWhile();
	await redis('EVAL', `redis.call('HSET', 'post:10', 'user_id', 1)
		redis.call('LPUSH', 'posts:${id}', 10)
		redis.call('PUBLISH', 'live:${id}', '')
		redis.call('PUBLISH', 'control', 'pause')`, 0);
	await aWhile();
	assert.equal(stream.news.length, 1);
	await order('resume');
	await stream.tells(1, 0);
});

test('a page that finds it paused is asked to come again', async () => {
	const [id] = await crowd(stack, next++, 1);

	await line('pause');
	const early = await watch(id).answers(503);

	assert.match(early.head, /Retry-After: \d+/);
});

test('a limit delays what exceeds it', async () => {
	const streams = await newcomers(60, '/live?at=timeline&since=0');
	const [[id, stream]] = await newcomers(1);

	assert.equal((await line('throttle', '1')).state, 'working, 1/s');
	await push(redis, 'timeline', 5);
	await redis('PUBLISH', 'live:timeline', '');
	for (const [, all] of streams)
		await all.tells(1, 0);
	await deliver(stack, id, 10);
	// Sixty events would last a minute, which nobody waits for here.
	await aWhile();
	assert.equal(stream.news.length, 1);
	await order('throttle 0');
	await stream.tells(1, 0);
});

test('a limit lasts as long as it says', async () => {
	const [[id, stream]] = await newcomers(1);

	await line('throttle', '1');
	const start = Date.now();

	for (let post = 1; post <= 4; post++) {
		await deliver(stack, id, post);
		await stream.tells(post, 0);
	}
	assert.ok(Date.now() - start >= 2900, `${Date.now() - start} ms`);
});

test('an order for another one is not its business', async () => {
	const [[id, stream]] = await newcomers(1);

	await order('1-nobody: pause');
	await order('pause now');
	await deliver(stack, id, 10);
	await stream.tells(1, 0);
	const { name } = await line();
	const { output } = await askWorkers(admin, ['pause', name]);

	assert.match(output, /worker +\d+ +working/);
	assert.match(output, /gateway +\d+ +paused/);
	assert.equal((await line('resume', name)).state, 'working');
});

test('exit ends all streams, and another process takes over', async () => {
	const [[id, stream]] = await newcomers(1);
	const { name, pid } = await line('pause');
	const { output } = await askWorkers(admin, ['exit', name]);

	assert.equal(output, `Told to exit: ${name}\n`);
	await stream.ends();
	assert.match(stream.body, /\n\n$/);
	assert.equal(stream.news.length, 1);
	await anotherGateway(stack, pid);
	// Not paused, since only the previous one was told to pause.
	await deliver(stack, id, 10);
	await watch(id).tells(1, 0);
	await bothListen();
	assert.notEqual((await line()).name, name);
});

test('it obeys again once the bus is back', async () => {
	const { name } = await line();

	// The connection that it answers on, and the one that it is subscribed
	// on.
	for (const type of ['normal', 'pubsub']) {
		await redis('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
		await bothListen();
		assert.equal((await line()).name, name);
	}
	assert.equal((await line('pause')).state, 'paused');
});
