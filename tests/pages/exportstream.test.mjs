// A long download under way: how much memory it takes, whom it delays, and what
// happens when something fails in the middle.
//
// Only with one Redis: one script writes posts in all slots.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { after, beforeEach, test } from 'node:test';
import { CutProxy } from '../lib/cutproxy.mjs';
import { formValue } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { Connection, cgi, endPages, isStuck, requestBytes, startPage,
	variables } from '../lib/program.mjs';
import { redisLoad } from '../lib/redis.mjs';
import { borrowStack, build, temporaryFolder } from '../lib/stack.mjs';
import { isWhole, unzip } from '../lib/unzip.mjs';

const stack = await borrowStack();
const folder = temporaryFolder();
const proxy = await new CutProxy(stack.socket).open(`${folder}/proxy.sock`);
// KiB more than before; but a sanitizer keeps freed memory.
const ROOM = /-san/.test(build) ? Infinity : 1024;
const FEW = 1000;
const MANY = 100000;

after(() => {
	endPages();
	rmSync(folder, { recursive: true, force: true });
});

// Members who already have a session need no password.
const secret = (id) => `${'7'.repeat(32)}${id.toString(16)}`;
const today = new Date().toISOString().slice(0, 10);
const digest = (text) => createHash('sha256').update(text).digest('hex');

const write = `for i = ARGV[2], ARGV[3] do
	redis.call('HSET', 'post:' .. i, 'user_id', ARGV[1], 'time', i,
		'body', i .. redis.sha1hex(i) .. redis.sha1hex(-i),
		'username', 'member' .. ARGV[1])
	redis.call('LPUSH', 'own:' .. ARGV[1], i) end`;

// Member 11 has few posts; members 12 and 13 have many.
await redisLoad(stack.socket, ['SET layout 1', 'SET next_user_id 13',
	`SET next_post_id ${2 * MANY + FEW}`,
	...[11, 12, 13].flatMap((id) => [`HSET users member${id} ${id}`,
		`HSET sessions:${id} ${digest(secret(id))} "0 ${today} w3m"`,
		`HSET user:${id} username member${id}`]),
].join('\n') + '\n');
await stack.redis('EVAL', write, 0, 11, 1, FEW);
await stack.redis('EVAL', write, 0, 12, FEW + 1, FEW + MANY);
await stack.redis('EVAL', write, 0, 13, FEW + MANY + 1, FEW + 2 * MANY);

const env = { RETWIS_REDIS: proxy.address, RETWIS_REDIS_TIMEOUT: '2000' };
const [page, logout] = await Promise.all(['export', 'logout'].map((name) =>
	startPage(name, folder, env)));

const by = (id, method, path, body = '') => variables(method, path, body,
	{ HTTP_COOKIE: `auth=${secret(id)}` });

async function formOf(id) {
	const connection = new Connection(logout.socket);
	const { text } = await connection.ask(by(id, 'GET', '/logout'));

	connection.leave();
	return `csrf=${formValue(text, 'csrf')}`;
}

const forms = { 11: await formOf(11), 12: await formOf(12),
	13: await formOf(13) };

beforeEach(() => stack.redis('DEL', 'lock:export:11', 'lock:export:12',
	'lock:export:13'));

function begin(id, socket = page.socket) {
	const connection = new Connection(socket);

	connection.write(requestBytes(by(id, 'POST', '/account/export',
		forms[id]), forms[id], true));
	return connection;
}

async function whole(id) {
	const connection = begin(id);
	const answer = await connection.answer();

	connection.leave();
	return answer;
}

// The program answers somebody else, over another connection.
async function isServed() {
	const connection = new Connection(page.socket);
	const { status, headers } = await connection.ask(
		by(11, 'GET', '/account/export'));

	assert.deepEqual([status, headers.location], [303, '/account']);
	connection.leave();
}

const mostMemory = () => Number(readFileSync(`/proc/${page.pid}/status`, 'utf8')
	.match(/^VmHWM:\s+(\d+) kB/m)[1]);

