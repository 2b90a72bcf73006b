// retwis-admin queue: a job that failed is shown, retried, or dropped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTerminal } from './lib/admin.mjs';
import { until } from '../lib/processes.mjs';
import { pushPost, startBus, worker } from './lib/bus.mjs';

const bus = await startBus();
const { redis, admin } = bus;
const jobs = '{fanout}:jobs';
const dead = '{fanout}:dead';
const nothing = 'Jobs: waiting 0, in hand 0, failed 0, posts not begun 0\n';
const now = () => Math.floor(Date.now() / 1000);

// Jobs that failed, the newest first.
async function failed(...texts) {
	await redis('FLUSHALL');
	for (const text of texts)
		await redis('RPUSH', dead, text);
}

async function says(words, status = 0) {
	const ran = await admin(['queue', ...words]);

	assert.equal(ran.errors, '');
	assert.equal(ran.status, status);
	return ran.output;
}

async function refused(words, message, status = 1) {
	const before = await redis('LRANGE', dead, 0, -1);
	const ran = await admin(['queue', ...words]);

	assert.match(ran.errors, message);
	assert.equal(ran.output, '');
	assert.equal(ran.status, status);
	assert.deepEqual(await redis('LRANGE', dead, 0, -1), before);
	assert.equal(await redis('EXISTS', jobs), 0);
}

// The rows of the table: [{job, age, tries, text}].
async function table() {
	const rows = (await says([])).split('\n').slice(3, -1);

	return rows.map((row) => row.match(
		/^(?<job>[0-9a-f]{8})  +(?<age>\?|\d+ \w+)  +(?<tries>\d+)  (?<text>.*)$/)
		?.groups ?? row);
}

const numberOf = async (text) =>
	(await table()).find((row) => row.text === text).job;

test('nothing to do, and nothing failed', async () => {
	await failed();
	assert.equal(await says([]), nothing);
});

test('the state, and the failed jobs, newest first', async () => {
	await failed(`${now() - 7300} 5 post 2`, `${now() - 200} 5 post 1`,
		'nonsense');
	await redis('LPUSH', jobs, `${now() - 86400 * 3 - 9} 0 post 3`);
	await redis('ZADD', '{fanout}:workers', 1, 'me');
	await redis('LPUSH', '{fanout}:taken:me', `${now() - 30} 0 post 4`);
	await redis('ZADD', 'outbox', 1, 5, 2, 6);

	assert.match(await says([]), new RegExp('^Jobs: waiting 1, in hand 1, ' +
		'failed 3, posts not begun 2, the oldest 3 d\n' +
		'\nfailed       age  tries  job\n'));
	assert.deepEqual((await table()).map((row) => ({ ...row, job: '' })), [
		{ job: '', age: '2 h', tries: '5', text: 'post 2' },
		{ job: '', age: '3 min', tries: '5', text: 'post 1' },
		{ job: '', age: '?', tries: '0', text: 'nonsense' },
	]);
});

test('the text of a job does not reach the terminal as it is', async () => {
	await failed('1000 5 post\n1 \x1b[2J\x07\u202e\u2066\u061c');
	assert.match(await says([]),
		/  5  post 1 [^\x07\x1b\u061c\u2066\u202e\n]*\n$/);
});

test('a job is tried again, and the others stay', async () => {
	await failed('3000 5 post 3', '2000 5 post 2', '1000 5 post 1');
	const job = await numberOf('post 2');

	assert.equal(await says(['retry', job]), `Job ${job} was put back.\n`);
	assert.deepEqual(await redis('LRANGE', jobs, 0, -1), ['2000 1 post 2']);
	assert.deepEqual(await redis('LRANGE', dead, 0, -1),
		['3000 5 post 3', '1000 5 post 1']);
});

test('a number means the job that was shown, though others came', async () => {
	await failed('2000 5 post 2', '1000 5 post 1');
	const job = await numberOf('post 2');

	await redis('LPUSH', dead, '4000 5 post 4', '3000 5 post 3');
	await redis('LREM', dead, 1, '1000 5 post 1');
	await says(['drop', '--yes', job]);
	assert.deepEqual(await redis('LRANGE', dead, 0, -1),
		['3000 5 post 3', '4000 5 post 4']);
	await redis('DEL', jobs);
	await refused(['drop', '--yes', job],
		new RegExp(`^retwis-admin: there is no failed job ${job}\n$`));
	await refused(['retry', '1'], /^retwis-admin: there is no failed job 1\n$/);
	await refused(['retry', ''], /^retwis-admin: there is no failed job \n$/);
});

test('a scheduled post that failed is one of them', async () => {
	const later = '{later}:dead';

	await failed('3000 5 post 3');
	await redis('RPUSH', later, '2000 5 7 token 0 Good\nday', '1000 1 odd');
	await redis('ZADD', '{later}:of:7', 1, 'token 0 Good\nday');
	assert.match(await says([]), /^Jobs: .* failed 3, /);
	assert.deepEqual((await table()).map((row) => row.text), ['post 3',
		'scheduled 7 token 0 Good day', 'scheduled odd']);
	await says(['retry', await numberOf('scheduled 7 token 0 Good day')]);
	assert.deepEqual(await redis('ZRANGE', '{later}:due', 0, -1),
		['7 token 0 Good\nday']);
	assert.equal(await redis('EXISTS', jobs), 0);
	await says(['drop', '--yes', await numberOf('scheduled odd')]);
	assert.equal(await redis('EXISTS', later), 0);
	assert.equal(await redis('LLEN', dead), 1);
});

