// Scheduled posts, and days of visits, with a worker that lives and dies.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { build, cleanEnvironment, noting, startStack }
	from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { bodies, formFields } from '../lib/page.mjs';
import { at, hour, waiting } from '../lib/later.mjs';
import { processesIn, until } from '../lib/processes.mjs';
import { settled } from '../lib/redis.mjs';
import { redisProxy } from '../lib/redisproxy.mjs';
import { openRedis } from '../lib/wire.mjs';

process.env.TZ = 'UTC';
const SOON_MS = 6000; // a busy machine needs some of them to schedule it
const LATE_MS = 5000;
const stack = await startStack({ env: noting });
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.follow('anna');

const ask = openRedis(stack.socket);
const queue = '{later}:due';

function workers() {
	return processesIn(stack.var).filter(({ program }) =>
		program.endsWith('/retwis-worker')).map(({ pid }) => pid);
}

// Due in this many milliseconds, rounded to the second.
async function schedule(status, ms = SOON_MS) {
	const form = formFields((await anna.get('/')).text, '/post');
	const time = at(ms);
	const answer = await anna.postRaw('/post', { ...form, status, at: time });

	assert.equal(answer.location, '/scheduled', answer.text);
	return Date.parse(`${time}Z`);
}

// All waiting posts are due, and have been for long.
function dueNow() {
	return ask('EVAL', "for _, one in ipairs(redis.call('ZRANGE', KEYS[1], " +
		"0, -1)) do redis.call('ZADD', KEYS[1], 1, one) end", 1, queue);
}

async function isThere(status) {
	return bodies((await ben.get('/')).text).includes(status);
}

// Waits until it is in ben's home timeline: returns by how many milliseconds it
// was late.
async function lateness(status, due) {
	await until(status, () => isThere(status));
	return Date.now() - due;
}

async function assertOnce(status) {
	const profile = bodies((await anna.get('/@anna')).text);
	const home = bodies((await ben.get('/')).text);

	for (const list of [profile, home])
		assert.equal(list.filter((body) => body === status).length, 1);
	assert.deepEqual(waiting((await anna.get('/scheduled')).text), []);
}

test('it is published in time, and not before', async () => {
	const due = await schedule('In time');

	assert.equal(await isThere('In time'), false);
	const late = await lateness('In time', due);

	assert.ok(late > -100 && late < LATE_MS, `${late} ms late`);
	await assertOnce('In time');
});

// While the stack's own worker is stopped.
async function withoutWorker(action) {
	const [pid] = workers();

	process.kill(pid, 'SIGSTOP');
	try {
		await action();
	} finally {
		process.kill(pid, 'SIGCONT');
	}
}

// A worker of our own, connected through `address`.
function startWorker(address) {
	return spawn(`${build}/retwis-worker`, [], { stdio: 'ignore',
		env: cleanEnvironment({ RETWIS_REDIS: address }) });
}

// Kills a worker when it has published this many: returns how many it was
// working on. Each of its round trips takes a moment, and an iteration of this
// process's event loop.
async function killAtWork(address, n) {
	// Leased work has the end of its lease, as a negative score.
	const [, score = 0] = await ask('ZRANGE', queue, 0, 0, 'WITHSCORES');
	const enough = await ask('LLEN', 'own:1') + n;
	const child = startWorker(address);

	try {
		await until('it publishes', async () =>
			await ask('LLEN', 'own:1') >= enough);
	} finally {
		child.kill('SIGKILL');
	}
	await new Promise((done) => child.once('close', done));
	return ask('ZCOUNT', queue, '-inf', `(${Math.min(score, 0)}`);
}

// The posts in a list that begin with that.
async function found(list, start) {
	const all = await Promise.all((await ask('LRANGE', list, 0, -1))
		.map((id) => ask('HGET', `post:${id}`, 'body')));

	return all.filter((body) => body?.startsWith(start)).sort();
}

test('also where workers are killed at work, again and again', async () => {
	const all = Array.from({ length: 30 }, (_, i) => `Killed ${i}`).sort();
	const { address } = await redisProxy(`${stack.var}/slow`, stack.socket);

	await withoutWorker(async () => {
		for (const status of all)
			await schedule(status, hour);
		await dueNow();
		for (const n of [1, 2, 3, 5])
			assert.notEqual(await killAtWork(address, n), 0);
	});
	const back = Date.now();

	await until('all are published', async () =>
		await ask('ZCARD', queue) === 0);
	assert.ok(Date.now() - back < LATE_MS, `${Date.now() - back} ms`);
	await settled(redis);
	assert.deepEqual(await found('own:1', 'Killed'), all);
	assert.deepEqual(await found('posts:2', 'Killed'), all);
	assert.deepEqual(waiting((await anna.get('/scheduled')).text), []);
});

test('due while no worker was there', async () => {
	await withoutWorker(async () => {
		const due = await schedule('While away');

		await new Promise((done) =>
			setTimeout(done, due - Date.now() + 3000));
		assert.equal(await isThere('While away'), false);
		assert.equal(waiting((await anna.get('/scheduled')).text)[0].due,
			true);
	});
	assert.ok(await lateness('While away', Date.now()) < LATE_MS);
	await assertOnce('While away');
});

test('two workers publish once', async () => {
	const more = [1, 2, 3].map(() => startWorker(`unix:${stack.socket}`));
	const all = [];

	try {
		for (let i = 0; i < 8; i++)
			all.push([`Many ${i}`, await schedule(`Many ${i}`)]);
		for (const [status, due] of all)
			assert.ok(await lateness(status, due) < LATE_MS);
	} finally {
		for (const child of more)
			child.kill();
	}
	for (const [status] of all)
		await assertOnce(status);
});

test('a post that is cancelled does not come', async () => {
	await schedule('Never');
	const due = await schedule('But this');

	for (const { id, body } of waiting((await anna.get('/scheduled')).text))
		if (body === 'Never')
			await anna.post('/scheduled', { id });
	await lateness('But this', due);
	await new Promise((done) => setTimeout(done, 1000));
	assert.equal(await isThere('Never'), false);
});

test('the day of a visit is written', async () => {
	const day = new Date().toISOString().slice(0, 10);

	// What has not been written yet is due now.
	for (const note of await redis('ZRANGE', '{seen}:due', 0, -1))
		await redis('ZADD', '{seen}:due', 1, note);
	await until('the day is there', async () =>
		await redis('EXISTS', '{seen}:due') === 0);
	assert.equal(await redis('HGET', 'user:1', 'last'), day);
	assert.match((await ben.get('/@anna')).text, /Last seen today/);
});
