// A complete private Retwis for a test: conf/stack on a free port, in a
// temporary folder. It ends with the test's process at the latest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { isMany, startDatabase } from './database.mjs';
import { until, wake } from './processes.mjs';
import { redisCli, settled } from './redis.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const build = resolve(root, process.env.BUILD || 'build');
export const programs = `${build}/pages`;

const keep = fileURLToPath(new URL('keep', import.meta.url));
const kept = new Set();

// For all stacks, and for the programs that run next to them.
export const keyFile = fileURLToPath(new URL('site.key', import.meta.url));

function limits(value) {
	return Object.fromEntries(['SIGN_IN', 'SIGN_IN_ADDRESS', 'SIGN_IN_NAME',
		'SIGN_IN_DAY', 'SIGN_IN_ALL', 'CODE',
		'REGISTER', 'POST', 'FOLLOW', 'LIKE', 'IMPORT', 'SEARCH', 'REPORT',
		'PICTURES', 'PICTURES_ALL']
		.map((what) => [`RETWIS_LIMIT_${what}`, value]));
}

// The limits of our configuration are for strangers; a test is one client that
// does the work of hundreds. Tests of the limits set their own.
const generous = {
	RETWIS_LOGIN_RATE: '60000',
	RETWIS_LOGIN_BURST: '10000',
	RETWIS_CONNECTIONS: '2000',
	// A visitor sees immediately what has been written.
	RETWIS_CACHE: 'off',
	// Written ten seconds after a visit, when a test may be looking for
	// writes.
	RETWIS_LAST_SEEN: 'off',
	...limits('100000/600'),
};

// For those that never have two requests at a time: it starts faster.
export const lean = { RETWIS_PROCESSES: '1' };

// For those that are about visits, which are recorded by default.
export const noting = { RETWIS_LAST_SEEN: 'on' };

// A site that accepts no new members.
export const closed = { RETWIS_SIGNUP: 'closed', ...lean };

// For those that check whether anything was written: a counter would be.
export const unlimited = limits('off');

// Short, since the path of a unix socket has at most 107 characters.
export function temporaryFolder() {
	return mkdtempSync('/tmp/retwis-');
}

function isFree(port) {
	return new Promise((done) => {
		const server = createServer();

		server.once('error', () => done(false));
		server.listen(port, '127.0.0.1', () =>
			server.close(() => done(true)));
	});
}

// Below the range from which the kernel takes ports for outgoing connections.
export async function freePort() {
	for (;;) {
		const port = 10000 + Math.floor(Math.random() * 22000);

		if (await isFree(port))
			return port;
	}
}

// Which bus belongs to which proxy: whoever names the proxy means both.
const buses = new Map();

// The environment without anything that its user may have set for a site of
// their own.
export function cleanEnvironment(more) {
	const bus = buses.get(more?.RETWIS_REDIS);
	const ours = /^(RETWIS_(?!SERVER$)|(VAR|LISTEN|PORT|SITE|SERVER|BUILD|PASS|CONF)$)/;
	const env = Object.entries(process.env).filter(([k]) => !ours.test(k));

	return { ...Object.fromEntries(env), RETWIS_KEY_FILE: keyFile,
		...bus && { RETWIS_BUS: bus }, ...more };
}

// The same for a make that a test runs, without the flags of the make that runs
// the test.
export function makeEnvironment(more) {
	return cleanEnvironment({ MAKEFLAGS: '', MAKELEVEL: '', WERROR: '', SAN: '',
		...more });
}

// Resolves with the output when it contains `sign`; rejects when the program
// ends.
export function waitForOutput(child, sign) {
	let text = '';

	return new Promise((done, fail) => {
		const read = (chunk) => {
			text += chunk;
			if (text.includes(sign))
				done(text);
		};

		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('exit', () => fail(new Error(`ended: ${text}`)));
	});
}

// A command that ends with the test's process at the latest, together with the
// folder, if there is one.
export function runKept(folder, env, ...command) {
	const child = spawn(keep, [folder, ...command],
		{ env: cleanEnvironment(env), detached: true });

	kept.add(child.pid);
	child.once('exit', () => kept.delete(child.pid));
	return child;
}

// By address: a test that posts there can wait until the post is delivered.
const sites = new Map();

// Waits until everything that was posted at that address is delivered, if it is
// one of our stacks.
export async function delivered(url) {
	const socket = sites.get(url);

	if (socket)
		await settled(redisCli(socket));
}

