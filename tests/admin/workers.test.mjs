// retwis-admin workers: which programs are alive, and that they obey its
// orders.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '../lib/processes.mjs';
import { build } from '../lib/stack.mjs';
import { askWorkers } from './lib/admin.mjs';
import { pushPost, startBus, worker } from './lib/bus.mjs';

const bus = await startBus();
const { redis, admin } = bus;
const jobs = '{fanout}:jobs';

afterEach(bus.stopAll);

const push = (followers, age) => pushPost(redis, followers, age);

// Waits until that many programs listen.
async function alive(n) {
	await until(`${n} programs are alive`, async () =>
		await redis('PUBLISH', 'control', 'hello') === n);
}

// An empty database, and that many workers: [{ended()}].
async function startWorkers(n) {
	await redis('FLUSHALL');
	const started = Array.from({ length: n }, () => bus.start(worker));

	await alive(n);
	return started;
}

// The command's output: {rows, ends, status}.
async function workers(...words) {
	const ran = await askWorkers(admin, words);
	const lines = ran.output.split('\n').slice(0, -1);
	const rows = lines.slice(1, -1).map((line) => line.split(/ {2,}/))
		.map(([name, kind, pid, state, done, rate, since]) =>
			({ name, kind, pid, state, done, rate, since }));

	assert.equal(ran.errors, '');
	return { status: ran.status, rows, last: lines.at(-1),
		text: ran.output };
}

const states = (shown) => shown.rows.map((row) => row.state);
const names = async () => (await workers()).rows.map((row) => row.name);
const failed = (message) => new RegExp(`^retwis-admin: ${message}\n$`);

async function drained(n) {
	await until('all jobs are done', async () => {
		const { rows, last } = await workers();

		return /^Jobs: waiting 0, in hand 0,/.test(last) &&
			rows.reduce((sum, row) => sum + Number(row.done), 0) === n;
	});
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

	assert.equal(shown.text, 'No background program is alive.\n' +
		'Jobs: waiting 0, in hand 0, failed 0, posts not begun 0\n');
	assert.equal(shown.status, 1);
	await refused(['pause'], failed('no background program is alive'));
	await refused(['exit', 'one'], failed('no worker one is alive'));
});

test('without a worker the status is 1, even if other programs are alive', async () => {
	bus.start('spawn-fcgi', '-n', '-s', `${bus.var}/live.sock`, '--',
		`${build}/retwis-live`);
	await alive(1);
	for (const word of [undefined, 'pause']) {
		let ran;

		await until('the gateway has answered', async () => {
			ran = await admin(['workers', ...word ? [word] : []]);
			return /^name .*\n\S+ +gateway +\d+ +/.test(ran.output);
		});
		assert.match(ran.errors, failed('no worker is alive'));
		assert.equal(ran.status, 1);
	}
	await bus.stopAll();
});

test('who is alive', async () => {
	const began = Math.floor(Date.now() / 1000);

	await startWorkers(2);
	const { rows, status, text } = await workers();

	assert.match(text, new RegExp('^name +kind +pid +state +jobs +' +
		'deliveries/s +up since\n'));
	assert.equal(rows.length, 2);
	assert.ok(rows[0].name < rows[1].name);
	for (const row of rows) {
		const since = new Date(row.since.replace(' ', 'T')) / 1000;

		assert.deepEqual([row.kind, row.state, row.done, row.rate],
			['worker', 'working', '0', '0.0']);
		process.kill(Number(row.pid), 0);
		assert.ok(since >= began && since <= Date.now() / 1000);
	}
	assert.equal(status, 0);
});

test('how much was done, and how fast', async () => {
	await startWorkers(1);
	await push(25);
	await push(10);
	await drained(2);
	const { rows: [row] } = await workers();

	// Ten seconds' deliveries, divided by ten; some may be older.
	assert.equal(row.done, '2');
	assert.ok(['3.5', '1.0', '0.0'].includes(row.rate), row.rate);
});

test('the rate of the last ten seconds', async () => {
	await startWorkers(1);
	await until('deliveries of ten seconds are seen', async () => {
		await push(500);
		await until('it is done', async () =>
			await redis('LLEN', jobs) === 0);
		return Number((await workers()).rows[0].rate) >= 50;
	});
});

// A pause is complete: posts in the outbox are not swept, either.
test('how much is left to do', async () => {
	await startWorkers(1);
	await workers('pause');
	await push(5, 7300);
	await push(5, 200);
	await redis('LPUSH', '{fanout}:dead', '1000 5 bad');
	await redis('ZADD', 'outbox', 1, 1);
	await setTimeout(2500); // longer than the time between two sweeps
	assert.equal((await workers()).last, 'Jobs: waiting 2, in hand 0, ' +
		'failed 1, posts not begun 1, the oldest 2 h');
});

test('all pause, and all resume', async () => {
	await startWorkers(2);
	assert.deepEqual(states(await workers('pause')), ['paused', 'paused']);
	for (let i = 0; i < 20; i++)
		await push(1);
	// Each worker answers between two polls of the queue, and would
	// otherwise have taken a job.
	for (let i = 0; i < 3; i++)
		assert.match((await workers()).last, /^Jobs: waiting 20, in hand 0,/);
	assert.equal(await redis('EXISTS', 'posts:1001'), 0);
	assert.deepEqual(states(await workers('resume')),
		['working', 'working']);
	await drained(20);
	assert.equal(await redis('LLEN', 'posts:1001'), 20);
});

