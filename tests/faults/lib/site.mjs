// A site whose programs are killed: with data and bus on one Redis, or with a
// second one for the bus. Their data can be restored to an earlier state.
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeUsers } from '../../lib/database.mjs';
import { encode, formType } from '../../lib/multipart.mjs';
import { openRedis } from '../../lib/wire.mjs';
import { processesIn, signalAmidRequests, until }
	from '../../lib/processes.mjs';
import { cgi, variables } from '../../lib/program.mjs';
import { redisCli } from '../../lib/redis.mjs';
import { startStack, temporaryFolder } from '../../lib/stack.mjs';
import { drained } from './invariants.mjs';
import { openKiller } from './killer.mjs';
import { nodes, openNodes } from './nodes.mjs';

const keep = fileURLToPath(new URL('../../lib/keep', import.meta.url));

// A single Redis, restarted when it dies, which ends with the test. The user
// who runs conf/stack must be able to reach its socket.
async function startRedis() {
	const folder = temporaryFolder();
	const socket = `${folder}/redis.sock`;
	const child = spawn(keep, [folder, ...supervised,
		`/usr/bin/${process.env.RETWIS_SERVER ?? 'redis-server'}`,
		'--include', writeUsers(folder), '--port', '0', '--unixsocket', socket,
		'--unixsocketperm', '777', '--dir', folder, '--save', '',
		'--appendonly', 'yes'],
	{ stdio: ['pipe', 'ignore', 'ignore'] });

	child.unref();
	child.stdin.unref();
	chmodSync(folder, 0o755);
	await answers(socket);
	return { socket, folder };
}

const supervised = ['multiwatch', '-r', '1000000', '-t', '1', '--',
	'/usr/bin/setpriv', '--pdeathsig', 'TERM', '--'];

export function answers(socket) {
	const ask = redisCli(socket);

	return until('Redis answers', async () =>
		await ask('PING').catch(() => '') === 'PONG', 30);
}

const isOfWorkers = (key) => key.endsWith(':workers');

class Site {
	constructor(stack, bus, hasNodes) {
		this.hasNodes = hasNodes;
		this.stack = stack;
		this.url = stack.url;
		this.pictures = `${stack.var}/pictures`;
		this.env = { RETWIS_PICTURES: this.pictures,
			RETWIS_PICTURE_SOCKET: `${stack.var}/retwis-picture.sock` };
		this.folders = [`${stack.var}/redis`, ...bus ? [bus.folder] : []];
		this.sockets = { data: stack.socket,
			bus: bus ? bus.socket : stack.socket };
	}

	// Also done again after Redis has died. As we ship it, with `everysec`,
	// Redis answers before it writes for up to two seconds while the disk
	// is busy, and if it is killed just then it loses those writes: that
	// depends on the disk. With `no` it always writes before it answers, so
	// that the test shows only what the pages and workers do.
	async connect() {
		const { data, bus } = this.sockets;

		this.data = openRedis(data);
		this.bus = data === bus ? this.data : openRedis(bus);
		this.saved = openRedis(data);
		this.saved('SELECT', 1);
		for (const redis of [this.data, this.bus])
			await redis('CONFIG', 'SET', 'appendfsync', 'no');
	}

	// Sends a signal to each Redis.
	signal(name) {
		const found = this.folders.flatMap(processesIn)
			.filter(({ program }) => program.includes('redis'));

		return signalAmidRequests(found.map(({ pid }) => pid), name);
	}

	async killRedis() {
		await this.signal('SIGKILL');
		for (const socket of Object.values(this.sockets))
			await answers(socket);
		await this.connect();
	}

	// Stores the current contents in a second database of the same server.
	async save() {
		this.keys = (await this.data('KEYS', '*'))
			.filter((key) => !isOfWorkers(key));
		for (const key of this.keys)
			await this.data('COPY', key, key, 'DB', 1, 'REPLACE');
	}

	// Ids are not given out a second time.
	async restore() {
		const last = Number(await this.data('GET', 'next_post_id'));

		for (const redis of new Set([this.data, this.bus])) {
			const all = await redis('KEYS', '*');

			await redis('DEL', 'none',
				...all.filter((key) => !isOfWorkers(key)));
		}
		await Promise.all(this.keys.map((key) =>
			this.saved('COPY', key, key, 'DB', 0)));
		await this.data('SET', 'next_post_id', last);
	}

	// Each request is made by a separate program, which is killed after
	// each of its commands in turn, until it needs no more; each time
	// check(after) is called. The request is a form, maybe with files (see
	// encode()), or without fields a page that is only shown. `without` is a key that does not exist. With
	// nodes, each of them is lost at each of its commands in turn, and the
	// program ends by itself.
	async atEachCommand(act, check) {
		let commands = 0;

		for (const node of this.hasNodes ? nodes : [undefined])
			commands += await this.atEachCommandOf(node, act, check);
		return commands;
	}

	async atEachCommandOf(node, { without, ...act }, check) {
		for (let after = 0; ; after++) {
			await this.restore();
			await this.data('DEL', without ?? 'none');
			if (!await this.endedAfter(node, after, act)) {
				// No worker may be busy while everything is
				// restored.
				await drained(this);
				return after;
			}
			await check(node ? `${node}, ${after}` : after);
		}
	}

	// On a busy machine a program may refuse to hash a password, because the
	// answer would come too late (429). Then it has changed nothing, and is
	// run again.
	async endedAfter(node, after, act) {
		let run = await this.run(node, after, act);

		for (let i = 0; !run.reached && run.status === 429 && i < 20; i++)
			run = await this.run(node, after, act);
		if (!run.reached && run.status !== (act.fields ? 303 : 200))
			throw new Error(`${run.status} ${run.errors}`);
		return run.reached;
	}

	async run(node, after, { who, page, path = `/${page}`, fields, files }) {
		const csrf = await who.csrf();
		const all = { ...csrf && { csrf }, ...fields };
		const body = files ? encode(all, files)
			: fields ? new URLSearchParams(all).toString() : '';
		let child;
		const killer = node ? await openNodes(this.sockets, node, after)
			: await openKiller(this.stack.var, this.sockets, after,
				() => child.kill('SIGKILL'));
		const { status, errors } = await cgi(page, { ...variables(
			fields ? 'POST' : 'GET', path, body),
		...files && { CONTENT_TYPE: formType }, ...this.env,
		HTTP_COOKIE: who.cookieHeader(), ...killer.env,
		RETWIS_REDIS_TIMEOUT: '2500' }, body, (p) => { child = p; });

		await killer.close();
		return { reached: killer.reached, status, errors };
	}
}

// The smallest value possible: a worker starts over every second, and a test
// that waits for its sweep needs two of these rounds (drained() in
// invariants.mjs). By default it is ten seconds, with rounds of two and a half.
export const quick = { RETWIS_PATIENCE: '4' };

// With `hasNodes` the program of atEachCommand() takes it for a cluster.
export async function startSite(isBusApart, { hasNodes, ...options } = {}) {
	const bus = isBusApart && await startRedis();
	const env = { ...bus && { RETWIS_BUS: `unix:${bus.socket}` },
		...options.env };

	const site = new Site(await startStack({ ...options, env }), bus,
		hasNodes);

	await site.connect();
	return site;
}
