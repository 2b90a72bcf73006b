// Redis is away, or saves nothing: what a host reads in the log and from
// retwis-admin.
import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMany, oneRedis } from '../lib/database.mjs';
import { whileReplica, withoutDisk, withoutMemory } from '../lib/outage.mjs';
import { until } from '../lib/processes.mjs';
import { build, keyFile, lean, startStack, temporaryFolder } from '../lib/stack.mjs';
import { openRedis } from '../lib/wire.mjs';
import { adminOf, askWorkers, placesOf } from './lib/admin.mjs';
import { startBus, worker } from './lib/bus.mjs';

const stack = await startStack({ env: lean });
const admin = adminOf(stack);
const folder = temporaryFolder();
const settings = `${folder}/retwis.env`;

writeFileSync(settings, Object.entries({ ...placesOf(stack),
	RETWIS_TEMPLATES: `${build}/templates`, RETWIS_KEY_FILE: keyFile })
	.map(([name, value]) => `${name}=${value}\n`).join(''), { mode: 0o600 });
after(() => rmSync(folder, { recursive: true }));

// As many lines of a log begin like that.
const count = (log, what) => log.split('\n')
	.filter((line) => line.startsWith(`retwis: Redis${what}`)).length;

const numbers = async () => {
	const { status, output } = await admin(['metrics']);

	assert.equal(status, 0);
	return (name) => output.match(new RegExp(`^retwis_${name} (\\d+)$`, 'm'))?.[1];
};

const refusals = [
	['has no memory', withoutMemory, 'its memory has reached maxmemory: OOM '],
	['has no disk', withoutDisk, 'its disk is full or broken: MISCONF '],
	['is a replica', whileReplica,
		'it is a replica of another Redis: READONLY '],
];

for (const [what, outage, why] of refusals)
	test(`Redis ${what}: all commands that look say why`,
		{ skip: outage === whileReplica && oneRedis }, async () => {
		const line = isMany ? /^retwis: Redis saves nothing, since /m
			: new RegExp(`^retwis: Redis saves nothing, since ${why}`, 'm');

		await outage(stack, async () => {
			for (const words of [['workers'], ['check'], ['config', settings]]) {
				const { status, errors } = words[0] === 'workers'
					? await askWorkers(admin, []) : await admin(words);

				assert.equal(status, 1, words[0]);
				assert.match(errors, line);
				assert.equal(count(errors, ' saves nothing'), 1);
				assert.match(errors, /^retwis-admin: (RETWIS_REDIS: )?Redis cannot save anything right now/m);
			}
			const value = await numbers();

			assert.equal(value('writable'), '0');
			if (!isMany)
				assert.equal(value('redis_append_ok{link="data"}'),
					what === 'has no disk' ? '0' : '1');
		});
		await until('it saves again', async () =>
			(await numbers())('writable') === '1');
		for (const words of [['check'], ['config', settings]])
			assert.deepEqual([(await admin(words)).errors,
				(await admin(words)).status], ['', 0]);
	});

// A worker tries again ten times a second.
const many = 1500;

// Its socket is elsewhere for a while, and who is connected is cut off.
async function whileAway({ socket }, action) {
	const away = `${socket}.away`;

	renameSync(socket, away);
	await openRedis(away)('CLIENT', 'KILL', 'TYPE', 'normal');
	await action();
	renameSync(away, socket);
}

test('a worker says once a minute that Redis is away, and then that it is back', async () => {
	const bus = await startBus();
	const program = bus.start(worker);

	await until('it listens', async () =>
		await bus.redis('PUBLISH', 'control', 'hello') === 1);
	assert.equal(program.log(), '');
	await whileAway(bus, async () => {
		await until('it says so', () =>
			count(program.log(), ` at ${bus.socket}: `));
		await sleep(many);
		assert.match(program.log(),
			/^retwis: Redis at \S+\/redis\.sock: No such file or directory \(logged once a minute\)\n$/);
	});
	await until('it is back', () =>
		count(program.log(), ` at ${bus.socket} answers again`));
	assert.equal(program.log().split('\n').length, 3, program.log());
	await bus.stopAll();
});

test('a worker says once a minute that Redis saves nothing', async () => {
	const bus = await startBus();
	const program = bus.start(worker);

	await until('it listens', async () =>
		await bus.redis('PUBLISH', 'control', 'hello') === 1);
	await bus.redis('CONFIG', 'SET', 'maxmemory', 1);
	await until('it says so', () => count(program.log(), ' saves nothing'));
	await sleep(many);
	assert.match(program.log(),
		/^retwis: Redis saves nothing, since its memory has reached maxmemory: OOM [^\n]* \(logged once a minute\)\n$/);
	await bus.stopAll();
});
