// kill -9 of workers in the middle of a big delivery; several workers on one
// queue; and a job that nobody can do.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { openProxy } from '../lib/wire.mjs';
import { until } from '../lib/processes.mjs';
import { build, cleanEnvironment, temporaryFolder } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';
import { makeCare, makeCrowd, wrongInCrowd } from './lib/crowd.mjs';
import { broken, drained, jobsDone, wrongByHost } from './lib/invariants.mjs';
import { openKiller } from './lib/killer.mjs';
import { answers, quick, startSite } from './lib/site.mjs';

const CHUNK = 1000;
const MARKS = 16; // reads of the followers that a chunk makes after its pushes
// Twenty chunks: each begins where the previous one stopped, and ends somewhere
// else.
const FANS = 20000;

const running = new Set();

// Also if a test fails in the middle.
const killAll = () => running.forEach((child) => child.kill('SIGKILL'));

afterEach(killAll);
process.on('exit', killAll);

// A single worker; it is told to stop, or killed by somebody else.
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
	return { RETWIS_REDIS: `unix:${data}`, RETWIS_BUS: `unix:${bus}`,
		...quick };
}

// Only the deliveries count; or only putting a job back with its remainder.
const isPush = (words) => words[0] === 'LPUSHX' ||
	words[0] === 'EVAL' && words[3].startsWith('posts:');
const isReplace = (words) => words[0] === 'EVAL' && words[2] === '2' &&
	words[3].includes(':taken:') && words[4].endsWith(':jobs');

// The commands that remove a post.
const isErasure = (words) => ['ZREM', 'LREM', 'UNLINK', 'ZREMRANGEBYSCORE']
	.includes(words[0]);

// None of them lives long enough to notice that another one is dead.
async function killWorker(site, after, counts) {
	let worker;
	const killer = await openKiller(site.stack.var, site.sockets, after,
		() => worker.child.kill('SIGKILL'), counts);

	worker = startWorker({ ...killer.env, RETWIS_PATIENCE: '600' });
	assert.deepEqual(await worker.ended, [null, 'SIGKILL']);
	await killer.close();
}

async function write(site, anna, n) {
	const answer = await anna.submit('/post',
		{ status: `Number ${n}`, nonce: `${n}` });

	assert.equal(answer.status, 303);
	return site.data('LINDEX', 'own:1', 0);
}

// The jobs of dead workers.
async function inHand({ bus }) {
	const keys = await bus('KEYS', '{fanout}:taken:*');

	return (await Promise.all(keys.map((key) =>
		bus('LRANGE', key, 0, -1)))).flat();
}

const waiting = ({ bus }) => bus('LRANGE', '{fanout}:jobs', 0, -1);

// How many of Anna's followers each of the jobs has already served.
function served({ data }, jobs) {
	return Promise.all(jobs.map(async (job) => {
		const [, , , , , , , last] = job.split(' ');

		return last ? await data('ZRANK', 'followers:1', last) + 1 : 0;
	}));
}

// Does what a worker does with the jobs of dead workers, without waiting for
// its patience to run out.
async function putBack(site) {
	for (const job of await inHand(site)) {
		const [, since, tries, payload] = job.match(/^(\d+) (\d+) (.*)$/);

		await site.bus('LPUSH', '{fanout}:jobs',
			`${since} ${Number(tries) + 1} ${payload}`);
	}
	await site.bus('DEL', 'none',
		...await site.bus('KEYS', '{fanout}:taken:*'));
}

// Everything is delivered, and nothing else is wrong.
async function wrong(site, crowd, posts) {
	await drained(site, 120);
	return [...await wrongInCrowd(site.data, crowd, posts),
		...await wrongByHost(site)];
}

