// A master is demoted, or dies, and another server takes over: the site
// continues without a restart. With RETWIS_SAFE=replica no acknowledged post is
// lost; without it, the test prints how many may be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Load } from '../lib/load.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { broken, lost } from '../faults/lib/invariants.mjs';
import { follows, openPlace, siteAt, startPair, startReplica,
	startSentinels } from '../faults/lib/sentinels.mjs';
import { quick } from '../faults/lib/site.mjs';

const SECONDS = 60;

function start(address, env = {}) {
	return startStack({ env: { RETWIS_REDIS: address, ...quick,
		RETWIS_REDIS_TIMEOUT: '1000', ...env } });
}

function progress(load) {
	const before = load.written.length;

	return until('more is written', () =>
		load.written.length > before + 15, SECONDS);
}

// A server may close our connection during a failover.
async function is({ ask }, role) {
	return (await ask('ROLE').catch(() => []))[0] === role;
}

// Two members who write, and two who read, from now on.
async function work(stack, master) {
	const load = new Load({ mayFail: true });
	const [anna, ben, cleo] = await Promise.all(['anna', 'ben', 'cleo']
		.map((name) => member(stack.url, name)));

	await cleo.follow('anna');
	await cleo.follow('ben');
	for (const one of [anna, ben, cleo]) {
		await one.get('/');
		await one.csrf();
	}
	for (const one of [anna, ben])
		load.writes(one, Number(await master.ask('HGET', 'users',
			one.name)), 20);
	load.reads(cleo, () => '/');
	load.reads(cleo, () => '/timeline');
	await progress(load);
	return load;
}

test('a demoted master is left, and the address asked again', async (t) => {
	const { master, replica } = await startPair();
	const place = await openPlace(master);
	const address = `tcp://retwis:@127.0.0.1:${place.port}`;
	const stack = await start(address);
	const load = await work(stack, master);

	t.after(() => load.end());
	// No connection is closed: clients of the old master only get READONLY.
	await replica.ask('REPLICAOF', 'NO', 'ONE');
	place.leadTo(replica);
	await master.ask('REPLICAOF', '127.0.0.1', replica.port);
	await progress(load);
	await load.end();
	assert.deepEqual(load.bad, []);
	assert.ok(load.failures > 0, 'no write was refused');
	assert.match(await master.ask('INFO', 'errorstats'), /READONLY/);
	// Posts between the two orders are only on the old master, or nowhere.
	assert.deepEqual((await lost(siteAt(stack, replica.port, address), []))
		.filter((line) => !/^lost/.test(line)), []);
	await stack.stop();
});

for (const safe of ['master', 'replica'])
	test(`Sentinels change the master, RETWIS_SAFE=${safe}`, async (t) => {
		const { master, replica } = await startPair();
		const sentinels = await startSentinels(master);
		const stack = await start(sentinels.address, { RETWIS_SAFE: safe });
		const load = await work(stack, master);

		t.after(() => load.end());
		// By order: until the old master is told, it accepts posts that
		// will be lost.
		await sentinels.failover();
		await until('the replica is the master', () =>
			is(replica, 'master'), SECONDS);
		await progress(load);
		await until('the old one has come after', () =>
			is(master, 'slave'), SECONDS);
		await follows(master, replica);
		await progress(load);

		// By death. Without RETWIS_SAFE, posts that were not yet
		// replicated are gone.
		replica.signal('SIGKILL');
		await until('the first is the master again', () =>
			is(master, 'master'), SECONDS);
		if (safe === 'master') {
			await progress(load);
		} else {
			// No replica is left, so no post can be confirmed.
			await until('a form is told so', () => load.failures > 5, SECONDS);
			await startReplica(master);
			await progress(load);
		}
		await load.end();
		assert.deepEqual(load.bad, []);
		const look = safe === 'replica' ? broken : lost;
		const found = await look(siteAt(stack, master.port,
			sentinels.address), load.written);
		const gone = found.filter((line) => /^lost: /.test(line));

		console.log(`# RETWIS_SAFE=${safe}: ${gone.length} of ` +
			`${load.written.length} acknowledged posts are lost`);
		if (safe === 'replica')
			assert.deepEqual(found, []);
		await stack.stop();
	});
