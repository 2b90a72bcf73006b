/*
 * make bench: what an idle site costs.
 *
 * - Time until up: from the start of conf/stack, which first checks all settings
 *   and templates, until it prints the address. The median of several starts.
 * - Memory: for each process its own pages, and its part of those that it
 *   shares with others (Pss in smaps_rollup), after a member has seen each page
 *   once. Our own programs count; Redis, nginx and the supervisors are shown
 *   separately.
 * - Wake-ups: how often our own programs have waited and then continued, which
 *   is once for each voluntary switch to another process.
 */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, noting, programs, startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { over } from './budget.mjs';
import { median, toLines } from './table.mjs';
import { findProcesses } from './usage.mjs';

const STARTS = 5;
const SECONDS = 5; // during which wake-ups are counted
const UP_MAX = 1;
const MIB_MAX = 14;
const ALL_MIB_MAX = 30; // with Redis, nginx and the supervisors
const WAKES_MAX = 30;

const say = text => process.stderr.write(`bench: ${text}\n`);

// Pages whose address is not their name.
const addresses = { home: '/', profile: '/@idle', status: '/@idle/1',
	tag: '/tag/idle', people: '/@idle/followers' };

async function start() {
	const begin = performance.now();
	const stack = await startStack({ env: noting });

	return { stack, seconds: (performance.now() - begin) / 1000 };
}

// The last one of them is kept.
async function startOften() {
	const starts = [await start()];

	while (starts.length < STARTS) {
		await starts.at(-1).stack.stop();
		starts.push(await start());
	}
	return { stack: starts.at(-1).stack,
		up: median(starts.map(s => s.seconds)) };
}

// Some answer that they need a POST: they have run all the same.
async function visitAll(stack) {
	const who = await member(stack.url, 'idle');

	await who.write('Nobody is here.');
	for (const name of readdirSync(programs)) {
		const { status } = await who.get(addresses[name] ?? `/${name}`);

		if (status >= 500)
			throw new Error(`${name} answers ${status}`);
	}
}

function bytesOf({ pid }) {
	const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');

	return Number(text.match(/^Pss: +(\d+) kB/m)[1]) * 1024;
}

const isSupervisor = p => !p.isOurs && !p.kind;

// [name, processes, MiB] of each kind.
function measureMemory(stack) {
	const all = findProcesses(stack);
	const line = (name, is) => {
		const some = all.filter(is);
		const bytes = some.reduce((sum, p) => sum + bytesOf(p), 0);

		return [name, some.length, bytes / 2 ** 20];
	};

	return [line('our own programs', p => p.isOurs),
		line('Redis', p => p.kind === 'redis'),
		line('nginx', p => p.kind === 'web'),
		line('supervisors', isSupervisor), line('all', () => true)];
}

function switchesOf({ pid }) {
	const tasks = readdirSync(`/proc/${pid}/task`).map(task =>
		readFileSync(`/proc/${pid}/task/${task}/status`, 'latin1'));

	return tasks.reduce((sum, text) => sum +
		Number(text.match(/^voluntary_ctxt_switches:\s*(\d+)/m)[1]), 0);
}

async function measureWakes(stack) {
	const ours = findProcesses(stack).filter(p => p.isOurs);
	const count = () => ours.reduce((sum, p) => sum + switchesOf(p), 0);
	const before = count();

	await sleep(SECONDS * 1000);
	return (count() - before) / SECONDS;
}

function report(memory, up, wakes) {
	const [[, , own], , , , [, , all]] = memory;
	const missed = [
		...over('an idle site', own, MIB_MAX, 'MiB of memory'),
		...over('an idle site, whole,', all, ALL_MIB_MAX,
			'MiB of memory'),
		...over('a start', up, UP_MAX, 'seconds'),
		...over('an idle site', wakes, WAKES_MAX, 'wake-ups a second'),
	];

	console.log('\nidle                processes      MiB');
	for (const [name, n, mib] of memory)
		console.log(name.padEnd(20) + String(n).padStart(9) +
			mib.toFixed(1).padStart(9));
	console.log(`up in ${up.toFixed(2)} s, ` +
		`${wakes.toFixed(1)} wake-ups a second of our own programs`);
	appendFileSync(`${build}/bench.tsv`, toLines([
		...memory.map(([name, , mib]) => ['idle_mib', name, mib]),
		['up_seconds', STARTS, up], ['wakes_per_second', SECONDS, wakes]]));
	missed.forEach(text => say(`over budget: ${text}`));
	process.exitCode = missed.length ? 1 : 0;
}

async function main() {
	say(`${STARTS} starts, and a site that nobody looks at`);
	const { stack, up } = await startOften();

	await visitAll(stack);
	const memory = measureMemory(stack);

	report(memory, up, await measureWakes(stack));
	await stack.stop();
}

try {
	await main();
} catch (error) {
	say(`${error.message}`);
	process.exit(1);
}
