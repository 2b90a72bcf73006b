/*
 * make bench: what it costs to be followed by many.
 *
 * A separate stack (conf/stack, one worker) holds a million home timelines of
 * fifty posts each, and four authors, who are followed by 10, 1,000, 100,000
 * and all of these members. Nothing is measured alone: the things that are
 * compared take turns, and the result is a median, since other programs run on
 * the machine.
 *
 * - Time to post: from sending the form until its answer, through nginx. Once
 *   while the worker is stopped, so that nothing but the request is measured,
 *   and as a multiple of the time that the author with ten followers has needed
 *   just before: that must be 1. And once while the worker runs, and may begin
 *   the delivery before the answer is sent; this, too, as a multiple.
 * - Lag: from the answer until the follower who is served last has the post.
 * - Deliveries per second: a million, divided by the time from the answer until
 *   the queue is empty, including everything else: finding the followers,
 *   checking who has unfollowed meanwhile, putting back the rest of the job.
 * - Pushes per second: a plain loop in C (push.c), right after each of these.
 *   It sends LPUSH to the same timelines in the same order, as many at once as
 *   the worker does, over one connection, as the worker does: both wait for
 *   Redis as Redis waits for them, and other programs disturb both equally.
 * - LPUSH per second: redis-benchmark on the same Redis, right after that. It
 *   pushes as many ids of the same length to a million lists of that length,
 *   each chosen at random: always pushing to one list, as it does by default,
 *   is less work, since that list is then in the processor's cache. It uses one
 *   connection, and then its usual fifty, with which Redis never waits. Both
 *   are shown, and not judged. The lists are in a separate database, because
 *   the numbers of redis-benchmark begin with zeros.
 * - Bytes of a timeline: for a thousand that have grown entry by entry, the
 *   result of MEMORY USAGE, and by how much the whole memory of Redis grows.
 *
 * The append-only file is written as in our configuration, but not rewritten
 * meanwhile.
 *
 * It says nothing about several workers, a Redis behind a network, full
 * timelines, where each push trims one entry, or a million people who look at
 * the same time.
 */
import { appendFileSync } from 'node:fs';
import { build, startStack } from '../lib/stack.mjs';
import { over, under } from './budget.mjs';
import { benchmark, deliverEach, pushAll, timeDelivering, timePosts }
	from './deliveries.mjs';
import { openLink } from './link.mjs';
import { MILLION, makeStars, measureBytes } from './stars.mjs';
import { median, toLines } from './table.mjs';

const rounds = Number(process.env.BENCH_ROUNDS || 5);
const POSTS = 300;
const FLAT_MAX = 1.2;
const RATIO_MIN = 0.7;
const BUSY = 50; // connections

const say = text => process.stderr.write(`bench: ${text}\n`);

// For each author milliseconds, and the ratio to the author with ten followers.
function summarize(stars, held, busy, runs) {
	const timesTen = (all, at) => median(all[at].map((ms, n) => ms / all[0][n]));

	return stars.map(({ followers }, at) => ({ followers,
		held: median(held[at]), times: timesTen(held, at),
		ms: median(busy[at]), busyTimes: timesTen(busy, at),
		lag: median(runs[at].map(run => run.lag)) }));
}

async function measureRounds(stack, link, stars) {
	const runs = stars.map(() => []), rates = [];

	for (let round = 1; round <= rounds; round++) {
		for (const [at, star] of stars.entries())
			runs[at].push(...await deliverEach(link, star));
		const rate = MILLION / runs.at(-1).at(-1).whole * 1000;
		const push = await pushAll(stack, stars.at(-1));
		const lpush = await benchmark(stack, 1);
		const busy = await benchmark(stack, BUSY);

		rates.push({ rate, push, ratio: rate / push,
			lpush, lpushRatio: rate / lpush,
			busy, busyRatio: rate / busy });
		say(`round ${round} of ${rounds}: ${rate.toFixed(0)} deliveries, ` +
			`${push.toFixed(0)} pushes a second`);
	}
	return { runs, speed: Object.fromEntries(Object.keys(rates[0])
		.map(key => [key, median(rates.map(r => r[key]))])) };
}

