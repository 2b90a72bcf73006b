// A master, a replica, and three Sentinels that watch them, each in a folder of
// its own; they end with the test. Also an address that leads to either of two
// servers, as a virtual IP address does.
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { placesOf } from '../../admin/lib/admin.mjs';
import { writeUsers } from '../../lib/database.mjs';
import { databasesIn, until } from '../../lib/processes.mjs';
import { redisCli } from '../../lib/redis.mjs';
import { openRedis } from '../../lib/wire.mjs';
import { freePort, runKept, temporaryFolder, unref }
	from '../../lib/stack.mjs';

export async function startServer(port, ...options) {
	const folder = temporaryFolder();

	// At the end, `keep` connects to this socket and reads what Redis has
	// denied.
	unref(runKept(folder, {}, 'redis-server', '--include', writeUsers(folder),
		'--cluster-enabled', 'no', ...options, '--port', port, '--dir', folder,
		'--bind', '127.0.0.1', '--unixsocket', `${folder}/redis.sock`));
	const ask = redisCli(port);

	await until('it answers', async () =>
		await ask('PING').catch(() => '') === 'PONG');
	return { port, folder, ask,
		signal(name) {
			for (const { pid } of databasesIn(folder))
				process.kill(pid, name);
		} };
}

const data = ['--save', '', '--repl-diskless-sync-delay', '0'];

export async function startReplica(master) {
	const replica = await startServer(await freePort(), ...data,
		'--replicaof', `127.0.0.1 ${master.port}`);

	await follows(replica, master);
	return replica;
}

export async function startPair() {
	const master = await startServer(await freePort(), ...data);

	return { master, replica: await startReplica(master) };
}

// Waits until it has everything that the other one has.
export function follows(replica, master) {
	return until('it follows', async () =>
		/state=online/.test(await master.ask('INFO', 'replication')
			.catch(() => '')) &&
		(await replica.ask('ROLE').catch(() => []))[3] === 'connected');
}

export async function startSentinel(master) {
	const folder = temporaryFolder();
	const port = await freePort();

	writeFileSync(`${folder}/sentinel.conf`, [
		`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`,
		`sentinel monitor main 127.0.0.1 ${master.port} 2`,
		'sentinel down-after-milliseconds main 700',
		'sentinel failover-timeout main 3000', ''].join('\n'));
	unref(runKept(folder, {}, 'redis-server', `${folder}/sentinel.conf`,
		'--sentinel'));
	const ask = redisCli(port);

	await until('Sentinel answers', async () =>
		await ask('PING').catch(() => '') === 'PONG');
	return { port, ask };
}

// Waits until they know of one another, and of the replica.
async function areReady(sentinels) {
	const known = await Promise.all(sentinels.map(({ ask }) =>
		ask('SENTINEL', 'MASTER', 'main')));

	return known.every((is) => {
		const fields = Array.isArray(is) ? Object.fromEntries(
			is.flatMap((word, i) => i % 2 ? [] : [[word, is[i + 1]]]))
			: is;

		return Number(fields['num-other-sentinels']) === 2 &&
			Number(fields['num-slaves']) === 1;
	});
}

// {address, masterPort(), failover()}: the value for RETWIS_REDIS, the port of
// the master according to the Sentinels, and a function that orders a failover.
export async function startSentinels(master) {
	const all = await Promise.all([1, 2, 3].map(() => startSentinel(master)));

	await until('Sentinels know each other', () => areReady(all), 60);
	return {
		address: `sentinel://retwis:@${all.map(({ port }) =>
			`127.0.0.1:${port}`).join(',')}/main`,
		masterPort: async () => Number((await all[0].ask('SENTINEL',
			'GET-MASTER-ADDR-BY-NAME', 'main'))[1]),
		failover: () => until('a failover begins', async () =>
			await all[0].ask('SENTINEL', 'FAILOVER', 'main')
				.catch(() => '') === 'OK', 30),
	};
}

// {port, leadTo(server)}: new connections are led to that server; existing ones
// are not moved.
export async function openPlace(first) {
	let { port } = first;
	const server = createServer((client) => {
		const link = connect(port);

		client.pipe(link).pipe(client);
		for (const end of [client, link])
			end.on('error', () => { client.destroy(); link.destroy(); });
	});

	server.listen(await freePort(), '127.0.0.1').unref();
	await once(server, 'listening');
	return { port: server.address().port,
		leadTo(other) { ({ port } = other); } };
}

// The database that invariants.mjs checks: the data at this port, where pages
// sign in at that address.
export function siteAt(stack, port, address) {
	const redis = openRedis(port);

	return { stack, url: stack.url, data: redis, bus: redis, sockets: {},
		env: placesOf({ address, database: { bus: address } }) };
}