for (const isBusApart of [false, true]) {
	const where = isBusApart ? 'a bus of its own' : 'one server';

	test(`a worker is killed in every chunk, ${where}`, async () => {
		const site = await startSite(isBusApart,
			{ env: { RETWIS_WORKERS: '0' } });
		const anna = await member(site.url, 'anna');
		const crowd = await makeCrowd(site.data, 1, FANS);
		const posts = [await write(site, anna, 1)];

		// Each repeats what the previous one was doing, and dies a
		// little later.
		await killWorker(site, 1, isPush);
		for (let chunk = 1; chunk < FANS / CHUNK; chunk++) {
			await putBack(site);
			await killWorker(site, CHUNK + 1 + chunk * 37 % CHUNK, isPush);
			assert.deepEqual(await served(site, await inHand(site)),
				[chunk * CHUNK]);
		}
		// And finally each dies while the job's remainder is being put
		// back in its place.
		posts.push(await write(site, anna, 2));
		for (let chunk = 1; chunk < FANS / CHUNK; chunk++) {
			await killWorker(site, 1, isReplace);
			assert.deepEqual(await served(site, [...await inHand(site),
				...await waiting(site)]), [FANS - CHUNK, chunk * CHUNK]);
		}
		// Now a worker has to notice by itself.
		posts.push(await write(site, anna, 3));
		await killWorker(site, 100, isPush);
		const workers = [1, 2].map(() =>
			startWorker(addresses(site.sockets)));

		assert.deepEqual(await wrong(site, crowd, posts), []);
		assert.equal(await site.bus('LLEN', '{fanout}:dead'), 0);
		await Promise.all(workers.map((worker) => worker.stop('SIGUSR1')));
		await site.stack.stop();
	});
}

// How many jobs a worker takes at a time (WORKER_JOBS).
const BATCH = 32;

// Two authors whom a whole crowd follows, and 32 posts that no worker has begun
// to deliver.
async function startBatch(isBusApart) {
	const site = await startSite(isBusApart, { env: { RETWIS_WORKERS: '0' } });
	const authors = [await member(site.url, 'anna'),
		await member(site.url, 'ben')];
	const crowd = await makeCrowd(site.data, 1, 40);
	const posts = [];

	for (let id = crowd.first; id <= crowd.last; id++) {
		await site.data('ZADD', `following:${id}`, 1500000000, 2);
		await site.data('ZADD', 'followers:2', 1500000000, id);
	}
	for (let n = 0; n < BATCH; n++) {
		await write(site, authors[n % 2], n);
		posts.push(await site.data('GET', 'next_post_id'));
	}
	await site.save();
	return { site, crowd, posts, jobs: await waiting(site) };
}

// A command that a worker sends for a batch, and at no other time.
const isOfBatch = ([command, key, , listKey]) => command === 'LPUSHX' ||
	command === 'ZRANGEBYSCORE' && key.startsWith('followers:') ||
	command === 'SET' && key.startsWith('sent:') ||
	command === 'LREM' && key.includes(':taken:') ||
	command === 'EVAL' && listKey.startsWith('posts:');

// Returns false if it has done all of it before.
async function killInBatch(site, after) {
	let worker;
	const killer = await openKiller(site.stack.var, site.sockets, after,
		() => worker.child.kill('SIGKILL'), isOfBatch);

	worker = startWorker({ ...killer.env, RETWIS_PATIENCE: '600' });
	await until('it is over', async () => killer.reached ||
		await jobsDone(site));
	const { reached } = killer;

	// Redis may have done its last command before the killer has seen the
	// reply. No other worker indexes the posts.
	if (!reached) {
		killer.spare();
		await drained(site, 120);
	}
	await (reached ? worker.ended : worker.stop());
	await killer.close();
	return reached;
}

for (const [isBusApart, step, where] of
	[[false, 9, 'one server'], [true, 31, 'a bus of its own']])
	test(`a worker is killed anywhere in a batch, ${where}`, async () => {
		const { site, crowd, posts, jobs } = await startBatch(isBusApart);
		let after = 1;

		assert.equal(jobs.length, BATCH);
		for (; ; after += step) {
			await site.restore();
			await site.bus('DEL', '{fanout}:jobs');
			await site.bus('RPUSH', '{fanout}:jobs', ...jobs);
			if (!await killInBatch(site, after))
				break;
			assert.ok((await inHand(site)).length, `${after}: in hand`);
			await putBack(site);
			const other = startWorker(addresses(site.sockets));

			assert.deepEqual(await wrong(site, crowd, posts), [], `${after}`);
			assert.equal(await site.bus('LLEN', '{fanout}:dead'), 0);
			await other.stop();
		}
		assert.deepEqual(await wrong(site, crowd, posts), []);
		assert.ok(after > 100, `${after} commands`);
		await site.stack.stop();
	});

