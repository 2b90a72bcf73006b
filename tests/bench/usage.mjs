// The processor time that the processes of a stack have used so far.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, readdirSync } from 'node:fs';

const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// /proc/PID/stat, in which the name may hold anything but ends at the last ")".
function readProcess(pid) {
	const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
	const end = line.lastIndexOf(')');
	const field = line.slice(end + 2).split(' ');

	// utime and stime, and those of its children that have ended.
	const ticks = field.slice(11, 15).map(Number);

	return { name: line.slice(line.indexOf('(') + 1, end),
		ticks: ticks.reduce((sum, n) => sum + n) };
}

function kindOf(name, pages) {
	if (name === 'redis-server')
		return 'redis';
	if (name === 'nginx')
		return 'web';
	return pages.has(name) ? 'page' : undefined;
}

// Whatever a stack starts works in the stack's folder.
function inspect(pid, folder, pages) {
	try {
		const path = readlinkSync(`/proc/${pid}/cwd`);
		const ours = path === folder || path.startsWith(`${folder}/`);

		return { pid, kind: ours &&
			kindOf(readProcess(pid).name, pages) };
	} catch {
		return {}; // it has ended meanwhile, or is somebody else's
	}
}

// Every process of the stack that serves: {pid, kind}.
export function findProcesses(stack, pages) {
	return readdirSync('/proc').filter(name => /^\d+$/.test(name))
		.map(pid => inspect(pid, stack.var, pages))
		.filter(({ kind }) => kind);
}

// Microseconds of each kind.
export function readUsage(processes) {
	const used = { page: 0, redis: 0, web: 0 };

	for (const { pid, kind } of processes) {
		try {
			used[kind] += readProcess(pid).ticks * 1e6 / tick;
		} catch {
			throw new Error(`a process ended under load (${kind})`);
		}
	}
	return used;
}
