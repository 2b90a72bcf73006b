// retwis-admin as a host runs it: with pipes, or at a terminal.
import { spawn } from 'node:child_process';
import { run } from '../../lib/program.mjs';
import { processesIn, until } from '../../lib/processes.mjs';
import { build, cleanEnvironment } from '../../lib/stack.mjs';
import { openProxy, openRedis, putAside } from '../../lib/wire.mjs';

export const program = `${build}/retwis-admin`;

// A Redis that is no stack has no users. Only at a socket retwis-admin becomes a
// user of its own by itself.
const asAdmin = (address) => address?.replace('//retwis:', '//retwis-admin:');

// Where it finds the data and the bus.
export function placesOf({ address, socket, database }) {
	const bus = asAdmin(database?.bus);

	return { RETWIS_REDIS: asAdmin(address) ?? `unix:${socket}`,
		...bus && { RETWIS_BUS: bus } };
}

// (words, {input, address, env}): {status, output, errors}
export function adminOf(stack) {
	return (words, { input = '', address, env = {} } = {}) =>
		run(program, words, { ...address ? { RETWIS_REDIS: address }
			: placesOf(stack), ...env }, input);
}

// What its `workers` says. It waits for two seconds, and a program of a busy
// machine may need longer, or have lost the question with its connection.
export async function askWorkers(admin, words) {
	let ran;

	await until('all have answered', async () => {
		ran = await admin(['workers', ...words]);
		return !/No answer within| is alive\n$/.test(
			ran.output + ran.errors);
	});
	return ran;
}

// Runs it again and again on what prepare() has made, behind a proxy that comes
// in after 0, 1, 2 ... commands, until it needs no more than that. Each time
// check(ran, after) follows.
export async function atEachCommand(stack, words,
	{ prepare, meanwhile, check }) {
	const path = `${stack.var}/proxy.sock`;

	await prepare();
	const bringBack = await putAside(openRedis(stack.socket));

	for (let after = 0; ; after++) {
		await bringBack();
		const proxy = await openProxy(path, stack.socket, after,
			() => meanwhile(after));
		const ran = await adminOf(stack)(words,
			{ address: proxy.address,
				env: { RETWIS_REDIS_TIMEOUT: '2500' } });

		await proxy.close();
		if (!proxy.reached)
			return after;
		await check(ran, after);
	}
}

// A shell command at a terminal: {says(sign), type(text), kill(signal),
// ended}. The signal is for retwis-admin, which the shell has started.
export function atTerminal(stack, command) {
	const child = spawn('script', ['-qec', command, '/dev/null'],
		{ cwd: stack.var, env: cleanEnvironment({ ADMIN: program,
			...placesOf(stack) }) });
	const isAdmin = (p) => p.program.endsWith('/retwis-admin');
	let screen = '';

	child.stdout.on('data', (chunk) => { screen += chunk; });
	return {
		says: (sign) => until(`"${sign}" in: ${screen}`,
			() => screen.includes(sign)),
		type: (text) => child.stdin.write(text),
		kill: (signal) => process.kill(
			processesIn(stack.var).find(isAdmin).pid, signal),
		ended: new Promise((done) => child.once('close', (status) =>
			done({ status, screen }))),
	};
}