test('the one that is named obeys, and the other works', async () => {
	await startWorkers(2);
	const [one, two] = await names();

	assert.deepEqual(states(await workers('pause', one)),
		['paused', 'working']);
	for (let i = 0; i < 20; i++)
		await push(1);
	await drained(20);
	assert.deepEqual((await workers()).rows.map((row) => row.done),
		['0', '20']);
	await refused(['pause', 'one'], failed('no worker one is alive'));
	await refused(['pause', ''], failed('no worker  is alive'));
	assert.deepEqual(states(await workers('resume', one)),
		['working', 'working']);
	assert.deepEqual(states(await workers('throttle', '5', two)),
		['working', 'working, 5/s']);
});

test('a limit delays what exceeds it', async () => {
	await startWorkers(1);
	assert.deepEqual(states(await workers('throttle', '1')),
		['working, 1/s']);
	await push(500);
	await until('the big one is done', async () =>
		(await workers()).rows[0].done === '1');
	await push(1);
	for (let i = 0; i < 3; i++) {
		const { rows: [row], last } = await workers();

		assert.equal(row.done, '1');
		assert.match(last, /^Jobs: waiting 1, in hand 0,/);
	}
	assert.deepEqual(states(await workers('throttle', '0')), ['working']);
	await drained(2);
});

test('a worker ends when told, with 0', { timeout: 120000 }, async () => {
	const both = await startWorkers(2);
	const [one, two] = await names();

	assert.equal((await workers('exit', one)).text, `Told to exit: ${one}\n`);
	assert.equal(await Promise.race(both.map((w) => w.ended())), 0);
	await alive(1);
	assert.deepEqual(await names(), [two]);
	assert.equal((await workers('exit')).text, 'Told to exit: all\n');
	assert.deepEqual(await Promise.all(both.map((w) => w.ended())), [0, 0]);
	await alive(0);
	assert.equal((await workers()).status, 1);
});

test('a worker that ends between two chunks leaves the rest to others',
	{ timeout: 120000 }, async () => {
	const [first] = await startWorkers(1);

	await workers('throttle', '1');
	const id = await push(2500);

	await until('one chunk is done', async () =>
		(await workers()).rows[0].done === '1');
	await workers('exit');
	assert.equal(await first.ended(), 0);
	assert.match((await workers()).last, /^Jobs: waiting 1, in hand 0,/);
	bus.start(worker);
	await until('all have it', async () =>
		await redis('EXISTS', 'posts:3500') === 1);
	for (let fan = 1001; fan <= 3500; fan++)
		assert.deepEqual(await redis('LRANGE', `posts:${fan}`, 0, -1),
			[String(id)]);
});

test('a worker with a supervisor is started again, and works', async () => {
	await redis('FLUSHALL');
	bus.start('multiwatch', '-r', '1000000', '-t', '1', '-f', '2', '--',
		worker);
	await alive(2);
	const before = await names();

	await workers('pause');
	await workers('exit');
	await until('there are two others', async () => {
		const after = await names();

		return after.length === 2 &&
			!after.some((name) => before.includes(name));
	});
	await push(3);
	await drained(1);
});

test('a worker that does not answer is reported', async () => {
	await startWorkers(2);
	const { rows: [one, two] } = await workers();

	const told = new RegExp(
		`\n${one.name} .*\nNo answer within 2 s: 1\nJobs: `);

	process.kill(Number(two.pid), 'SIGSTOP');
	try {
		await until('the other one answers', async () => {
			const { status, output } = await admin(['workers']);

			return status === 0 && told.test(output);
		});
	} finally {
		process.kill(Number(two.pid), 'SIGCONT');
	}
	assert.equal((await workers()).rows.length, 2);
});

test('a worker whose bus went away listens again', async () => {
	await startWorkers(1);
	await redis('CLIENT', 'KILL', 'TYPE', 'pubsub');
	await alive(1);
	assert.deepEqual(states(await workers('pause')), ['paused']);
});

test('a worker logs its jobs from one order to the other', async () => {
	const [{ log }] = await startWorkers(1);

	await push(3);
	await drained(1);
	assert.equal(log(), '');
	assert.deepEqual(states(await workers('log', 'jobs')), ['working']);
	await push(4);
	await until('it says so', () => /did .*\n/.test(log()));
	assert.match(log(), /^retwis: worker took \d+ 0 post \d+ \d+.*\n/);
	assert.match(log(), /\nretwis: worker did .*: 4 timelines\n$/);
	const before = log();

	await workers('log', 'errors');
	await push(5);
	await drained(3);
	assert.equal(log(), before);
});

test('a command line that makes no sense', async () => {
	await startWorkers(1);
	const usage = (words, message) => refused(words, message, 2);

	await usage(['stop'], /unknown order stop for workers; see /);
	await usage(['throttle'], /throttle takes a number of deliveries/);
	await usage(['throttle', 'one'], /throttle takes a number of/);
	await usage(['throttle', '-1'], /invalid option/);
	await usage(['throttle', '1.5'], /throttle takes a number of/);
	await usage(['throttle', '9999999999'], /throttle takes a number of/);
	await usage(['log'], /log takes "jobs" or "errors"/);
	await usage(['log', 'all'], /log takes "jobs" or "errors"/);
	await usage(['pause', 'one', 'two'], /pause takes one worker, or none/);
	await usage(['throttle', '1', 'one', 'two'],
		/workers takes an order and a worker; see /);
	await usage(['--all', 'pause'], /--all is not for workers; see /);
	assert.deepEqual(states(await workers()), ['working']);
});
