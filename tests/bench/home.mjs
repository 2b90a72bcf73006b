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
const TIMES_MAX = 0.7;
const CALLS_MAX = 6;

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
 * System calls per request, over 16 connections. strace slows them down, so
 * that slightly more requests are served at once than without it.
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

// {page, floor, times, calls}: medians from ab, and system calls per request.
export async function measureHome({ page, floor }, session, plan) {
	const rounds = [];

	await crowd(page, session, 1);
	await crowd(floor, session, 1);
	while (rounds.length < plan.rounds)
		rounds.push({ page: await crowd(page, session, plan.seconds),
			floor: await crowd(floor, session, plan.seconds) });
	return { page: median(rounds.map(r => r.page)),
		floor: median(rounds.map(r => r.floor)),
		times: median(rounds.map(r => r.page / r.floor)),
		calls: await countCalls(page, session, plan.seconds) };
}

export function printHome({ page, floor, times, calls }) {
	console.log(`\nhome, ab -k -c${CROWD}: ${page.toFixed(1)} ms in the ` +
		`mean, ${times.toFixed(2)} times the floor's ` +
		`${floor.toFixed(1)}\n` +
		`home at 16 connections: ${calls.toFixed(1)} system calls`);
}

export const judgeHome = ({ times, calls }) => [
	...over(`home, asked by ab with ${CROWD} connections,`, times, TIMES_MAX,
		'times as long as its floor in the mean'),
	...over('home at 16 connections', calls, CALLS_MAX, 'system calls'),
];