test('a hundred thousand posts, each once, in the memory of a thousand',
	async () => {
		const few = await whole(11);

		assert.equal(JSON.parse(unzip(few.bytes)['posts.json']).length, FEW);
		await whole(11);
		const before = mostMemory();
		const { bytes } = await whole(12);
		const used = mostMemory() - before;
		const files = unzip(bytes);

		assert.deepEqual(JSON.parse(files['posts.json']).map((p) => p.id),
			Array.from({ length: MANY }, (_, i) => FEW + 1 + i));
		assert.equal(files['posts.html'].split('<article>').length,
			MANY + 1);
		assert.ok(bytes.length > 5e6, `${bytes.length}`);
		assert.ok(used < ROOM, `${used} KiB more`);
	});

test('a reader who takes nothing delays nobody, and holds no memory',
	async () => {
		const slow = begin(12);

		await until('it is stuck', () => isStuck(page.pid));
		const before = mostMemory();

		for (let i = 0; i < 20; i++)
			await isServed();
		// The same member's next one has to wait, another member's does
		// not.
		assert.equal((await whole(12)).status, 429);
		assert.equal((await whole(11)).status, 200);
		assert.ok(mostMemory() - before < ROOM);
		const { bytes } = await slow.answer();

		assert.equal(JSON.parse(unzip(bytes)['posts.json']).length, MANY);
		assert.deepEqual(await stack.redis('KEYS', 'lock:export:*'), []);
		// The connection continues.
		slow.write(requestBytes(by(11, 'GET', '/account/export'), '', true));
		assert.equal((await slow.answer()).status, 303);
		slow.leave();
	});

test('a member who leaves in the middle can begin again at once', async () => {
	const gone = begin(12);

	await until('it is stuck', () => isStuck(page.pid));
	assert.equal(await stack.redis('EXISTS', 'lock:export:12'), 1);
	gone.leave();
	await until('it is given up', async () =>
		await stack.redis('EXISTS', 'lock:export:12') === 0);
	assert.equal((await whole(12)).status, 200);
});

// What arrived until the connection was closed, without an end.
async function broken(connection) {
	const answer = connection.answer();

	await assert.rejects(answer, /closed early|EPIPE|ECONNRESET/);
	return Buffer.concat(connection.state.output);
}

test('if Redis is lost in the middle, the file is incomplete', async () => {
	for (const n of [2000, 100000, 1e6, 1e7]) {
		proxy.cutAfterBytes(n);
		const bytes = await broken(begin(12));

		proxy.heal();
		assert.match(String(bytes.subarray(0, 20)), /^Status: 200 /, `${n}`);
		assert.equal(isWhole(bytes), false, `${n}`);
		assert.throws(() => unzip(bytes));
		await stack.redis('DEL', 'lock:export:12');
	}
	assert.match(page.out.errors, /an export was cut short: /);
	proxy.cutAfterBytes(20);
	assert.equal((await whole(12)).status, 503);
	proxy.heal();
	await until('Redis is back', async () =>
		(await whole(11)).status === 200);
});

test('as plain CGI it fails, too', async () => {
	proxy.cutAfterBytes(1e6);
	const { status, text, output } = await cgi('export', { ...env,
		...by(12, 'POST', '/account/export', forms[12]) }, forms[12]);

	proxy.heal();
	assert.equal(status, 200);
	assert.ok(text.length > 1000);
	assert.equal(isWhole(Buffer.from(output)), false);
});

test('a lock that nobody renews ends, and one that goes on does not', async () => {
	const slow = begin(12);

	await until('it is stuck', () => isStuck(page.pid));
	const left = await stack.redis('PTTL', 'lock:export:12');

	assert.ok(left > 0 && left <= 60000, `${left}`);
	slow.leave();
});

test('told to end, it disconnects readers who take nothing', async () => {
	const one = await startPage('export', folder, env);
	const slow = begin(13, one.socket);

	await until('it is stuck', () => isStuck(one.pid));
	let hasEnded = false;

	one.ended.then(() => { hasEnded = true; });
	one.stop();
	// Much sooner than it would give up on such a reader.
	await until('it has ended', () => hasEnded, 15);
	assert.equal(isWhole(await broken(slow)), false);
	assert.equal(await stack.redis('EXISTS', 'lock:export:13'), 0);
});
