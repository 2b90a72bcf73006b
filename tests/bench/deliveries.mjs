// How long a post takes, for its author and until its followers have it, and
// how long Redis takes for the same by other means.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from '../lib/stack.mjs';
import { drained } from './queue.mjs';
import { FIRST_POST, LISTS_DATABASE, MILLION } from './stars.mjs';
import { whileWorkerRests } from './trips.mjs';

const execute = promisify(execFile);
const now = () => performance.now();

// The number of commands that a worker sends at once (DELIVER_CHUNK).
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

/* ---- time to post ------------------------------------------------------ */

// Posts that have not been begun are never delivered; one job may be with the
// worker.
async function dropJobs(link) {
	await link.ask('DEL', '{fanout}:jobs');
	await link.ask('DEL', 'outbox');
}

// The author with the fewest followers comes first in each round.
async function postEach(link, stars, rounds, after) {
	const times = stars.map(() => []);

	for (let round = 0; round < rounds; round++)
		for (const [at, star] of stars.entries()) {
			const { ms, id } = await post(link, star);

			times[at].push(ms);
			await after?.(id);
		}
	return times;
}

/*
 * Milliseconds for each post while the worker is stopped. So the one job that
 * a waiting worker has already been given is a small one.
 */
export async function timePosts(stack, link, stars, rounds) {
	const times = await whileWorkerRests(stack, async () => {
		const list = await postEach(link, stars, rounds);

		await dropJobs(link);
		return list;
	});

	await drained(link);
	return times;
}

/*
 * The same while the worker delivers the post. After the answer the post is
 * deleted, which ends its delivery: a million would take too long.
 */
export function timeDelivering(link, stars, rounds) {
	return postEach(link, stars, rounds, async id => {
		await link.ask('DEL', `post:${id}`);
		await drained(link);
	});
}

/* ---- delivering -------------------------------------------------------- */

/*
 * Milliseconds from the answer until the last follower has the post, and until
 * the queue is empty. Checked every millisecond.
 */
async function deliver(link, star) {
	const { id } = await post(link, star);
	const begin = now();

	while (await link.ask('LINDEX', star.last, 0) !== id)
		await sleep(1);
	const lag = now() - begin;

	await drained(link);
	return { lag, whole: now() - begin };
}

// Small deliveries are fast, and so are repeated more often.
export async function deliverEach(link, star) {
	const times = { 10: 20, 1000: 20, 100000: 3 }[star.followers] ?? 1;
	const runs = [];

	while (runs.length < times)
		runs.push(await deliver(link, star));
	return runs;
}

/* ---- the same by others -------------------------------------------------- */

// A plain loop in C that pushes to the timelines that this author's deliveries
// reach.
export async function pushAll(stack, star) {
	const { stdout } = await execute(`${build}/tests/bench/push`,
		[stack.socket, star.fans, FIRST_POST + posts]);
	const [n, us] = stdout.split(' ').map(Number);

	return n * 1e6 / us;
}

/*
 * LPUSH of an id as long as a post's, to one of a million randomly chosen
 * lists: how many a second.
 */
export async function benchmark(stack, connections) {
	const { stdout } = await execute('redis-benchmark', ['-s', stack.socket,
		'--dbnum', LISTS_DATABASE, '-c', connections, '-P', PIPELINE,
		'-n', MILLION, '-r', MILLION, '--csv',
		'LPUSH', 'posts:__rand_int__', FIRST_POST + posts]);
	const [, rate] = stdout.trim().split('\n').at(-1).split('","');

	return parseFloat(rate);
}
