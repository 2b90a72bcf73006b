// retwis-admin workers: who is alive, and that they do as they are told.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { obedient, startBus } from './lib/bus.mjs';

const bus = await startBus();
const { redis, admin } = bus;
const jobs = '{fanout}:jobs';
const now = () => Math.floor(Date.now() / 1000);

afterEach(bus.stopAll);

const push = (payload, age = 0) =>
	redis('LPUSH', jobs, `${now() - age} 0 ${payload}`);

// Once that many programs listen.
async function alive(n) {
	await until(`${n} programs are alive`, async () =>
		await redis('PUBLISH', 'control', 'hello') === n, 15);
}

async function startWorkers(...names) {
	await redis('FLUSHALL');
	const workers = names.map((name) =>
		bus.start(obedient, 'worker', name));

	await alive(names.length);
	return workers;
}

// What the command prints: {rows, ends, status}.
async function workers(...words) {
	const ran = await admin(['workers', ...words]);
	const lines = ran.output.split('\n').slice(0, -1);
	const rows = lines.slice(1, -1).map((line) => line.split(/ {2,}/))
		.map(([name, kind, pid, state, done, rate, since]) =>
			({ name, kind, pid, state, done, rate, since }));

	assert.equal(ran.errors, '');
	return { status: ran.status, rows, last: lines.at(-1),
		text: ran.output };
}

const states = (shown) => shown.rows.map((row) => `${row.name} ${row.state}`);

async function drained(n) {
	await until('all jobs are done', async () => {
		const { rows, last } = await workers();

		return /^Jobs: waiting 0, in hand 0,/.test(last) &&
			rows.reduce((sum, row) => sum + Number(row.done), 0) === n;
	}, 15);
}

async function refused(words, message, status = 1) {
	const ran = await admin(['workers', ...words]);

	assert.match(ran.errors, message);
	assert.equal(ran.output, '');
	assert.equal(ran.status, status);
}

test('nobody is alive', async () => {
	await redis('FLUSHALL');
	const shown = await workers();

	assert.equal(shown.text, 'Nobody is alive.\nJobs: waiting 0, ' +
		'in hand 0, failed 0, posts not begun 0\n');
	assert.equal(shown.status, 1);
	await refused(['pause'], /^retwis-admin: nobody is alive\n$/);
	await refused(['exit', 'one'],
		/^retwis-admin: no worker one is alive\n$/);
});

test('who is alive', async () => {
	const began = now();

	await startWorkers('two', 'one');
	bus.start(obedient, 'gateway', 'gate');
	await alive(3);
	const { rows, status, text } = await workers();

	assert.match(text, new RegExp('^name +kind +pid +state +jobs +' +
		'deliveries/s +up since\n'));
	assert.deepEqual(rows.map(({ name, kind, state, done, rate }) =>
		[name, kind, state, done, rate].join(' ')),
	['gate gateway working 0 0.0', 'one worker working 0 0.0',
		'two worker working 0 0.0']);
	for (const row of rows) {
		process.kill(Number(row.pid), 0);
		const since = new Date(row.since.replace(' ', 'T')) / 1000;

		assert.ok(since >= began && since <= now());
	}
	assert.equal(status, 0);
});

test('what was done and how fast', async () => {
	await startWorkers('one');
	await push(25);
	await push(10);
	await drained(2);
	const { rows: [row] } = await workers();

	// Deliveries of ten seconds, a tenth of them; some may be older.
	assert.equal(row.done, '2');
	assert.ok(['3.5', '1.0', '0.0'].includes(row.rate));
});

test('the rate of the last ten seconds', async () => {
	await startWorkers('one');
	let rate;

	await until('deliveries within ten seconds are seen', async () => {
		await push(1000);
		await until('it is done', async () =>
			await redis('LLEN', jobs) === 0);
		({ rows: [{ rate }] } = await workers());
		return Number(rate) >= 100;
	}, 15);
});

test('what is still to be done', async () => {
	await startWorkers('one');
	await workers('pause');
	await push(5, 7300);
	await push(5, 200);
	await redis('LPUSH', '{fanout}:dead', '1000 5 bad');
	await redis('ZADD', 'outbox', 1, 1);
	assert.equal((await workers()).last, 'Jobs: waiting 2, in hand 0, ' +
		'failed 1, posts not begun 1, the oldest 2 h');
});

