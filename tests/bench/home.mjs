// Two more measurements of the home page: how long requests wait under load,
// and which system calls the page makes.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { over } from './budget.mjs';
import { load } from './load.mjs';
import { median } from './table.mjs';
import { findProcesses } from './usage.mjs';

const execute = promisify(execFile);
const CROWD = 100;
const CALLS_MAX = 1.5; // times those of the same commands

const home = { name: 'home', path: '/' };

// The mean time of a request in milliseconds, according to ab.
async function crowd(side, session, seconds) {
	const { stdout } = await execute('ab', ['-q', '-k', '-l', '-c', CROWD,
		'-t', seconds, '-n', 1e6, '-C', session.cookie,
		`${side.stack.url}/`]);
	const number = name =>
		Number(stdout.match(`${name}: +([\\d.]+)`)?.[1] ?? 0);

	if (number('Failed requests') || number('Non-2xx responses'))
		throw new Error(`ab was refused something:\n${stdout}`);
	return number('Time per request');
}

/*
 * System calls per request, over 16 connections: how many depends on how many
 * requests a machine serves at once. strace slows them down, so those are
 * slightly more than without it.
 */
async function countCalls(side, session, seconds) {
	const pids = findProcesses(side.stack)
		.filter(p => p.kind === 'page' && p.name === 'home')
		.map(p => ['-p', p.pid]);
	const folder = mkdtempSync('/tmp/retwis-');
	const strace = spawn('strace', ['-c', '-f', '-o', `${folder}/calls`,
		...pids.flat()], { stdio: ['ignore', 'ignore', 'pipe'] });
	let text = '';

	for await (const part of strace.stderr) {
		text += part;
		if (text.split(' attached').length > pids.length)
			break;
	}
	if (strace.exitCode !== null)
		throw new Error(`strace fails: ${text}`);
	const { answers } = await load(side, home, [session], 16, seconds);

	strace.kill('SIGINT');
	await once(strace, 'exit');
	const table = readFileSync(`${folder}/calls`, 'utf8');

	rmSync(folder, { recursive: true });
	return Number(table.match(/ (\d+) +(?:\d+ )?total$/m)[1]) / answers;
}

// {page, same, times}: medians from ab; {calls, sameCalls}: per request.
export async function measureHome({ page, same }, session, plan) {
	const rounds = [];

	await crowd(page, session, 1);
	await crowd(same, session, 1);
	while (rounds.length < plan.rounds)
		rounds.push({ page: await crowd(page, session, plan.seconds),
			same: await crowd(same, session, plan.seconds) });
	return { page: median(rounds.map(r => r.page)),
		same: median(rounds.map(r => r.same)),
		times: median(rounds.map(r => r.page / r.same)),
		calls: await countCalls(page, session, plan.seconds),
		sameCalls: await countCalls(same, session, plan.seconds) };
}

export function printHome({ page, same, times, calls, sameCalls }) {
	console.log(`\nhome, ab -k -c${CROWD}: ${page.toFixed(1)} ms in the ` +
		`mean, ${times.toFixed(2)} times the ${same.toFixed(1)} of the ` +
		`same commands\n` +
		`home at 16 connections: ${calls.toFixed(1)} system calls, and ` +
		`${sameCalls.toFixed(1)} for the same commands`);
}

// How long is not judged: there, ab itself is a part of what is measured.
export const judgeHome = ({ calls, sameCalls }) =>
	over('home at 16 connections', calls / sameCalls, CALLS_MAX,
		'times the system calls of the same commands');