function judge({ authors, speed }) {
	const flat = (what, times) => over(what, times, FLAT_MAX,
		'times as long as with ten');

	return [
		...authors.flatMap(({ followers, times, busyTimes }) => [
			...flat(`a post with ${followers} followers`, times),
			...flat(`a post with ${followers} followers, while it ` +
				'is delivered,', busyTimes)]),
		...under('the worker', speed.ratio, RATIO_MIN, 'deliveries in ' +
			'the time of one push of a plain loop'),
	];
}

// Every number once, as [name, followers or entries, value].
function numbers({ authors, speed, bytes }) {
	return [
		...authors.flatMap(({ followers, held, times, ms, busyTimes,
			lag }) => [
			['post_ms', followers, held],
			['x_post', followers, times],
			['post_delivering_ms', followers, ms],
			['x_post_delivering', followers, busyTimes],
			['lag_ms', followers, lag]]),
		['deliveries_per_second', MILLION, speed.rate],
		['pushes_per_second', MILLION, speed.push],
		['x_push', MILLION, speed.ratio],
		['lpush_per_second', MILLION, speed.lpush],
		['x_lpush', MILLION, speed.lpushRatio],
		['lpush_50_per_second', MILLION, speed.busy],
		['x_lpush_50', MILLION, speed.busyRatio],
		...bytes.flatMap(({ length, usage, grown }) => [
			['timeline_usage_bytes', length, usage],
			['timeline_grown_bytes', length, grown]]),
	];
}

function print({ authors, speed, bytes }) {
	const cell = (n, digits) => n.toFixed(digits).padStart(12);

	console.log('\n   followers   post, ms  times ten  delivering' +
		'  times ten     lag, ms');
	for (const { followers, held, times, ms, busyTimes, lag } of authors)
		console.log(cell(followers, 0) + cell(held, 2).slice(1) +
			cell(times, 2).slice(1) + cell(ms, 2) +
			cell(busyTimes, 2).slice(1) + cell(lag, 1));
	console.log('\n                         a second  deliveries are\n' +
		`deliveries           ${cell(speed.rate, 0)}\n` +
		`a plain loop         ${cell(speed.push, 0)}` +
		`${cell(speed.ratio, 2)} times\n` +
		`LPUSH                ${cell(speed.lpush, 0)}` +
		`${cell(speed.lpushRatio, 2)} times\n` +
		`LPUSH, ${BUSY} connections${cell(speed.busy, 0)}` +
		`${cell(speed.busyRatio, 2)} times`);
	console.log('\n    timeline   bytes: key   all memory');
	for (const { length, usage, grown } of bytes)
		console.log(cell(length, 0) + cell(usage, 0) + cell(grown, 0));
}

function report(result) {
	const missed = judge(result);

	print(result);
	appendFileSync(`${build}/bench.tsv`, toLines(numbers(result)));
	missed.forEach(text => say(`over budget: ${text}`));
	process.exitCode = missed.length ? 1 : 0;
}

async function main() {
	if (!Number.isInteger(rounds) || rounds < 1)
		throw new Error('BENCH_ROUNDS is a whole number');
	const stack = await startStack();
	const link = await openLink(stack.socket);

	await stack.redis('CONFIG', 'SET', 'auto-aof-rewrite-percentage', 0);
	const stars = await makeStars({ stack, say });
	const bytes = [await measureBytes(stack, 100),
		await measureBytes(stack, 1000)];

	say(`${POSTS} posts of each author`);
	const held = await timePosts(stack, link, stars, POSTS);
	const busy = await timeDelivering(link, stars, POSTS / 3);
	const { runs, speed } = await measureRounds(stack, link, stars);

	report({ authors: summarize(stars, held, busy, runs), speed, bytes });
	link.close();
	await stack.stop();
}

try {
	await main();
} catch (error) {
	say(`${error.message}`);
	process.exit(1);
}
