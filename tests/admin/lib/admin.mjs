// retwis-admin as a host runs it: with pipes, or at a terminal.
import { spawn } from 'node:child_process';
import { run } from '../../lib/program.mjs';
import { processesIn, until } from '../../lib/processes.mjs';
import { build, cleanEnvironment } from '../../lib/stack.mjs';
import { openProxy, openRedis, putAside } from '../../lib/wire.mjs';

export const program = `${build}/retwis-admin`;

// A Redis that does not belong to a stack has no users. Only at a socket does
// retwis-admin change to its own user by itself.
const asAdmin = (address) => address?.replace('//retwis:', '//retwis-admin:');

// The addresses of the data and the bus.
export function placesOf({ address, socket, database }) {
	const bus = asAdmin(database?.bus);

	return { RETWIS_REDIS: asAdmin(address) ?? `unix:${socket}`,
		...bus && { RETWIS_BUS: bus } };
}

// (words, {input, address, env}): {status, output, errors}. A stack may have
// further settings in `env`.
export function adminOf(stack) {
	return (words, { input = '', address, env = {} } = {}) =>
		run(program, words, { ...address ? { RETWIS_REDIS: address }
			: placesOf(stack), ...stack.env, ...env }, input);
}

// The output of `workers`. The command waits for two seconds, and on a busy
// machine a program may need longer, or may have lost the question with its
// connection.
export async function askWorkers(admin, words) {
	let ran;

	await until('all have answered', async () => {
		ran = await admin(['workers', ...words]);
		return !/No answer within| is alive\n$/.test(
			ran.output + ran.errors);
	});
	return ran;
}

// Calls prepare() and runs the command behind a proxy that ends the connection
// after 0, 1, 2 ... commands, until the command needs no more than that. Each
// time check(ran, after) is called.
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

// A shell command at a terminal: {says(sign), type(text), kill(signal), ended}.
// The signal is sent to retwis-admin, which the shell has started.
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
