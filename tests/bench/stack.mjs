// A private Retwis for the bench, and what its processes have used so far.
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = new URL('../../conf/stack', import.meta.url).pathname;

async function freePort() {
	const server = createServer().listen(0, '127.0.0.1');

	await once(server, 'listening');
	const { port } = server.address();
	server.close();
	await once(server, 'close');
	return port;
}

// Resolves when the stack says that it answers, and rejects when it ends.
function ready(child) {
	return new Promise((resolve, reject) => {
		child.stdout.on('data', text => /is at/.test(text) && resolve());
		child.on('exit', () => reject(new Error('a stack does not run')));
	});
}

// The members of the bench come all at once, and from one address.
const limits = {
	RETWIS_LOGIN_RATE: '60000', RETWIS_LOGIN_BURST: '1000',
	RETWIS_LOGIN_RATE_ALL: '1000', RETWIS_LOGIN_BURST_ALL: '1000',
	RETWIS_CONNECTIONS: '1000',
};

export async function startStack(build) {
	const folder = mkdtempSync(join(tmpdir(), 'retwis-bench-'));
	const PORT = String(await freePort());
	const child = spawn(script, {
		env: { ...process.env, ...limits, PORT, BUILD: build, VAR: folder,
			SERVER: 'nginx', LISTEN: '127.0.0.1' },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const end = once(child, 'exit');

	await ready(child);
	return {
		url: `http://127.0.0.1:${PORT}`,
		pid: child.pid,
		pages: new Set(readdirSync(join(build, 'pages'))),
		socket: join(folder, 'redis.sock'),
		async stop() {
			child.kill();
			await end;
			rmSync(folder, { recursive: true });
		},
	};
}

export function redis(socket, ...args) {
	return execFileSync('redis-cli', ['-s', socket, ...args]).toString().trim();
}

// ---- processor time --------------------------------------------------------

const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// /proc/PID/stat, in which the name may hold anything but ends at the last ")".
function readProcess(pid) {
	let line;

	try {
		line = readFileSync(`/proc/${pid}/stat`, 'latin1');
	} catch {
		return null; // ended since the folder was read
	}
	const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
	const field = line.slice(line.lastIndexOf(')') + 2).split(' ');

	// utime and stime, and those of children that have ended
	const ticks = field.slice(11, 15).reduce((sum, n) => sum + Number(n), 0);
	return { pid: Number(pid), name, parent: Number(field[1]), ticks };
}

function kindOf(stack, p, parents) {
	if (p.name === 'redis-server')
		return 'redis';
	if (p.name === 'nginx')
		return 'web';
	if (stack.pages.has(p.name))
		return 'page';
	// Redis, for one, has a child while it rewrites its append-only file.
	const kind = parents.get(p.parent)?.kind;

	return kind === 'root' ? 'other' : kind;
}

// Microseconds of each kind of process below the stack, and which these were.
export function usage(stack) {
	const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
		.map(readProcess).filter(Boolean);
	const found = new Map([[stack.pid, { kind: 'root' }]]);
	const used = { page: 0, redis: 0, web: 0, other: 0, pids: [] };

	for (let before = 0; before < found.size;) {
		before = found.size;
		for (const p of all)
			if (found.has(p.parent) && !found.has(p.pid))
				found.set(p.pid, { ...p, kind: kindOf(stack, p, found) });
	}
	for (const [pid, p] of found) {
		if (p.kind === 'root')
			continue;
		used[p.kind] += p.ticks * 1e6 / tick;
		if (p.kind === 'page')
			used.pids.push(pid);
	}
	return used;
}
