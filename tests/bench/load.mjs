// One measurement: wrk, and the processor time used while it runs.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drained } from './queue.mjs';
import { findProcesses, kinds, readUsage } from './usage.mjs';

const script = fileURLToPath(new URL('load.lua', import.meta.url));

// The work that the last load has left over is done before the next begins.
async function quiet(processes) {
	let before, now = JSON.stringify(readUsage(processes));

	while (now !== before) {
		await sleep(60);
		before = now;
		now = JSON.stringify(readUsage(processes));
	}
}

/*
 * wrk prints its line as soon as it stops sending requests. That is when the
 * time is taken, before wrk closes its connections.
 */
async function wrk(args, processes) {
	const child = spawn('wrk', args,
		{ stdio: ['ignore', 'pipe', 'inherit'] });
	const end = once(child, 'close');
	let text = '', after;

	for await (const part of child.stdout) {
		text += part;
		if (/^\{.*\}$/m.test(text))
			after ??= readUsage(processes);
	}
	await end;
	if (!after)
		throw new Error(`wrk fails: ${text}`);
	return { ...JSON.parse(text.match(/^\{.*\}$/m)[0]), after };
}

function check(run, name) {
	if (run.refused || run.broken || !run.answers)
		throw new Error(`${name}: ${run.refused} error answers and ` +
			`${run.broken} broken ones beside ${run.answers}`);
}

// What load.lua needs to know about the visitors.
function wordsOf(page, sessions) {
	return page.isPost ? [randomBytes(8).toString('hex'),
		...sessions.flatMap(s => [s.cookie, s.csrf])]
		: ['', sessions[0].cookie];
}

// A side with the database of another one has its own Redis idle, or none.
function processesOf({ stack, database }) {
	const all = findProcesses(stack);

	return database ? [...all, ...findProcesses(database)
		.filter(p => p.kind === 'redis')] : all;
}

/*
 * Answers per second, milliseconds, and microseconds of processor time per
 * answer: all numbers, under the names that table.mjs uses. `side` is one of
 * sides.mjs; `sessions` are those of the visitors. Posts are delivered before
 * the time is taken.
 */
export async function load(side, page, sessions, conns, seconds) {
	const processes = processesOf(side);

	await quiet(processes);
	const before = readUsage(processes);
	const run = await wrk(['-t', '1', '-c', conns, '-d', `${seconds}s`,
		'--timeout', '10s', '-s', script, side.stack.url + page.path,
		'--', ...wordsOf(page, sessions)], processes);

	check(run, page.name);
	if (page.isPost) {
		await drained(side.link, 20);
		run.after = readUsage(processes);
	}
	const used = kinds.map(kind =>
		[kind, (run.after[kind] - before[kind]) / run.answers]);

	return {
		answers: run.answers, rate: run.answers * 1e6 / run.us,
		p50: run.p50 / 1000, p99: run.p99 / 1000,
		...Object.fromEntries(used),
		all: used.reduce((sum, [, us]) => sum + us, 0),
	};
}
