// kill -9 of workers in the middle of a big delivery; several on one queue;
// and a job that nobody can do.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { build, cleanEnvironment } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { makeCrowd, wrongInCrowd } from './lib/crowd.mjs';
import { broken, drained } from './lib/invariants.mjs';
import { openKiller } from './lib/killer.mjs';
import { startSite } from './lib/site.mjs';

const CHUNK = 1000;
const FANS = 50000;

const running = new Set();

process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

// A worker by itself; it is told to stop, or killed by somebody else.
function startWorker(env) {
	const child = spawn(`${build}/retwis-worker`, [],
		{ env: cleanEnvironment(env), stdio: ['ignore', 'ignore', 'inherit'] });
	const ended = once(child, 'exit');

	running.add(child);
	child.once('exit', () => running.delete(child));
	return { child, ended,
		async stop(signal = 'SIGTERM') {
			child.kill(signal);
			assert.deepEqual(await ended, [0, null]);
		} };
}

function addresses({ data, bus }) {
	return { RETWIS_REDIS: `unix:${data}`, RETWIS_BUS: `unix:${bus}` };
}

// Only the deliveries count; or only that a job was put back shorter.
const isPush = (words) => words[0] === 'LPUSHX' ||
	words[0] === 'EVAL' && words[3].startsWith('posts:');
const isReplace = (words) => words[0] === 'EVAL' &&
	words[3].includes(':taken:') && words[4].endsWith(':jobs') &&
	words.length === 7;

async function killWorker(site, after, counts) {
	let worker;
	const killer = await openKiller(site.stack.var, site.sockets, after,
		() => worker.child.kill('SIGKILL'), counts);

	worker = startWorker(killer.env);
	assert.deepEqual(await worker.ended, [null, 'SIGKILL']);
	await killer.close();
}

async function write(site, anna, n) {
	const answer = await anna.submit('/post',
		{ status: `Number ${n}`, nonce: `${n}` });

	assert.equal(answer.status, 303);
	return site.data('LINDEX', 'own:1', 0);
}

// What a worker does with the jobs of the dead, without its patience.
async function putBack({ bus }) {
	for (const key of await bus('KEYS', '{fanout}:taken:*')) {
		const [, since, tries, payload] = (await bus('RPOP', key))
			.match(/^(\d+) (\d+) (.*)$/);

		await bus('LPUSH', '{fanout}:jobs',
			`${since} ${Number(tries) + 1} ${payload}`);
	}
}

for (const isBusApart of [false, true]) {
	const where = isBusApart ? 'a bus of its own' : 'one server';

	test(`a worker is killed in every chunk, ${where}`, async () => {
		const site = await startSite(isBusApart,
			{ env: { RETWIS_WORKERS: '0' } });
		const anna = await member(site.url, 'anna');
		const crowd = await makeCrowd(site.data, 1, FANS);
		const posts = [await write(site, anna, 1)];

		// Each does again what the one before was at, and dies further on.
		await killWorker(site, 1, isPush);
		for (let chunk = 1; chunk < FANS / CHUNK; chunk++) {
			await putBack(site);
			await killWorker(site, CHUNK + 1 + chunk * 37 % CHUNK, isPush);
		}
		// And in each one's last moment the job is put in its own place.
		posts.push(await write(site, anna, 2));
		for (let chunk = 1; chunk < FANS / CHUNK; chunk++)
			await killWorker(site, 1, isReplace);
		// Now somebody has to notice by himself.
		posts.push(await write(site, anna, 3));
		await killWorker(site, 100, isPush);
		const workers = [1, 2].map(() =>
			startWorker(addresses(site.sockets)));

		await drained(site, 120);
		assert.deepEqual(await wrongInCrowd(site.data, crowd, posts), []);
		assert.equal(await site.bus('LLEN', '{fanout}:dead'), 0);
		await Promise.all(workers.map((worker) => worker.stop('SIGUSR1')));
		await site.stack.stop();
	});
}

test('three workers share one queue', async () => {
	const site = await startSite(false, { env: { RETWIS_WORKERS: '3' } });
	const anna = await member(site.url, 'anna');
	const crowd = await makeCrowd(site.data, 1, 3500);
	const posts = [];

	for (let n = 0; n < 40; n++)
		posts.push(await write(site, anna, n));
	await drained(site);
	assert.deepEqual(await wrongInCrowd(site.data, crowd, posts), []);
	await site.stack.stop();
});

test('a delivery goes on after everything was stopped', async () => {
	const site = await startSite(false, { env: { RETWIS_WORKERS: '0' } });
	const anna = await member(site.url, 'anna');
	const crowd = await makeCrowd(site.data, 1, 20000);
	const post = await write(site, anna, 1);
	const worker = startWorker(addresses(site.sockets));

	await until('some are served', async () =>
		await site.data('LLEN', `posts:${crowd.first}`) > 1);
	await worker.stop();
	assert.equal((await site.bus('KEYS', '*:taken:*')).length, 0);
	const next = startWorker(addresses(site.sockets));

	await drained(site);
	assert.deepEqual(await wrongInCrowd(site.data, crowd, [post]), []);
	await next.stop();
	await site.stack.stop();
});

test('a job that nobody can do stands in nobody\'s way', async () => {
	const site = await startSite(false);
	const [anna, ben] = [await member(site.url, 'anna'),
		await member(site.url, 'ben')];

	await ben.follow('anna');
	await ben.get('/');
	for (const job of ['1 0 nonsense', 'nonsense', '1 0 post 1', ''])
		await site.bus('LPUSH', '{fanout}:jobs', job);
	await write(site, anna, 1);
	await until('they are given up', async () =>
		await site.bus('LLEN', '{fanout}:dead') === 4, 60);
	assert.deepEqual(await broken(site, [{ author: 1, body: 'Number 1' }]),
		[]);
	await site.stack.stop();
});
