/*
 * make bench: what each page costs, as a multiple of the least that such a page
 * could cost.
 *
 * wrk, on the same machine, requests one page over and over, over 16 and over
 * 100 connections at once, each of which sends its next request as soon as it
 * gets an answer. The pages run in a stack of their own, and so does everything
 * that they are compared with (sides.mjs): a plain program that sends the same
 * commands to the same Redis and answers as many bytes, two empty programs, and,
 * where they are there, an earlier version (RETWIS_BENCH_BEFORE) and PHP Retwis
 * (RETWIS_PEER_PHP). They take turns, and the result is the median, over the
 * turns, of the ratio between them: other work on the machine disturbs all of
 * them equally, so ratios are stable where times are not. Their budgets are in
 * budget.mjs: those of reading pages are multiples of the program that does the
 * same work, since that ratio is the same on most machines.
 *
 * - Answers a second and how long they took: as wrk says. An error answer, or a
 *   broken connection, ends the bench. wrk itself needs a part of the machine.
 * - Processor time: utime and stime of all processes of Redis, of nginx, of the
 *   pages, the worker and the live gateway, before and after, divided by the
 *   number of answers. This includes the kernel's work for a process, but not
 *   interrupts and later disk writes. Idle page programs count, too; wrk and
 *   the supervisors do not. The clock has ticks of 10 ms, so no measurement is
 *   shorter than a second. A post counts until it has been delivered to its 49
 *   followers.
 * - Round trips and commands: of one request, from outside; see trips.mjs.
 * - How long ab waits at home, and the system calls there: see home.mjs.
 * - p99 is a figure without a budget: it is what the machine's other work makes
 *   it. In a short turn it is that of the first requests, which come all at
 *   once to a program that has given its memory back in the pause before. In
 *   a turn of 20 s home's was twice its p50, as that of the same commands is
 *   in any turn.
 *
 * It says nothing about a network, a slow disk, or data that do not fit into
 * the processor's caches: fifty members are few.
 */
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from '../lib/stack.mjs';
import { judgeCount, judgeRow, pagesOf } from './budget.mjs';
import { judgeHome, measureHome, printHome } from './home.mjs';
import { measure } from './measure.mjs';
import { MEMBERS, fill } from './members.mjs';
import { startPhp } from './php.mjs';
import { startBefore, startFloor, startPages, startSame } from './sides.mjs';
import { printLoads, printTrips, toLines, toTsv } from './table.mjs';
import { countAll } from './trips.mjs';

const seconds = Number(process.env.BENCH_SECONDS || 1);
const rounds = Number(process.env.BENCH_ROUNDS || 5);
const plan = { rounds, connections: [16, 100], seconds };

const wanted = (process.env.BENCH_PAGES || '').split(',').filter(Boolean);

const isWanted = ({ name }) => !wanted.length || wanted.includes(name);

const say = text => process.stderr.write(`bench: ${text}\n`);

const linesOf = home => [['home_ab_ms', 100, home.page],
	['x_home_ab_same', 100, home.times], ['home_calls', 16, home.calls],
	['home_calls_same', 16, home.sameCalls]];

function report(rows, counts, home) {
	const missed = [...rows.flatMap(judgeRow), ...counts.flatMap(judgeCount),
		...home ? judgeHome(home) : []];

	printLoads(rows);
	if (home)
		printHome(home);
	printTrips(counts);
	appendFileSync(`${build}/bench.tsv`, toTsv(rows, counts) +
		(home ? toLines(linesOf(home)) : ''));
	missed.forEach(text => say(`over budget: ${text}`));
	process.exitCode = missed.length ? 1 : 0;
}

// What the pages are compared with.
async function startOthers(page, counts) {
	const { RETWIS_BENCH_BEFORE: before, RETWIS_PEER_PHP: php } = process.env;
	const sides = { same: await startSame(page, counts),
		floor: await startFloor('floor', counts),
		kept: await startFloor('kept', counts) };

	if (before) {
		sides.before = await startBefore(before);
		sides.before.sessions = await fill(sides.before.stack);
	} else
		say('RETWIS_BENCH_BEFORE is not set: posts are not compared ' +
			'with an earlier version');
	if (php)
		sides.php = await startPhp(resolve(php));
	else
		say('RETWIS_PEER_PHP is not set: pages are not compared with ' +
			'PHP Retwis');
	return sides;
}

async function main() {
	for (const [name, n] of Object.entries({ seconds, rounds }))
		if (!Number.isInteger(n) || n < 1)
			throw new Error(`BENCH_${name.toUpperCase()} is a ` +
				'whole number');
	const page = await startPages();

	say(`${MEMBERS} members register, follow and write`);
	const sessions = await fill(page.stack);
	const pages = pagesOf(sessions.thread).filter(isWanted);
	const counts = await countAll(page, pages, sessions);
	const sides = { page, ...await startOthers(page, counts) };
	const rows = [];

	say(`${rounds} turns of ${seconds} s for each page and its floors`);
	const home = pages.some(({ name }) => name === 'home') &&
		await measureHome(sides, sessions.visitor[0], plan);

	for (const each of pages)
		rows.push(...await measure(sides, each, sessions, plan, say));
	report(rows, counts, home);
	for (const { stack, link } of Object.values(sides).reverse()) {
		link.close();
		await stack.stop();
	}
}

try {
	await main();
} catch (error) {
	say(`${error.message}`);
	process.exit(1);
}
