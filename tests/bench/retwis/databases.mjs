/*
 * The databases that are compared, each started here, on ports of this
 * machine:
 *
 *   one          one redis-server
 *   cluster      a Redis Cluster of three masters
 *   nutcracker   three of them behind Debian's Twemproxy
 *
 * All use our configuration (conf/redis.conf) and the users of conf/redis.acl;
 * Twemproxy signs in as the default user. An address is one of RETWIS_REDIS;
 * open() returns a client: a function that sends a command to the server that
 * has its key, and commands for the same server in one packet if they are sent
 * at once.
 */
import { writeFileSync } from 'node:fs';
import { writeUsers } from '../../lib/database.mjs';
import { until } from '../../lib/processes.mjs';
import { slotOf } from '../../lib/slot.mjs';
import { freePort, runKept, temporaryFolder } from '../../lib/stack.mjs';
import { openClient } from './client.mjs';

const kept = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '',
	'--auto-aof-rewrite-percentage', '0', '--bind', '127.0.0.1'];

// The second word of a command is its key, except for scripts.
export const keyOf = ([name, ...words]) =>
	/^EVAL/i.test(name) ? words[2] : words[0];

const answers = port => openClient(port)('PING').then(() => true, () => false);

// {pid, kind, port, stop()} of the program that listens there, for usage.mjs.
async function startServer(port, folder, ...command) {
	const keep = runKept(folder, {}, 'sh', '-c',
		'cd "$0" && echo $$ && exec "$@"', folder, ...command);
	let text = '', errors = '';

	keep.stdout.on('data', chunk => { text += chunk; });
	keep.stderr.on('data', chunk => { errors += chunk; });
	await until(`${command[0]} answers`, () => {
		if (keep.exitCode !== null)
			throw new Error(`${command[0]} ends: ${text}${errors}`);
		return answers(port);
	});
	return { pid: Number(text.match(/^\d+/)[0]), kind: 'redis', port,
		stop: () => new Promise(done => {
			keep.once('exit', done);
			keep.stdin.end();
		}) };
}

async function startRedis(...more) {
	const port = await freePort(), folder = temporaryFolder();

	// At the end, `keep` connects to this socket and reads what Redis has
	// denied.
	return startServer(port, folder, 'redis-server', '--include',
		writeUsers(folder), '--port', port, '--unixsocket',
		`${folder}/redis.sock`, ...kept, ...more);
}

// What all kinds of databases have in common; the clients connect to the first
// of the servers.
function describe(name, address, servers, openOne) {
	return { name, address, processes: servers, open: openOne,
		stop: () => Promise.all(servers.map(server => server.stop())) };
}

async function startOne() {
	const server = await startRedis();

	return describe('one', `tcp://retwis:@127.0.0.1:${server.port}`, [server],
		() => openClient(server.port));
}

/* ---- Redis Cluster ------------------------------------------------------- */

const MASTERS = 3;
const SLOTS = 16384;

// The first slot of each master, and of an imaginary one after the last.
const firstSlot = n => Math.ceil(n * SLOTS / MASTERS);

async function startNode() {
	const bus = await freePort();
	const node = await startRedis('--cluster-enabled', 'yes',
		'--cluster-port', bus);

	return { ...node, bus, ask: openClient(node.port) };
}

async function unite(nodes) {
	for (const [n, { ask }] of nodes.entries()) {
		await ask('CLUSTER', 'SET-CONFIG-EPOCH', n + 1);
		await ask('CLUSTER', 'ADDSLOTSRANGE', firstSlot(n),
			firstSlot(n + 1) - 1);
	}
	for (const { port, bus } of nodes.slice(1))
		await nodes[0].ask('CLUSTER', 'MEET', '127.0.0.1', port, bus);
	for (const { ask } of nodes)
		await until('the cluster is whole', async () => {
			const text = await ask('CLUSTER', 'INFO');

			return /cluster_state:ok/.test(text) &&
				text.includes(`cluster_known_nodes:${MASTERS}`);
		});
}

function openCluster(nodes) {
	const links = nodes.map(({ port }) => openClient(port));

	return (...words) => {
		const slot = slotOf(String(keyOf(words)));
		const at = links.findLastIndex((_, n) => slot >= firstSlot(n));

		return links[at](...words);
	};
}

async function startCluster() {
	const nodes = await Promise.all(Array.from({ length: MASTERS },
		startNode));

	await unite(nodes);
	return describe('cluster', 'cluster://retwis:@' + nodes.map(({ port }) =>
		`127.0.0.1:${port}`).join(), nodes, () => openCluster(nodes));
}

/* ---- Twemproxy ----------------------------------------------------------- */

const configuration = (port, servers) => `retwis:
  listen: 127.0.0.1:${port}
  hash: fnv1a_64
  hash_tag: "{}"
  distribution: ketama
  redis: true
  preconnect: true
  timeout: 2000
  servers:
${servers.map((server, n) => `   - 127.0.0.1:${server.port}:1 server${n}\n`)
		.join('')}`;

async function startNutcracker() {
	const backends = await Promise.all(Array.from({ length: MASTERS },
		() => startRedis()));
	const [port, stats] = [await freePort(), await freePort()];
	const folder = temporaryFolder();

	const file = `${folder}/nutcracker.yml`;

	writeFileSync(file, configuration(port, backends));
	const proxy = await startServer(port, folder, 'nutcracker', '-c', file,
		'-s', stats, '-a', '127.0.0.1');

	return describe('nutcracker', `tcp+proxy://127.0.0.1:${port}`,
		[proxy, ...backends], () => openClient(port));
}

export const start = { one: startOne, cluster: startCluster,
	nutcracker: startNutcracker };

// For commands that no proxy lets through: queues and publish/subscribe.
export const startBus = startOne;