// Each dies at a different command, and the next one repeats part of the work.
test('a worker is killed again and again while it finishes a deletion', async () => {
	const site = await startSite(false, { env: { RETWIS_WORKERS: '0' } });
	const anna = await member(site.url, 'anna');
	const crowd = await makeCrowd(site.data, 1, 450);
	const [post, left] = [await write(site, anna, 1), await write(site, anna, 2)];

	await makeCare(site.data, crowd, post, 'anna');
	assert.equal((await anna.submit('/delete', { id: post })).status, 303);
	assert.equal((await anna.get(`/@anna/${post}`)).status, 404);
	for (let n = 1; n <= 12; n++) {
		await killWorker(site, n * 83, isErasure);
		await putBack(site);
	}
	assert.ok(await site.data('ZCARD', `likes:${post}`) > 0);
	const worker = startWorker(addresses(site.sockets));

	await drained(site, 60);
	assert.deepEqual(await wrongByHost(site), []);
	assert.deepEqual(await site.data('LRANGE', 'timeline', 0, -1), [left]);
	assert.deepEqual(await site.data('KEYS', 'liked:*'), []);
	assert.deepEqual(await site.data('KEYS', 'own:*'), ['own:1']);
	assert.equal(await site.bus('LLEN', '{fanout}:dead'), 0);
	await worker.stop();
	await site.stack.stop();
});

// The jobs for a post with a crowd of followers, for its likes, and for its
// followers.
test('a worker is killed again and again while somebody leaves', async () => {
	const site = await startSite(false, { env: { RETWIS_WORKERS: '0' } });
	const anna = await member(site.url, 'anna');
	const crowd = await makeCrowd(site.data, 1, 450);
	const post = await write(site, anna, 1);

	await write(site, anna, 2);
	await makeCare(site.data, crowd, post, 'anna');
	assert.equal((await anna.submit('/account/leave',
		{ username: 'anna', password })).status, 303);
	assert.equal((await anna.get('/@anna')).status, 404);
	const due = () => site.data('ZADD', '{leaving}:due', 'XX', 0, '0 1');

	for (let n = 1; n <= 12; n++) {
		await due();
		await killWorker(site, n * 83, isErasure);
	}
	assert.ok(await site.data('ZCARD', `likes:${post}`) > 0);
	await due();
	const worker = startWorker(addresses(site.sockets));

	await until('nobody is leaving', async () =>
		!await site.data('EXISTS', '{leaving}:due'), 60);
	assert.deepEqual(await wrongByHost(site), []);
	assert.deepEqual(await site.data('KEYS', 'liked:*'), []);
	assert.deepEqual(await site.data('KEYS', 'own:*'), []);
	assert.deepEqual(await site.data('KEYS', 'following:*'), []);
	assert.equal(await site.data('EXISTS', 'timeline', 'user:1'), 0);
	assert.equal(await site.data('HLEN', 'users'), 450);
	await worker.stop();
	await site.stack.stop();
});

test('three workers share one queue', async () => {
	const site = await startSite(false, { env: { RETWIS_WORKERS: '3' } });
	const anna = await member(site.url, 'anna');
	const crowd = await makeCrowd(site.data, 1, 3500);
	const posts = [];

	for (let n = 0; n < 40; n++)
		posts.push(await write(site, anna, n));
	assert.deepEqual(await wrong(site, crowd, posts), []);
	await site.stack.stop();
});

// The worker is told to stop in the middle of its third chunk: it finishes that
// chunk, and no more. Then Redis is stopped, too.
test('a delivery continues after everything was stopped', async (t) => {
	const folder = temporaryFolder();
	const sites = [];
	const start = async () => {
		const site = await startSite(false,
			{ var: folder, env: { RETWIS_WORKERS: '0' } });

		sites.push(site);
		await answers(site.sockets.data);
		return site;
	};

	t.after(async () => {
		for (const site of sites)
			await site.stack.stop();
		rmSync(folder, { recursive: true, force: true });
	});
	const first = await start();
	const anna = await member(first.url, 'anna');
	const crowd = await makeCrowd(first.data, 1, 20000);
	const post = await write(first, anna, 1);
	const proxy = await openProxy(`${folder}/proxy.sock`,
		first.stack.socket, 2.5 * (CHUNK + MARKS), () => worker.child.kill());
	const worker = startWorker({ RETWIS_REDIS: proxy.address });

	assert.deepEqual(await worker.ended, [0, null]);
	await proxy.close();
	await first.stack.stop();
	const next = await start();

	assert.deepEqual(await inHand(next), []);
	assert.deepEqual(await served(next, await waiting(next)), [3 * CHUNK]);
	const other = startWorker(addresses(next.sockets));

	assert.deepEqual(await wrong(next, crowd, [post]), []);
	await other.stop();
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
	await site.bus('DEL', '{fanout}:dead');
	assert.deepEqual(await broken(site, [{ author: 1, body: 'Number 1' }]),
		[]);
	await site.stack.stop();
});
