// The floor of `make bench` that does the same work as a page: it sends what was
// recorded, in the same round trips, and answers with the given bytes.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { Connection, endPages, fastcgi, isStuck, run, startPage, variables }
	from '../lib/program.mjs';
import { redisCli } from '../lib/redis.mjs';
import { encode } from '../lib/resp.mjs';
import { build, lean, startRedis, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { judgeRow } from './budget.mjs';
import { checkSame } from './measure.mjs';
import { summarize } from './table.mjs';
import { countSent, recordSteps, startProxy } from './trips.mjs';

const params = variables('GET', '/');
const head = 'Status: 200 OK\r\nContent-Type: text/plain\r\n\r\n';
let redis, socket, proxy;
const folders = [];

before(async () => {
	socket = await startRedis();
	redis = redisCli(socket);
	proxy = await startProxy(`${socket}.proxy`, socket);
});

afterEach(() => {
	endPages();
	for (const folder of folders.splice(0))
		rmSync(folder, { recursive: true });
	return redis('FLUSHALL');
});

after(() => proxy.stop());

const commands = list => list.map(words => encode(words)).join('');

// A floor in a build folder of its own; each step is a text of commands.
function prepareFloor(steps, body) {
	const folder = temporaryFolder();

	folders.push(folder);
	for (const name of ['pages', 'answers', 'steps'])
		mkdirSync(`${folder}/${name}`);
	copyFileSync(`${build}/tests/bench/same`, `${folder}/pages/home`);
	writeFileSync(`${folder}/answers/home`, head + body);
	for (const [n, step] of steps.entries())
		writeFileSync(`${folder}/steps/home.${n + 1}`, step);
	return folder;
}

function startFloor(steps, body, address = `unix:${socket}`) {
	const folder = prepareFloor(steps, body);

	return startPage(`${folder}/pages/home`, folder,
		{ RETWIS_REDIS: address });
}

for (const n of [0, 1, 2, 5])
	test(`it sends the commands of ${n} round trips, byte for byte`, async () => {
		const steps = Array.from({ length: n }, (_, at) => commands([
			['RPUSH', 'order', at], ['LRANGE', 'order', 0, -1],
			['SET', `k${at}`, 'kettle\r\n'.repeat(at)]]));
		const floor = await startFloor(steps, 'tea',
			proxy.address.replace(':', ':retwis@'));

		proxy.begin();
		const { status, text } = await fastcgi(floor.socket, params);

		assert.equal(status, 200);
		assert.equal(text, 'tea');
		assert.deepEqual(proxy.steps().map(String), steps);
		assert.equal(countSent(proxy.steps()), 3 * n);
	});

test('many requests at once each send all, in the order of the trips', async () => {
	const floor = await startFloor([commands([['INCR', 'one'], ['GET', 'one']]),
		commands([['INCR', 'two']]), commands([['INCR', 'three']])], 'tea');
	const all = Array.from({ length: 40 }, () => new Connection(floor.socket));

	await Promise.all(all.map(async connection => {
		for (let n = 0; n < 25; n++)
			assert.equal((await connection.ask(params)).text, 'tea');
	}));
	all.forEach(connection => connection.leave());
	assert.deepEqual(await redis('MGET', 'one', 'two', 'three'),
		['1000', '1000', '1000']);
});

test('replies of all sizes are taken apart', async () => {
	await redis('RPUSH', 'long', ...Array.from({ length: 500 },
		(_, n) => 'x'.repeat(n)));
	await redis('SET', 'large', 'y'.repeat(300000));
	const floor = await startFloor([commands([['LRANGE', 'long', 0, -1],
		['GET', 'large'], ['GET', 'none'], ['EVAL', 'return {{}, {1, {"a"}}}', 0],
		['PING']]), commands([['INCR', 'done']])], 'tea');

	assert.equal((await fastcgi(floor.socket, params)).text, 'tea');
	assert.equal(await redis('GET', 'done'), '1');
});

test('who reads slowly gets all of it, and nobody waits for him', async () => {
	const body = 'kettle'.repeat(40000);
	const floor = await startFloor([commands([['INCR', 'one']])], body);
	const slow = [1, 2, 3].map(() => new Connection(floor.socket));

	for (const one of slow) {
		await new Promise(done => one.socket.once('connect', done));
		one.socket.pause();
		one.asked = one.ask(params);
		one.socket.pause();
	}
	await until('it is stuck', () => isStuck(floor.pid));
	assert.equal((await fastcgi(floor.socket, params)).text, body);
	for (const one of slow) {
		one.socket.resume();
		assert.equal((await one.asked).text, body);
		assert.equal((await one.ask(params)).text, body);
		one.leave();
	}
});

test('who leaves before the answer takes nobody else\'s', async () => {
	const wait = 'for n = 1, 3000000 do end return redis.call("INCR", "one")';
	const floor = await startFloor([commands([['EVAL', wait, 0]]),
		commands([['INCR', 'two']])], 'tea');
	const gone = [1, 2, 3].map(() => new Connection(floor.socket));
	const stays = new Connection(floor.socket);

	for (const one of gone)
		one.ask(params).catch(() => {});
	const asked = stays.ask(params);

	await until('Redis is asked', async () => await redis('GET', 'one') > 0);
	gone.forEach(one => one.leave());
	assert.equal((await asked).text, 'tea');
	assert.equal((await stays.ask(params)).text, 'tea');
	assert.equal(await redis('GET', 'one'), '5');
	stays.leave();
});

test('an error of Redis ends it with a sentence', async () => {
	const floor = await startFloor([commands([['GET', 'one'], ['NONSENSE']])],
		'tea');

	await assert.rejects(fastcgi(floor.socket, params));
	assert.deepEqual((await floor.ended)[0], 1);
	assert.match(floor.out.errors, /same: Redis answers -ERR unknown command/);
});

test('so do steps that are cut off, and a wrong address', async () => {
	const fails = async (steps, address, why) => {
		const { status, errors } = await run(
			`${prepareFloor(steps, 'tea')}/pages/home`, [],
			{ RETWIS_REDIS: address });

		assert.equal(status, 1);
		assert.match(errors, why);
	};
	const ping = commands([['PING']]);

	await fails([ping, '*1\r\n$4\r\nPI'], `unix:${socket}`,
		/a step has no complete commands/);
	await fails([ping], 'localhost:1', /RETWIS_REDIS is not unix:PATH/);
	await fails([ping], `unix:${socket}.none`, /No such file/);
});

/* ---- a real page --------------------------------------------------------- */

test('a recorded page and its floor ask Redis the same', async () => {
	const stack = await startStack({ env: lean });
	const who = await member(stack.url, 'writer');

	for (let n = 0; n < 12; n++)
		await who.write(`post ${n}`);
	const asks = variables('GET', '/timeline', '',
		{ HTTP_COOKIE: who.cookieHeader() });
	const between = await startProxy(`${stack.socket}.proxy`, stack.socket);
	const folder = temporaryFolder();

	folders.push(folder);
	const page = await startPage('timeline', folder,
		{ RETWIS_REDIS: between.address });
	const steps = await recordSteps(page.socket, between, asks);
	const floor = await startFloor(steps, 'tea', between.address);

	between.begin();
	await fastcgi(floor.socket, asks);
	assert.deepEqual(between.steps().map(String), steps.map(String));
	assert.ok(steps.length >= 2);
	assert.ok(countSent(steps) > 20);
	assert.match(String(Buffer.concat(steps)), /HGETALL\r\n\$7\r\npost:12/);
	between.stop();
	await stack.stop();
});

test('a floor that no longer does what its page does is no floor', () => {
	const page = { name: 'home' };
	const ours = { commands: 20, bytes: 10000, slack: 0.001 };
	const fails = (more, why) => assert.throws(() =>
		checkSame(page, ours, { ...ours, ...more }), why);

	checkSame(page, ours, ours);
	checkSame(page, ours, { ...ours, commands: 20.5, bytes: 10100 });
	fails({ commands: 19 }, /home: an answer takes 20.0 commands, and 19.0/);
	fails({ bytes: 9000 }, /10000.0 bytes, and 9000.0 from its floor/);
});

/* ---- what is made of it --------------------------------------------------- */

const cost = (page, all) => ({ rate: 100, p50: 1, p99: 2, page, redis: 0, web: 0,
	worker: 0, all });

test('a page is compared with what ran right beside it, and the median counts', () => {
	const { ways, times } = summarize([
		{ page: cost(30, 60), same: cost(20, 50), before: cost(10, 60) },
		{ page: cost(60, 120), same: cost(40, 100), before: cost(10, 100) },
		{ page: cost(90, 180), same: cost(20, 50), before: cost(10, 150) }]);

	assert.equal(ways.page.all, 120);
	assert.equal(ways.same.all, 50);
	assert.equal(times.same.all, 1.2);
	assert.equal(times.same.page, 0.6);
	assert.equal(times.before.all, 1.2);
	assert.ok(!('page' in times));
});

test('more than the budget and its slack is told, and nothing about the empty', () => {
	const page = { name: 'home', same: { 16: 1.2 } };
	const judge = times => judgeRow({ page, conns: 16, times: Object.fromEntries(
		Object.entries(times).map(([way, all]) => [way, { all }])) });

	assert.deepEqual(judge({ same: 1.37, floor: 9, kept: 9, php: 9 }), []);
	assert.match(judge({ same: 1.39 })[0], /^home at 16 connections takes 1\.39 /);
	assert.deepEqual(judge({ before: 1.09 }), []);
	assert.match(judge({ before: 1.11 })[0],
		/takes 1\.11 times .* the version before, more than 1\.1$/);
});
