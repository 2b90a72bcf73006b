/*
 * The commands that a page sends to Redis, and its whole answer. They are
 * counted in a proxy between a separate page program and its Redis, since the
 * program's own numbers should not be trusted here. A page that only shows
 * something is requested once before, since a running program remembers some
 * things, and has nothing to remember at its first page. A post is sent to a
 * program that runs once, as plain CGI.
 *
 * - a round trip begins when bytes are sent to Redis and either none were sent
 *   before or an answer has arrived since;
 * - commands are those that the page sends, and inside Redis those that Redis
 *   has counted, including those in scripts, while nobody else uses it: the
 *   worker is stopped. The smallest of three counts, since a page program may
 *   just be recording its visitors.
 *
 * Then, for a post, the worker continues, and the commands of the delivery are
 * counted.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { processesIn, until } from '../lib/processes.mjs';
import { fastcgi, startPage } from '../lib/program.mjs';
import { Stream } from '../lib/resp.mjs';
import { build, cleanEnvironment, programs, temporaryFolder }
	from '../lib/stack.mjs';
import { MEMBERS, homes } from './members.mjs';
import { drained } from './queue.mjs';

async function startProxy(path, target) {
	const proxy = { trips: 0, sent: 0, address: `unix:${path}` };
	const server = createServer(page => {
		const back = connect(target);
		const stream = new Stream();
		let asking = false;

		page.on('data', bytes => {
			proxy.trips += asking ? 0 : 1;
			asking = true;
			stream.add(bytes);
			while (stream.take())
				proxy.sent++;
			back.write(bytes);
		}).on('end', () => back.end());
		back.on('data', bytes => {
			asking = false;
			page.write(bytes);
		}).on('end', () => page.end());
	}).listen(path);

	await once(server, 'listening');
	proxy.stop = () => server.close();
	return proxy;
}

async function runPage(program, env, form) {
	const child = spawn(program,
		{ env, stdio: ['pipe', 'pipe', 'inherit'] });
	const parts = [];

	child.stdout.on('data', part => parts.push(part));
	child.stdin.end(form);
	const [status] = await once(child, 'close');

	if (status !== 0)
		throw new Error(`${program} fails`);
	return Buffer.concat(parts);
}

// Since the last reset, without the commands of the counting itself: {all,
// evals}.
function countCommands(socket) {
	const lines = execFileSync('redis-cli',
		['-s', socket, 'INFO', 'commandstats']).toString();
	const count = { all: 0, evals: 0 };

	for (const [, name, calls] of
		lines.matchAll(/^cmdstat_([^:]*):calls=(\d+)/gm)) {
		if (!/^(config|info|hello|command)/.test(name))
			count.all += Number(calls);
		if (/^eval/.test(name))
			count.evals += Number(calls);
	}
	return count;
}

const request = (page, session, form) => ({
	REQUEST_METHOD: form ? 'POST' : 'GET',
	REQUEST_URI: page.path,
	HTTP_COOKIE: session.cookie,
	RETWIS_LIVE: 'on',
	CONTENT_LENGTH: String(form.length),
	CONTENT_TYPE: 'application/x-www-form-urlencoded',
});

const cgi = (page, session, form) => cleanEnvironment({
	GATEWAY_INTERFACE: 'CGI/1.1',
	RETWIS_TEMPLATES: `${build}/templates`,
	...request(page, session, form),
});

// The same page from a program that has shown it before.
async function showAgain(stack, proxy, page, session) {
	const folder = temporaryFolder();
	const { socket, stop, ended } = await startPage(page.program, folder,
		{ RETWIS_REDIS: proxy.address });
	const look = () => fastcgi(socket, request(page, session, ''));

	await look();
	await stack.redis('CONFIG', 'RESETSTAT');
	proxy.trips = proxy.sent = 0;
	await look();
	stop();
	await ended;
	rmSync(folder, { recursive: true });
}

let forms = 0;

async function countTrips(stack, page, session) {
	const form = page.isPost ? `status=Counted&nonce=counted-${++forms}` +
		`&csrf=${session.csrf}` : '';
	const path = `${stack.socket}.proxy`;
	const proxy = await startProxy(path, stack.socket);

	await stack.redis('CONFIG', 'RESETSTAT');
	const answer = await runPage(`${programs}/${page.program}`, {
		...cgi(page, session, form), RETWIS_REDIS: proxy.address,
	}, form);
	if (!page.isPost)
		await showAgain(stack, proxy, page, session);
	const { all: inside } = countCommands(stack.socket);
	const { trips, sent: commands } = proxy;

	proxy.stop();
	rmSync(path, { force: true });
	return { page, trips, commands, inside, answer };
}

async function countBest(stack, page, session) {
	const counts = [];

	while (counts.length < 3)
		counts.push(await countTrips(stack, page, session));
	return counts.sort((a, b) => a.inside - b.inside)[0];
}

/* ---- the delivery ------------------------------------------------------- */

export function findWorker(stack) {
	const workers = processesIn(stack.var)
		.filter(p => p.program.endsWith('/retwis-worker'));

	if (workers.length !== 1)
		throw new Error(`${workers.length} workers instead of one`);
	return workers[0].pid;
}

// Calls act() while the worker is stopped.
export async function whileWorkerRests(stack, act) {
	const pid = findWorker(stack);

	process.kill(pid, 'SIGSTOP');
	try {
		await until('the worker rests', () => processesIn(stack.var)
			.some(p => p.pid === pid && p.state === 'T'));
		return await act();
	} finally {
		process.kill(pid, 'SIGCONT');
	}
}

// What Redis counts until all is delivered, and how often we have polled.
async function countUntilDrained({ stack, link }) {
	const looks = await drained(link, 20);

	return { looks, ...countCommands(stack.socket) };
}

/*
 * The commands until a post is delivered: {delivering, evals}. Our own polling
 * is subtracted: when everything is delivered, the commands of one poll are
 * counted.
 */
async function countDelivery(side, page, sessions) {
	const { stack, link } = side;
	const reset = () => stack.redis('CONFIG', 'RESETSTAT');

	await drained(link);
	await homes[page.homes](side, sessions);
	await whileWorkerRests(stack, async () => {
		await countTrips(stack, page, sessions[page.who][0]);
		await reset();
	});
	const { looks, all, evals } = await countUntilDrained(side);

	await reset();
	const { all: look } = await countUntilDrained(side);
	const delivering = all - looks * look;

	if (delivering < MEMBERS - 1)
		throw new Error(`a delivery takes ${delivering} commands?`);
	return { delivering, evals: evals - looks };
}

// One {page, trips, commands, inside, answer} for each page, and for posts what
// delivering() returns.
export async function countAll(side, pages, sessions) {
	const counts = await whileWorkerRests(side.stack, async () => {
		const list = [];

		for (const page of pages)
			list.push(await countBest(side.stack, page,
				sessions[page.who][0]));
		return list;
	});

	for (const count of counts.filter(({ page }) => page.isPost))
		Object.assign(count, await countDelivery(side, count.page,
			sessions));
	return counts;
}
