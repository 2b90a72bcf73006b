// How long a post takes, its author and its followers, and how Redis compares.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processesIn, until } from '../lib/processes.mjs';
import { FIRST_POST, LISTS_DATABASE, MILLION } from './stars.mjs';

const execute = promisify(execFile);
const now = () => performance.now();

// As many as a worker sends at once (DELIVER_CHUNK).
const PIPELINE = 1000;

let posts = 0;

// Milliseconds until the answer, and the id of the post.
async function post(link, star) {
	const { author } = star;
	const fields = { csrf: await author.csrf(), status: `post ${++posts}` };
	const begin = now();
	const answer = await author.postRaw('/post', fields);
	const ms = now() - begin;

	if (answer.status !== 303)
		throw new Error(`${answer.status} instead of 303`);
	return { ms, id: await link.ask('GET', 'next_post_id') };
}

// What the workers have in hand, and what waits.
const left = "local n = redis.call('LLEN', '{fanout}:jobs') " +
	"for _, name in ipairs(redis.call('ZRANGE', '{fanout}:workers', 0, -1)) " +
	"do n = n + redis.call('LLEN', '{fanout}:taken:' .. name) end return n";

async function drained(link) {
	while (await link.ask('EVAL', left, 0) > 0)
		await sleep(1);
}

/* ---- time to post ------------------------------------------------------ */

function findWorker(stack) {
	const workers = processesIn(stack.var)
		.filter(p => p.program.endsWith('/retwis-worker'));

	if (workers.length !== 1)
		throw new Error(`${workers.length} workers instead of one`);
	return workers[0].pid;
}

// What was not yet begun is never delivered; one job may be with the worker.
async function dropJobs(link) {
	await link.ask('DEL', '{fanout}:jobs');
	await link.ask('DEL', 'outbox');
}

/*
 * The author with the fewest followers comes first in each round, so that the
 * one job that Redis gives to a worker which waits is a small one.
 */
export async function timePosts(stack, link, stars, rounds) {
	const times = stars.map(() => []);
	const pid = findWorker(stack);

	process.kill(pid, 'SIGSTOP');
	try {
		await until('the worker rests', () => processesIn(stack.var)
			.some(p => p.pid === pid && p.state === 'T'));
		for (let round = 0; round < rounds; round++)
			for (const [at, star] of stars.entries())
				times[at].push((await post(link, star)).ms);
		await dropJobs(link);
	} finally {
		process.kill(pid, 'SIGCONT');
	}
	await drained(link);
	return times;
}

/* ---- delivering -------------------------------------------------------- */

/*
 * Milliseconds of the request, from its answer until the last follower has the
 * post, and until the queue is empty. Looked at every millisecond.
 */
async function deliver(link, star) {
	const { ms, id } = await post(link, star);
	const begin = now();

	while (await link.ask('LINDEX', star.last, 0) !== id)
		await sleep(1);
	const lag = now() - begin;

	await drained(link);
	return { ms, lag, whole: now() - begin };
}

// Small deliveries are soon done, and so are done more often.
export async function deliverEach(link, star) {
	const times = { 10: 20, 1000: 20, 100000: 3 }[star.followers] ?? 1;
	const runs = [];

	while (runs.length < times)
		runs.push(await deliver(link, star));
	return runs;
}

/* ---- the same by redis-benchmark --------------------------------------- */

/*
 * LPUSH of an id as long as a post's, to one of a million lists by chance: how
 * many a second.
 */
export async function benchmark(stack, connections) {
	const { stdout } = await execute('redis-benchmark', ['-s', stack.socket,
		'--dbnum', LISTS_DATABASE, '-c', connections, '-P', PIPELINE,
		'-n', MILLION, '-r', MILLION, '--csv',
		'LPUSH', 'posts:__rand_int__', FIRST_POST + posts]);
	const [, rate] = stdout.trim().split('\n').at(-1).split('","');

	return parseFloat(rate);
}
