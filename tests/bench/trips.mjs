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
 * - steps are what is sent in each round trip, byte for byte. They are recorded
 *   once more for the floor that sends the same (same.c), after more than a
 *   thousand requests: a busy program remembers more, and that is how it is
 *   measured;
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
import { Connection, fastcgi, startPage } from '../lib/program.mjs';
import { Stream } from '../lib/resp.mjs';
import { build, cleanEnvironment, programs, temporaryFolder }
	from '../lib/stack.mjs';
import { MEMBERS, homes } from './members.mjs';
import { drained } from './queue.mjs';

/*
 * {address, begin(), steps(), stop()}: a proxy at `path`, before the Redis at
 * `target`. steps() returns what has been sent since begin(), a Buffer for each
 * round trip.
 */
export async function startProxy(path, target) {
	let steps = [];
	const server = createServer(page => {
		const back = connect(target);
		let asking = false;

		page.on('data', bytes => {
			if (!asking)
				steps.push([]);
			asking = true;
			steps.at(-1).push(bytes);
			back.write(bytes);
		}).on('end', () => back.end());
		back.on('data', bytes => {
			asking = false;
			page.write(bytes);
		}).on('end', () => page.end());
	}).listen(path);

	await once(server, 'listening');
	return { address: `unix:${path}`, stop: () => server.close(),
		begin: () => { steps = []; },
		steps: () => steps.map(parts => Buffer.concat(parts)) };
}

// How many commands there are in the steps.
export function countSent(steps) {
	const stream = new Stream();
	let n = 0;

	stream.add(Buffer.concat(steps));
	while (stream.take())
		n++;
	return n;
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

const VISITS = 1280; // more than after which any page remembers more
const CROWD = 16;

// Many requests for a page at once.
async function crowd(socket, params) {
	const all = Array.from({ length: CROWD }, () => new Connection(socket));

	await Promise.all(all.map(async connection => {
		for (let n = 0; n < VISITS / CROWD; n++)
			await connection.ask(params);
		connection.leave();
	}));
}

// The steps of a page of a program that listens at `socket`, and is busy.
export async function recordSteps(socket, proxy, params) {
	await crowd(socket, params);
	proxy.begin();
	await fastcgi(socket, params);
	return proxy.steps();
}

// A page has a part for pictures only if the site takes some.
const settingsOf = (stack, proxy) => ({ RETWIS_REDIS: proxy.address,
	RETWIS_PICTURES: `${stack.var}/pictures` });

// Calls act(socket, params) with a program that has shown the page before.
async function withPage(stack, proxy, page, session, act) {
	const folder = temporaryFolder();
	const params = request(page, session, '');
	const { socket, stop, ended } = await startPage(page.program, folder,
		settingsOf(stack, proxy));

	await fastcgi(socket, params);
	const result = await act(socket, params);

	stop();
	await ended;
	rmSync(folder, { recursive: true });
	return result;
}

// Calls act(proxy) with a proxy before the Redis of the stack.
async function withProxy(stack, act) {
	const path = `${stack.socket}.proxy`;
	const proxy = await startProxy(path, stack.socket);
	const result = await act(proxy);

	proxy.stop();
	rmSync(path, { force: true });
	return result;
}

const countAgain = (stack, proxy, page, session) =>
	withPage(stack, proxy, page, session, async (socket, params) => {
		await stack.redis('CONFIG', 'RESETSTAT');
		proxy.begin();
		await fastcgi(socket, params);
		return { inside: countCommands(stack.socket).all,
			steps: proxy.steps() };
	});

const recordBusy = (stack, page, session) =>
	withProxy(stack, proxy => withPage(stack, proxy, page, session,
		(socket, params) => recordSteps(socket, proxy, params)));

let forms = 0;

function countTrips(stack, page, session) {
	const form = page.isPost ? `status=Counted&nonce=counted-${++forms}` +
		`&csrf=${session.csrf}` : '';

	return withProxy(stack, async proxy => {
		await stack.redis('CONFIG', 'RESETSTAT');
		const answer = await runPage(`${programs}/${page.program}`, {
			...cgi(page, session, form), ...settingsOf(stack, proxy),
		}, form);
		const { inside, steps } = page.isPost
			? { inside: countCommands(stack.socket).all,
				steps: proxy.steps() }
			: await countAgain(stack, proxy, page, session);

		return { page, trips: steps.length, commands: countSent(steps),
			inside, answer };
	});
}

// Other work, such as a worker's look at its clocks, only adds to a count.
async function leastOfThree(field, count) {
	const counts = [await count(), await count(), await count()];

	return counts.sort((a, b) => a[field] - b[field])[0];
}

async function countBest(stack, page, session) {
	const best = await leastOfThree('inside',
		() => countTrips(stack, page, session));

	if (page.same)
		best.busy = await recordBusy(stack, page, session);
	return best;
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

/*
 * One {page, trips, commands, inside, answer, busy} for each page, and for posts
 * what countDelivery() returns. Posts are counted first, since they change what
 * the other pages show: these are counted, and recorded for the floors, as they
 * are measured.
 */
export async function countAll(side, pages, sessions) {
	const best = page => countBest(side.stack, page, sessions[page.who][0]);
	const counts = new Map();

	for (const page of pages.filter(({ isPost }) => isPost)) {
		const count = await whileWorkerRests(side.stack,
			() => best(page));

		counts.set(page, { ...count,
			...await leastOfThree('delivering',
				() => countDelivery(side, page, sessions)) });
	}
	for (const page of pages.filter(({ isPost }) => !isPost))
		counts.set(page, await whileWorkerRests(side.stack,
			() => best(page)));
	return pages.map(page => counts.get(page));
}
