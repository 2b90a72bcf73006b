// The processes of a stack: what they are, and the processor time that they
// have used so far.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, readdirSync } from 'node:fs';
import { build } from '../lib/stack.mjs';

const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// Apart from the page programs: the worker and the live-update gateway.
export const kinds = ['page', 'redis', 'web', 'worker'];

// /proc/PID/stat, in which the name may contain anything, and ends at the last
// ")".
function readProcess(pid) {
	const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
	const end = line.lastIndexOf(')');
	const field = line.slice(end + 2).split(' ');

	// utime and stime, and those of its children that have ended.
	const ticks = field.slice(11, 15).map(Number);

	return { name: line.slice(line.indexOf('(') + 1, end),
		ticks: ticks.reduce((sum, n) => sum + n) };
}

function kindOf(name, program) {
	if (/^(redis|valkey)-server$/.test(name))
		return 'redis';
	if (name === 'nginx')
		return 'web';
	if (/\/retwis-(worker|live)$/.test(program))
		return 'worker';
	return /\/pages\/|\/php-fpm/.test(program) ? 'page' : undefined;
}

// nginx checks its cache once, and is done with that after a minute.
function isPassing(pid) {
	return /cache loader/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
}

// Everything that a stack starts has the stack's folder as its working
// directory.
function inspect(pid, folder) {
	try {
		const path = readlinkSync(`/proc/${pid}/cwd`);

		if (path !== folder && !path.startsWith(`${folder}/`))
			return undefined;
		const { name } = readProcess(pid);
		const program = readlinkSync(`/proc/${pid}/exe`);

		if (isPassing(pid))
			return undefined;
		return { pid, name, kind: kindOf(name, program),
			isOurs: program.startsWith(`${build}/`) };
	} catch {
		return undefined; // it has ended, or is somebody else's
	}
}

/*
 * Every process of the stack: {pid, name, kind, isOurs}. Supervisors have no
 * kind.
 */
export function findProcesses(stack) {
	return readdirSync('/proc').filter(name => /^\d+$/.test(name))
		.map(pid => inspect(pid, stack.var)).filter(Boolean);
}

// Microseconds of each kind.
export function readUsage(processes) {
	const used = Object.fromEntries(kinds.map(kind => [kind, 0]));

	for (const { pid, kind } of processes.filter(p => p.kind)) {
		try {
			used[kind] += readProcess(pid).ticks * 1e6 / tick;
		} catch {
			throw new Error(`a process ended under load (${kind})`);
		}
	}
	return used;
}
