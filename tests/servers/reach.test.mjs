// An address that does not match what is found there: --check reports it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { until } from '../lib/processes.mjs';
import { run } from '../lib/program.mjs';
import { freePort, keyFile, programs, runKept, temporaryFolder, unref }
	from '../lib/stack.mjs';
import { startPair, startSentinel } from '../faults/lib/sentinels.mjs';

const { master, replica } = await startPair();
const sentinel = await startSentinel(master);

// A node of several that is away is logged, and is no mistake.
const away = /^retwis: Redis at \S+: Connection refused \(logged once a minute\)\n/gm;

async function check(address, env = {}) {
	const ran = await run(`${programs}/home`, ['--check'],
		{ RETWIS_REDIS: address, RETWIS_KEY_FILE: keyFile, ...env });

	return { ...ran, text: (ran.output + ran.errors).replace(away, '') };
}

async function told(address, sentence, env) {
	const { status, text } = await check(address, env);

	assert.equal(text, `retwis: ${sentence}\n`);
	return status;
}

const refused = async (...args) => assert.notEqual(await told(...args), 0);

async function fine(address, env) {
	const { status, text } = await check(address, env);

	assert.equal(text, '');
	assert.equal(status, 0);
}

test('a Redis, and a replica', async () => {
	await fine(`tcp://127.0.0.1:${master.port}`);
	await fine(`tcp://127.0.0.1:${replica.port}`);
});

test('a cluster address of a server that is no cluster', () =>
	refused(`cluster://127.0.0.1:${master.port}`, 'RETWIS_REDIS: the server at ' +
		`127.0.0.1:${master.port} is not a cluster node: ` +
		'its address must start with tcp://'));

// Programs start all the same, see pages/clusterseeds.
test('seeds of two clusters', async () => {
	const [one, other] = await Promise.all([
		startCluster({ masters: 2, replicas: 1 }),
		startCluster({ masters: 1 })]);
	const at = (...ports) => `cluster://${ports.map((port) =>
		`127.0.0.1:${port}`).join(',')}`;
	const [master, ...others] = one.ports;

	await fine(one.address);
	await fine(at(...others.reverse(), master));
	await fine(at(master, await freePort(), others[0]));
	for (const ports of [[master, ...other.ports],
		[await freePort(), master, others[2], ...other.ports]])
		assert.equal(await told(at(...ports),
			`RETWIS_REDIS: the servers at 127.0.0.1:${master} and ` +
			`127.0.0.1:${other.ports[0]} belong to different ` +
			'clusters: name nodes of only one'), 0);
	await refused(at(master, ...other.ports, replica.port),
		`RETWIS_REDIS: the server at 127.0.0.1:${replica.port} is not ` +
		'a cluster node: its address must start with tcp://');
});

test('a Sentinel that does not know the name', async () => {
	await fine(`sentinel://127.0.0.1:${sentinel.port}/main`);
	await refused(`sentinel://127.0.0.1:${sentinel.port}/other`,
		`RETWIS_REDIS: the Sentinel at 127.0.0.1:${sentinel.port} ` +
		'knows no master "other"');
	// The password is for the master; and it is not shown.
	await refused(`sentinel://:secret@127.0.0.1:${sentinel.port}/other`,
		`RETWIS_REDIS: the Sentinel at 127.0.0.1:${sentinel.port} ` +
		'knows no master "other"');
	await refused(`sentinel://127.0.0.1:${master.port}/main`,
		`RETWIS_REDIS: the server at 127.0.0.1:${master.port} ` +
		'is not a Sentinel');
});

async function startProxy() {
	const port = await freePort();
	const folder = temporaryFolder();

	writeFileSync(`${folder}/proxy.yml`, ['main:',
		`  listen: 127.0.0.1:${port}`, '  hash: fnv1a_64',
		'  distribution: ketama', '  redis: true', '  servers:',
		`   - 127.0.0.1:${master.port}:1`, ''].join('\n'));
	unref(runKept(folder, {}, 'nutcracker', '-c', `${folder}/proxy.yml`,
		'-o', `${folder}/proxy.log`, '-s', await freePort(), '-a',
		'127.0.0.1'));
	await until('it listens', () => dials(port));
	return port;
}

function dials(port) {
	return new Promise((done) => {
		const link = connect(port, '127.0.0.1', () => {
			link.destroy();
			done(true);
		}).on('error', () => done(false));
	});
}

// It closes the connection at each command that it does not know.
test('a proxy as tcp://', async () => {
	const port = await startProxy();

	await refused(`tcp://127.0.0.1:${port}`,
		'RETWIS_REDIS points to a proxy, such as Twemproxy: its address ' +
		'must start with tcp+proxy://',
		{ RETWIS_BUS: `tcp://127.0.0.1:${master.port}` });
	await fine(`tcp+proxy://127.0.0.1:${port}`,
		{ RETWIS_BUS: `tcp://127.0.0.1:${master.port}` });
});

test('the bus is reported by its name', () =>
	refused(`tcp://127.0.0.1:${master.port}`, 'RETWIS_BUS: the server at ' +
		`127.0.0.1:${replica.port} is not a cluster node: ` +
		'its address must start with tcp://',
	{ RETWIS_BUS: `cluster://127.0.0.1:${replica.port}` }));

test('a server that does not answer may be right', async () => {
	for (const form of ['tcp://HERE', 'cluster://HERE', 'sentinel://HERE/main'])
		assert.equal((await check(form.replace('HERE',
			`127.0.0.1:${await freePort()}`))).status, 0);
});
