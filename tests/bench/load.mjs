// One measurement: wrk, and the processor time that passes in it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drained } from './queue.mjs';
import { findProcesses, kinds, readUsage } from './usage.mjs';

const script = fileURLToPath(new URL('load.lua', import.meta.url));

// All that the last load has left over is worked off before the next begins.
async function quiet(processes) {
	let before, now = JSON.stringify(readUsage(processes));

	while (now !== before) {
		await sleep(60);
		before = now;
		now = JSON.stringify(readUsage(processes));
	}
}

/*
 * wrk prints its line the moment that it stops asking: then, before it has
 * closed its connections, the time is taken.
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

// What load.lua is told of those who ask.
function wordsOf(page, sessions) {
	return page.isPost ? [randomBytes(8).toString('hex'),
		...sessions.flatMap(s => [s.cookie, s.csrf])]
		: ['', sessions[0].cookie];
}

/*
 * Answers a second, milliseconds, and microseconds of the processor an answer:
 * all numbers, under the names that table.mjs knows. `side` is one of
 * sides.mjs; `sessions` are those who ask. What has been posted is delivered
 * before the time is taken.
 */
export async function load(side, page, sessions, conns, seconds) {
	const processes = findProcesses(side.stack);

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