test('all pause, and all go on', async () => {
	await startWorkers('one', 'two');
	assert.deepEqual(states(await workers('pause')),
		['one paused', 'two paused']);
	for (let i = 0; i < 20; i++)
		await push(1);
	// Each answers between two looks at the queue, and would have taken one.
	for (let i = 0; i < 3; i++)
		assert.match((await workers()).last, /^Jobs: waiting 20, in hand 0,/);
	assert.deepEqual(states(await workers('resume')),
		['one working', 'two working']);
	await drained(20);
});

test('the one that is named pauses, and the other works', async () => {
	await startWorkers('one', 'two');
	assert.deepEqual(states(await workers('pause', 'one')),
		['one paused', 'two working']);
	for (let i = 0; i < 20; i++)
		await push(1);
	await drained(20);
	assert.deepEqual((await workers()).rows.map((row) => row.done),
		['0', '20']);
	await refused(['pause', 'three'],
		/^retwis-admin: no worker three is alive\n$/);
	await refused(['pause', ''], /^retwis-admin: no worker  is alive\n$/);
	assert.deepEqual(states(await workers('resume', 'one')),
		['one working', 'two working']);
	assert.deepEqual(states(await workers('throttle', '5', 'two')),
		['one working', 'two working, 5/s']);
});

test('a limit holds up what comes after too much', async () => {
	await startWorkers('one');
	assert.deepEqual(states(await workers('throttle', '10')),
		['one working, 10/s']);
	await push(1000000);
	await until('the big one is done', async () =>
		(await workers()).rows[0].done === '1');
	await push(1);
	for (let i = 0; i < 3; i++) {
		const { rows: [row], last } = await workers();

		assert.equal(row.done, '1');
		assert.match(last, /^Jobs: waiting 1, in hand 0,/);
	}
	assert.deepEqual(states(await workers('throttle', '0', 'one')),
		['one working']);
	await drained(2);
});

test('who is told to end does, with 0', async () => {
	const [one, two] = await startWorkers('one', 'two');

	assert.equal((await workers('exit', 'one')).text, 'Told to end: one\n');
	assert.equal(await one.ended(), 0);
	await alive(1);
	assert.deepEqual(states(await workers()), ['two working']);
	assert.equal((await workers('exit')).text, 'Told to end: all\n');
	assert.equal(await two.ended(), 0);
	await alive(0);
	assert.equal((await workers()).status, 1);
});

test('who is supervised is started anew, and works', async () => {
	await redis('FLUSHALL');
	bus.start('multiwatch', '-r', '1000000', '-t', '1', '-f', '2', '--',
		obedient, 'worker');
	await alive(2);
	const pids = async () =>
		(await workers()).rows.map((row) => row.pid).sort();
	const before = await pids();

	await workers('pause');
	await workers('exit');
	await until('there are two others', async () => {
		const after = await pids();

		return after.length === 2 &&
			!after.some((pid) => before.includes(pid));
	}, 15);
	await push(3);
	await drained(1);
});

test('who does not answer is told of', async () => {
	await startWorkers('one', 'two');
	const { rows } = await workers();
	const two = Number(rows[1].pid);

	process.kill(two, 'SIGSTOP');
	const shown = await workers();

	process.kill(two, 'SIGCONT');
	assert.match(shown.text, /\none .*\nNo answer within 2 s: 1\nJobs: /);
	assert.equal(shown.status, 0);
	assert.equal((await workers()).rows.length, 2);
});

test('whoever was connected when the bus went listens again', async () => {
	await startWorkers('one');
	await redis('CLIENT', 'KILL', 'TYPE', 'pubsub');
	await alive(1);
	assert.deepEqual(states(await workers('pause')), ['one paused']);
});

test('a command line that makes no sense', async () => {
	await startWorkers('one');
	const usage = (words, message) => refused(words, message, 2);

	await usage(['stop'], /workers does not know stop; see /);
	await usage(['throttle'], /throttle takes a number, of deliveries/);
	await usage(['throttle', 'one'], /throttle takes a number, of/);
	await usage(['throttle', '-1'], /invalid option/);
	await usage(['throttle', '1.5'], /throttle takes a number, of/);
	await usage(['throttle', '9999999999'], /throttle takes a number, of/);
	await usage(['pause', 'one', 'two'], /pause takes one worker, or none/);
	await usage(['throttle', '1', 'one', 'two'],
		/workers takes an order and a worker; see /);
	await usage(['--all', 'pause'], /--all is not for workers; see /);
	assert.deepEqual(states(await workers()), ['one working']);
});