// A Redis that stores nothing, with these additional options; resolves with its
// socket. Before 7.2 it prints "now ready", and since then "Ready".
export async function startRedis(...options) {
	const folder = temporaryFolder();
	const socket = `${folder}/redis.sock`;
	const child = runKept(folder, {}, 'redis-server', '--port', '0',
		'--unixsocket', socket, '--dir', folder, '--save', '', ...options);

	await waitForOutput(child, 'eady to accept connections');
	unref(child);
	return socket;
}

// Programs that are still running do not keep the test's process from ending.
export function unref(child) {
	for (const part of [child, ...child.stdio])
		part.unref();
}

// The database of a stack that does not name one itself, if it should be
// something other than one Redis. A stack whose folder is kept has it until the
// test ends.
const databases = new Map();

async function databaseOf(env, folder) {
	if (!isMany || env.RETWIS_REDIS)
		return undefined;
	if (databases.has(folder))
		return databases.get(folder);
	const database = await startDatabase(temporaryFolder(), runKept, until);

	unref(database.child);
	return database;
}

async function startOnce(env, folder, options, database) {
	const port = await freePort();
	const child = runKept(options.var ? '' : folder,
		{ ...generous, VAR: folder, PORT: port, BUILD: build,
			...database && { RETWIS_REDIS: database.address },
			...database?.bus && { RETWIS_BUS: database.bus }, ...env },
		...options.under ?? [], `${options.root ?? root}/conf/stack`);

	await waitForOutput(child, 'Retwis is at ');
	watch(child);
	unref(child);
	// Tests look at the gateway before anybody requests anything from it.
	if (existsSync(`${folder}/live.sock`))
		await wake(`${folder}/live.sock`);
	return describe(port, folder, database, async () => {
		await stop(child);
		if (!options.var && database)
			await end(database.child);
	});
}

function describe(port, folder, database, leave) {
	const url = `http://127.0.0.1:${port}`;
	const socket = database?.socket ?? `${folder}/redis.sock`;
	const address = database?.address ?? `unix:retwis@${socket}`;

	if (database?.bus)
		buses.set(address, database.bus);
	if (existsSync(socket))
		sites.set(url, socket);
	return { port, url, var: folder, socket, redis: redisCli(socket), address,
		database, stop: leave };
}

// If a stack ends by itself, tests fail in ways that are hard to understand.
function watch(child) {
	let errors = '';
	const report = (...how) => console.error("a stack has ended:", how, errors);

	child.stderr.on('data', (chunk) => { errors += chunk; });
	child.once('exit', report);
	child.expected = () => child.off('exit', report);
}

function stop(child) {
	if (child.exitCode !== null || child.signalCode)
		return undefined;
	child.expected();
	return end(child);
}

function end(child) {
	child.ref();
	child.stdin.end();
	return new Promise((done) => child.once('exit', done));
}

// {server, env, var, root, under}: a web server of conf/stack, additional
// environment, a folder to keep (without one, a new folder that is removed at the
// end), that of another version's sources, and a command that runs all of it, such
// as strace.
// Returns {url, port, var, socket, redis(...words), address, stop()}: programs
// next to it sign in at that address as its own do; redis() may do anything.
export async function startStack(options = {}) {
	const folder = options.var ?? temporaryFolder();
	const env = { SERVER: options.server ?? 'nginx', ...options.env };
	const database = await databaseOf(env, folder);

	if (options.var && database)
		databases.set(folder, database);
	for (let attempt = 1; ; attempt++) {
		try {
			return await startOnce(env, folder, options, database);
		} catch (error) {
			if (attempt === 3 || !/is taken/.test(error.message))
				throw error;
		}
	}
}

// The same with no option except settings, for a test file that stops nothing
// for good, and whose assertions do not depend on earlier requests: a stack
// that is empty, but not necessarily new (pool.mjs). A file that is run alone
// starts one.
export async function borrowStack(env = {}) {
	if (!process.env.STACKS)
		return startStack({ env });
	const link = connect(process.env.STACKS);

	link.write(JSON.stringify(env));
	const [text] = await once(link, 'data');
	const { port, folder, database } = JSON.parse(text);

	link.unref();
	return describe(port, folder, database, () => link.end());
}

// Nobody reaps a child here any more: it has ended when it is a zombie.
function hasEnded(pid) {
	try {
		return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`));
	} catch {
		return true;
	}
}

// This process does nothing else any more, so it may block.
function waitForEnd(pid) {
	const clock = new Int32Array(new SharedArrayBuffer(4));

	for (let i = 0; !hasEnded(pid) && i < 500; i++)
		Atomics.wait(clock, 0, 0, 20);
}

process.on('exit', () => {
	for (const pid of kept)
		process.kill(pid);
	for (const pid of kept)
		waitForEnd(pid);
});
