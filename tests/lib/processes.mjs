// The processes of one stack, found by the folder in which they work.
import { connect } from 'node:net';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// Returns undefined if it works elsewhere, or has ended since it was listed.
function describe(pid, folder) {
	try {
		if (readlinkSync(`/proc/${pid}/cwd`) !== folder)
			return undefined;
		const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2)
			.split(' ');

		return { pid: Number(pid), parent: Number(parent), state,
			program: readlinkSync(`/proc/${pid}/exe`) };
	} catch {
		return undefined;
	}
}

// [{pid, parent, state, program}] of all that runs in this folder.
export function processesIn(folder) {
	return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
		.map((pid) => describe(pid, folder)).filter(Boolean);
}

export function pagesIn(folder) {
	return processesIn(folder).filter((p) => p.program.includes('/pages/'));
}

// Whether a process other than this has this connection, which a server here
// has accepted on 127.0.0.1.
export function isOther(pid, { remotePort, localPort }) {
	const [from, to] = [remotePort, localPort].map((port) =>
		`0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`);
	const inode = readFileSync('/proc/net/tcp', 'latin1').split('\n')
		.map((line) => line.trim().split(/ +/))
		.find(([, one, other]) => one === from && other === to)?.[9] ?? '0';

	try {
		return inode !== '0' && !readdirSync(`/proc/${pid}/fd`)
			.some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) ===
				`socket:[${inode}]`);
	} catch {
		return false; // it has just closed a file, or ended
	}
}

// Valkey's, too. Both names are links to a program that checks files.
export function isDatabase({ program }) {
	return /\/(redis|valkey)-/.test(program);
}

// Without the child that Redis forks for a snapshot, or for a replica: it may
// end before it gets a signal.
export function databasesIn(folder) {
	const all = processesIn(folder).filter(isDatabase);

	return all.filter(({ parent }) => !all.some(({ pid }) => pid === parent));
}

// inetd starts a program when somebody connects to its socket.
export function wake(socket) {
	return new Promise((done, fail) => {
		const visit = connect(socket, () => visit.end());

		visit.on('error', fail).on('close', done).resume();
	});
}

export function wakePages(folder, pages) {
	return Promise.all(pages.map((page) => wake(`${folder}/${page}.sock`)));
}

// Looking for processes blocks this process, so nobody here sends a request
// meanwhile. A moment later all do, and then the signal is sent.
export async function signalAmidRequests(pids, name) {
	await sleep(5 + 20 * Math.random());
	for (const pid of pids)
		process.kill(pid, name);
}

export async function until(what, isTrue, seconds = 30) {
	const end = Date.now() + seconds * 1000;

	while (!await isTrue()) {
		if (Date.now() > end)
			throw new Error(`not within ${seconds} s: ${what}`);
		await sleep(20);
	}
}

// Pages remember for some seconds what members are called, and who is suspended.
// inetd starts each page again when it is requested.
export async function restartPages(folder) {
	for (const { pid } of pagesIn(folder))
		try {
			process.kill(pid, 'SIGTERM');
		} catch {
			// Waits until it has ended with its parent.
		}
	await until('no page is left', () => !pagesIn(folder).length);
}