test('the same job a second time has a different number', async () => {
	await failed('2000 5 post 2', '1000 5 post 2');
	const [one, two] = await table();

	assert.notEqual(one.job, two.job);
	await says(['drop', '--yes', two.job]);
	assert.deepEqual(await redis('LRANGE', dead, 0, -1), ['2000 5 post 2']);
});

test('many: the newest are shown, and --all means all', async () => {
	const texts = Array.from({ length: 345 }, (_, i) => `${9000 - i} 5 post`);

	await failed(...texts);
	const rows = await table();

	assert.equal(rows.length, 101);
	assert.equal(rows[100], 'and 245 more, which failed earlier');
	const oldest = await admin(['queue', 'retry', '--all']);

	assert.equal(oldest.output, 'Jobs that were put back: 345\n');
	assert.equal(await redis('EXISTS', dead), 0);
	assert.deepEqual(await redis('LRANGE', jobs, 0, -1),
		texts.map((text) => text.replace(' 5 ', ' 1 ')).reverse());
});

test('a job far down is found by its number', async () => {
	await failed('1000 5 old');
	const job = await numberOf('old');

	for (let i = 0; i < 250; i++)
		await redis('LPUSH', dead, `${2000 + i} 5 new`);
	await says(['retry', job]);
	assert.deepEqual(await redis('LRANGE', jobs, 0, -1), ['1000 1 old']);
});

test('all are dropped, and none is no failure', async () => {
	await failed('2000 5 post 2', '1000 5 post 1');
	assert.equal(await says(['drop', '--all', '--yes']),
		'Jobs that were dropped: 2\n');
	assert.equal(await redis('DBSIZE'), 0);
	assert.equal(await says(['drop', '--all']),
		'Jobs that were dropped: 0\n');
	assert.equal(await says(['retry', '--all']),
		'Jobs that were put back: 0\n');
});

test('without a terminal to ask nothing is dropped', async () => {
	await failed('2000 5 post 2');
	const message = /^retwis-admin: there is no terminal to ask on: use --yes to drop without asking\n$/;

	await refused(['drop', await numberOf('post 2')], message);
	await refused(['drop', '--all'], message);
});

test('at a terminal it shows the job and asks', async () => {
	await failed(`${now() - 7300} 5 post\n2`, '1000 5 post 1');
	const job = (await table())[0].job;

	for (const answer of ['n', 'yes']) {
		const terminal = atTerminal(bus, `$ADMIN queue drop ${job}`);

		await terminal.says('[y/N] ');
		assert.equal(await redis('LLEN', dead), 2);
		terminal.type(`${answer}\n`);
		const { status, screen } = await terminal.ended;

		assert.ok(screen.startsWith(`Job ${job}, 2 h old, ` +
			'tried 5 times: post 2\r\nDrop this job permanently? [y/N] '));
		assert.match(screen, answer === 'n'
			? /retwis-admin: nothing was dropped\r\n$/
			: /Job \w+ was dropped\.\r\n$/);
		assert.equal(status, answer === 'n' ? 1 : 0);
	}
	assert.deepEqual(await redis('LRANGE', dead, 0, -1), ['1000 5 post 1']);
});

test('a job that fails while the question waits is not dropped', async () => {
	await failed('2000 5 post 2', '1000 5 post 1');
	const terminal = atTerminal(bus, '$ADMIN queue drop --all');

	await terminal.says('Drop them all permanently? [y/N] ');
	await redis('LPUSH', dead, '3000 5 post 3');
	await redis('LREM', dead, 1, '1000 5 post 1');
	terminal.type('y\n');
	const { status, screen } = await terminal.ended;

	assert.match(screen, /^Failed jobs: 2\r\n/);
	assert.match(screen, /Jobs that were dropped: 1\r\n$/);
	assert.equal(status, 0);
	assert.deepEqual(await redis('LRANGE', dead, 0, -1), ['3000 5 post 3']);
});

test('a worker gives up, and what it did is not done twice', async () => {
	await failed();
	const id = await pushPost(redis, 5);

	await redis('HSET', `sent:${id}`, 'no', 'string');

	bus.start(worker);
	await until('it has failed', async () =>
		await redis('LLEN', dead) === 1);
	const [row] = await table();

	assert.equal(row.tries, '5');
	assert.equal(row.text, `post ${id} ${id} nonce${id}`);
	await redis('DEL', `sent:${id}`);
	await says(['retry', row.job]);
	await until('it is done', async () =>
		await says([]) === nothing);
	for (let fan = 1001; fan <= 1005; fan++)
		assert.deepEqual(await redis('LRANGE', `posts:${fan}`, 0, -1),
			[String(id)]);
	assert.deepEqual(await table(), []);
	await bus.stopAll();
});

test('a command line that makes no sense', async () => {
	await failed('1000 5 post 1');
	const usage = (words, message) => refused(words, message, 2);

	await usage(['remove'], /unknown order remove for queue; see /);
	await usage(['retry'], /retry takes one job or --all; see /);
	await usage(['drop', '--yes'], /drop takes one job or --all; see /);
	await usage(['drop', '--yes', '--all', '12345678'],
		/queue takes retry or drop, and a job or --all; see /);
	await usage(['retry', '--yes', '--all'], /--yes is not for retry; see /);
	await usage(['--all'], /retry or drop\?; see /);
	await usage(['--yes'], /retry or drop\?; see /);
	await usage(['retry', '1', '2'], /queue takes retry or drop, and a job or --all; /);
});
