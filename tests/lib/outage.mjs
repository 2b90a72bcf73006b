// Redis in trouble: what tests do to the Redis of their stack.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { databasesIn, until } from './processes.mjs';

// One server, or all that replace one: see database.mjs.
export function dataFolders(stack) {
	const nodes = `${dirname(stack.socket)}/nodes`;

	return stack.database ? readdirSync(nodes)
		.filter((name) => /^\d+$/.test(name)).map((name) => `${nodes}/${name}`)
		: [`${stack.var}/redis`];
}

function servers(stack) {
	return dataFolders(stack).flatMap(databasesIn);
}

function signal(stack, name) {
	for (const { pid } of servers(stack))
		process.kill(pid, name);
}

// Pauses Redis, runs the action, and lets Redis continue.
export async function whilePaused(stack, action) {
	try {
		signal(stack, 'SIGSTOP');
		await action();
	} finally {
		signal(stack, 'SIGCONT');
	}
}

async function isThere(stack) {
	try {
		return await stack.redis('PING') === 'PONG';
	} catch {
		return false;
	}
}

// Ends Redis; the supervisor restarts it in vain, since its settings are
// missing.
export async function whileStopped(stack, action) {
	const settings = `${stack.var}/conf/redis.conf`;

	renameSync(settings, `${settings}.away`);
	try {
		signal(stack, 'SIGTERM');
		await until('Redis has ended', async () => !await isThere(stack));
		await action();
	} finally {
		renameSync(`${settings}.away`, settings);
		await until('Redis is back', () => isThere(stack));
	}
}

export async function restart(stack) {
	const [{ pid }] = servers(stack);

	process.kill(pid, 'SIGTERM');
	await until('another Redis', () =>
		(servers(stack)[0]?.pid ?? pid) !== pid);
}

// A connection that is kept for when no new one is accepted.
function controller(stack) {
	const child = spawn('redis-cli', ['-s', stack.socket]);
	let answers = '';

	child.stdout.on('data', (chunk) => { answers += chunk; });
	return {
		async say(line) {
			const before = answers.length;

			child.stdin.write(`${line}\n`);
			await until(line, () => answers.length > before);
		},
		end: () => child.stdin.end(),
	};
}

// All connections are in use, and the earlier ones have ended.
export async function whileFull(stack, action) {
	const control = controller(stack);

	await control.say('CONFIG SET maxclients 1');
	await control.say('CLIENT KILL TYPE normal SKIPME yes');
	try {
		await action();
	} finally {
		await control.say('CONFIG SET maxclients 1000');
		control.end();
	}
}

export async function withoutMemory(stack, action) {
	await stack.redis('CONFIG', 'SET', 'maxmemory', 1);
	try {
		await action();
	} finally {
		await stack.redis('CONFIG', 'SET', 'maxmemory', 0);
	}
}

// It is a replica of a master that is away: it can be read all the same.
export async function whileReplica(stack, action) {
	await stack.redis('REPLICAOF', '127.0.0.1', 1);
	try {
		await action();
	} finally {
		await stack.redis('REPLICAOF', 'NO', 'ONE');
	}
}

// A process's own user may do this; root needs a capability that a container
// lacks.
function limitFiles(pid, size) {
	const { uid, gid } = statSync(`/proc/${pid}`);
	const { status } = spawnSync('prlimit',
		['--pid', pid, `--fsize=${size}:`], { uid, gid });

	if (status !== 0)
		throw new Error(`prlimit says ${status}`);
}

// Of the servers that replace one Redis, each has some of these keys.
const probes = Array.from({ length: 30 }, (_, i) => `probe:${i}`);

const fails = (stack, key) => stack.redis('SET', key, 1)
	.then(() => stack.redis('DEL', key)).then(() => false,
		(error) => /MISCONF/.test(error.message));

async function writesFail(stack) {
	const failed = await Promise.all((stack.database ? probes : ['probe'])
		.map((key) => fails(stack, key)));

	return failed.every((one) => one);
}

// Not one more byte fits into any file of Redis: to Redis the disk is full.
export async function withoutDisk(stack, action) {
	const pids = servers(stack).map(({ pid }) => pid);

	pids.forEach((pid) => limitFiles(pid, 1));
	try {
		await until('writing fails', () => writesFail(stack));
		await action();
	} finally {
		pids.forEach((pid) => limitFiles(pid, 'unlimited'));
	}
}
