// The network is split, and the web host is on the master's side while the
// other side elects a new master: with RETWIS_SAFE=replica no acknowledged post
// is lost. Without it, the test prints how many are.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { writeUsers } from '../lib/database.mjs';
import { Load } from '../lib/load.mjs';
import { until } from '../lib/processes.mjs';
import { redisCli } from '../lib/redis.mjs';
import { build, keyFile, root, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';
import { Network, noNetworks } from '../servers/network.mjs';
import { lost } from '../faults/lib/invariants.mjs';
import { quick } from '../faults/lib/site.mjs';

const skip = noNetworks();
const HERE = '10.77.0.1';
const THERE = '10.77.0.2';
const CUT_MS = 7000;

// Redis on that machine, also at a socket that the test can open from outside.
async function startServer(machine, address, ...options) {
	const folder = temporaryFolder();
	const socket = `${folder}/redis.sock`;

	machine.start(folder, {}, 'redis-server', '--include', writeUsers(folder),
		'--port', 6379, '--bind', address, '--protected-mode', 'no', '--dir', folder, '--save', '', '--repl-diskless-sync-delay',
		'0', '--unixsocket', socket, ...options);
	const ask = redisCli(socket);

	await until('Redis answers', async () =>
		await ask('PING').catch(() => '') === 'PONG');
	return { socket, ask };
}

async function startSentinel(machine, address, port) {
	const folder = temporaryFolder();
	const socket = `${folder}/sentinel.sock`;

	writeFileSync(`${folder}/sentinel.conf`, [`port ${port}`,
		`bind ${address}`, 'protected-mode no', `dir ${folder}`,
		`unixsocket ${socket}`, `sentinel monitor main ${HERE} 6379 2`,
		'sentinel down-after-milliseconds main 700',
		'sentinel failover-timeout main 3000', ''].join('\n'));
	machine.start(folder, {}, 'redis-server', `${folder}/sentinel.conf`,
		'--sentinel');
	const ask = redisCli(socket);

	await until('Sentinel answers', async () =>
		await ask('PING').catch(() => '') === 'PONG');
	return { ask };
}

async function knowsAll({ ask }) {
	const is = await ask('SENTINEL', 'MASTER', 'main');
	const field = (name) => Number(Array.isArray(is)
		? is[is.indexOf(name) + 1] : is[name]);

	return field('num-other-sentinels') === 2 && field('num-slaves') === 1;
}

// One machine has the master and the web host, the other one the replica and
// most of the Sentinels.
async function startSite(safe) {
	const folder = temporaryFolder();
	const net = new Network(folder);

	await net.begin('10.77.0.254');
	const here = await net.add(HERE);
	const there = await net.add(THERE);
	const master = await startServer(here, HERE);
	const replica = await startServer(there, THERE, '--replicaof',
		`${HERE} 6379`);

	await until('it follows', async () =>
		(await replica.ask('ROLE'))[3] === 'connected');
	const sentinels = [await startSentinel(here, HERE, 26379),
		await startSentinel(there, THERE, 26379),
		await startSentinel(there, THERE, 26380)];

	await until('Sentinels know each other', async () =>
		(await Promise.all(sentinels.map(knowsAll))).every(Boolean), 60);
	const address = `sentinel://retwis:@${HERE}:26379,${THERE}:26379,` +
		`${THERE}:26380/main`;
	const site = temporaryFolder();

	await here.startAnd('Retwis is at ', site, { VAR: site, PORT: 8080,
		BUILD: build, RETWIS_KEY_FILE: keyFile, RETWIS_REDIS: address,
		RETWIS_SAFE: safe, RETWIS_LIMIT_POST: 'off',
		RETWIS_LIMIT_REGISTER: 'off', RETWIS_CACHE: 'off', ...quick },
	`${root}/conf/stack`);
	const { url } = await net.door(here, '127.0.0.1', '127.0.0.1', 8080);

	return { here, master, replica, url };
}

// The database that invariants.mjs checks; Sentinels have closed earlier
// connections.
function dataAt({ socket }) {
	const data = openRedis(socket);

	return { data, bus: data, sockets: { data: socket, bus: socket } };
}

// A server may close our connection during a failover.
const role = async ({ ask }) => (await ask('ROLE').catch(() => []))[0];

for (const safe of ['master', 'replica'])
	test(`the network is cut, RETWIS_SAFE=${safe}`, { skip }, async () => {
		const site = await startSite(safe);
		const load = new Load({ mayFail: true });
		const [anna, cleo] = await Promise.all(['anna', 'cleo'].map((name) =>
			member(site.url, name)));

		await cleo.follow('anna');
		load.writes(anna, Number(await site.master.ask('HGET', 'users',
			'anna')), 5);
		load.reads(cleo, () => '/');
		await until('posts are written', () => load.written.length > 30);

		site.here.run('ip', 'link', 'set', 'eth0', 'down');
		const before = load.written.length;

		await until('there are two masters', async () =>
			await role(site.replica) === 'master', 30);
		await sleep(CUT_MS);
		site.here.run('ip', 'link', 'set', 'eth0', 'up');
		await until('one of them has given way', async () =>
			await role(site.master) === 'slave', 30);
		const then = load.written.length;

		await until('more is written', () => load.written.length > then + 15,
			60);
		await load.end();
		assert.deepEqual(load.bad, []);
		const found = await lost(dataAt(site.replica), load.written);
		const gone = found.filter((line) => line.startsWith('lost: '));

		console.log(`# RETWIS_SAFE=${safe}: ${gone.length} of ${then - before} ` +
			'posts are lost, of those acknowledged from the cut until ' +
			'the old master gave way');
		if (safe === 'replica')
			assert.deepEqual(found, []);
		else
			assert.ok(gone.length > 0, 'nothing was lost');
	});
