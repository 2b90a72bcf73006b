/*
 * make bench: what a page costs, as a multiple of what any page would.
 *
 * wrk, on the same machine, asks for one page over and over, by 16 and by 100
 * connections at once, each of which asks again as soon as it is answered. All
 * that runs is a stack of its own (conf/stack: nginx, Redis, page programs), in
 * the shipped configuration but for the limits on requests. A second such stack
 * has a program in place of each page that does nothing (floor.c): it answers
 * with the very bytes that the page has answered. Both take turns, and what
 * counts is the median, over nine turns, of the ratio between the two: other
 * work on the machine disturbs both alike, so ratios hold where times do not.
 *
 * - Answers a second and how long they took: as wrk says. An error answer, or a
 *   broken connection, ends the bench. wrk itself needs a part of the machine.
 * - Processor time: utime and stime of all processes of Redis, of nginx and of
 *   the pages, before and after, by the number of answers. The kernel's work
 *   for a process is in it, interrupts and disk writes later on are not. Idle
 *   page programs count too, wrk and the supervisors do not. The clock has
 *   ticks of 10 ms, hence no measurement under a second.
 * - Round trips and commands: of one request, from outside; see trips.mjs.
 *
 * What it does not tell: anything about a network, a disk that is slow, or
 * data that does not fit the processor's caches: 51 members are few.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync }
	from 'node:fs';
import { build, noting, programs, startStack } from '../lib/stack.mjs';
import { measure } from './measure.mjs';
import { FOLLOWERS, fill } from './members.mjs';
import { printLoads, printTrips, toTsv } from './table.mjs';
import { countTrips } from './trips.mjs';
import { findProcesses } from './usage.mjs';

const seconds = Number(process.env.BENCH_SECONDS || 1);
const ROUNDS = 9;
const CONNECTIONS = [16, 100];
const TRIPS_MAX = 3;

/*
 * `who` asks; `shows` is how many posts there must be on the page; `limit` is
 * how many times the floor's processor time it may take. Posting comes last,
 * since it changes what the others show.
 */
const pages = [
	{ name: 'home', program: 'home', path: '/', who: 'visitor', shows: 10,
		limit: 3 },
	{ name: 'timeline', program: 'timeline', path: '/timeline',
		who: 'visitor', shows: 50, limit: 5 },
	{ name: 'profile', program: 'profile', path: '/@writer', who: 'visitor',
		shows: 10 },
	{ name: 'post', program: 'post', path: '/post', who: 'writer',
		isPost: true },
];

const plan = { rounds: ROUNDS, connections: CONNECTIONS, seconds };

const say = text => process.stderr.write(`bench: ${text}\n`);

// Build a folder like `build`, of programs that do nothing but answer.
function makeFloor(folder, counts) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(`${folder}/pages`, { recursive: true });
	mkdirSync(`${folder}/answers`);
	for (const name of readdirSync(programs))
		copyFileSync(`${build}/tests/bench/floor`,
			`${folder}/pages/${name}`);
	for (const name of ['retwis-worker', 'retwis-live'])
		copyFileSync(`${build}/${name}`, `${folder}/${name}`);
	for (const { page, answer } of counts)
		writeFileSync(`${folder}/answers/${page.program}`, answer);
}

async function startSide(options) {
	const stack = await startStack(options);
	const processes = findProcesses(stack, new Set(readdirSync(programs)));

	return { stack, processes };
}

// A sentence for each limit that is missed.
function judge(rows, counts) {
	const slow = rows.filter(({ page, times }) => times.all > page.limit)
		.map(({ page, conns, times }) => `too slow: ${page.name} at ` +
			`${conns} connections takes ${times.all.toFixed(2)} ` +
			'times the processor time of its floor, more than ' +
			page.limit);
	const chatty = counts.filter(c => !c.page.isPost && c.trips > TRIPS_MAX)
		.map(({ page, trips }) => `too chatty: ${page.name} takes ` +
			`${trips} round trips to Redis, more than ` +
			TRIPS_MAX);

	return [...slow, ...chatty];
}

function report(rows, counts) {
	const missed = judge(rows, counts);

	printLoads(rows);
	printTrips(counts);
	writeFileSync(`${build}/bench.tsv`, toTsv(rows, counts));
	missed.forEach(say);
	process.exitCode = missed.length ? 1 : 0;
}

async function countAll(stack, sessions) {
	const counts = [];

	for (const page of pages)
		counts.push({ page,
			...await countTrips(stack, page, sessions[page.who]) });
	return counts;
}

async function main() {
	if (!Number.isInteger(seconds) || seconds < 1)
		throw new Error('BENCH_SECONDS is a whole number of seconds');
	const page = await startSide({ env: noting });

	say(`${FOLLOWERS + 1} members register, follow and write`);
	const sessions = await fill(page.stack.url);
	const counts = await countAll(page.stack, sessions);
	const rows = [];

	makeFloor(`${build}/bench`, counts);
	const floor = await startSide({ env: { BUILD: `${build}/bench` } });

	say(`${pages.length * CONNECTIONS.length * ROUNDS * 2} measurements ` +
		`of ${seconds} s, each page and its floor in turn`);
	for (const each of pages)
		rows.push(...await measure({ page, floor }, each,
			sessions[each.who], plan, say));
	report(rows, counts);
	await Promise.all([page.stack.stop(), floor.stack.stop()]);
}

try {
	await main();
} catch (error) {
	say(`${error.message}`);
	process.exit(1);
}
