// retwis-admin clock: whether the hosts of a site agree on the time.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, beforeEach, test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { adminOf } from './lib/admin.mjs';

const library = [`/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}` +
	'-linux-gnu/faketime/libfaketime.so.1'].find(existsSync);
const stack = await startStack({ env: { TZ: 'Europe/Rome' } });
const { redis } = stack;
const admin = adminOf(stack);

after(() => stack.stop());
beforeEach(() => redis('SET', 'zone', '+0100/+0200'));

function clock(env = {}, ...words) {
	return admin(['clock', ...words], { env: { TZ: 'Europe/Rome', ...env } });
}

// {status, errors} on a host whose clock is wrong by this much.
function wrongBy(shift) {
	return clock({ LD_PRELOAD: library, FAKETIME: shift });
}

async function refused(ran, said) {
	const { status, output, errors } = await ran;

	assert.equal(status, 1);
	assert.equal(output, '');
	assert.match(errors, said);
}

test('the first host sets the zone, and others are compared with it', async () => {
	await redis('DEL', 'zone');
	for (const env of [{}, { TZ: 'Europe/Berlin' },
		{ TZ: 'CET-1CEST,M3.5.0,M10.5.0/3' }]) {
		const ran = await clock(env);

		assert.deepEqual([ran.status, ran.errors], [0, '']);
		assert.equal(ran.output, 'The clock agrees with that of Redis, and the time ' +
			'zone is +0100/+0200 (January/July).\n');
	}
	assert.equal(await redis('GET', 'zone'), '+0100/+0200');
});

test('a different zone is reported, and changes nothing', async () => {
	for (const [zone, offsets] of [['UTC', '0000/.0000'],
		['Africa/Tunis', '0100/.0100'], ['America/New_York', '0500/-0400'],
		['Australia/Sydney', '1100/.1000']])
		await refused(clock({ TZ: zone }), new RegExp('^retwis-admin: the ' +
			`time zone of this server is .${offsets} \\(January/July\\), ` +
			'but that of the site is \\+0100/\\+0200: give all servers'));
	assert.equal(await redis('GET', 'zone'), '+0100/+0200');
});

test('--forget makes this zone the site\'s', async () => {
	const utc = { TZ: 'UTC' };

	assert.equal((await clock(utc, '--forget')).status, 0);
	assert.equal(await redis('GET', 'zone'), '+0000/+0000');
	assert.equal((await clock(utc)).status, 0);
	await refused(clock(), /that of the site is \+0000\/\+0000/);
});

test('a clock that is a second off is reported',
	{ skip: !library && 'there is no libfaketime' }, async () => {
		assert.equal((await wrongBy('-0.5s')).status, 0);
		await refused(wrongBy('+7.4s'),
			/^retwis-admin: the clock of this server is 7\.\d s ahead of that/);
		await refused(wrongBy('-3d'),
			/the clock of this server is 2\d{5}\.\d s behind that of Redis/);
	});

test('a key that makes no sense is reported', async () => {
	await redis('SET', 'zone', '\u001b[2J');
	await refused(clock(), /that of the site is \ufffd\[2J: /);
	await redis('DEL', 'zone');
	await redis('HSET', 'zone', 'a', 'b');
	await refused(clock(), /run retwis-admin check to find the reason/);
	const check = await admin(['check']);

	assert.match(check.output, /zone is a hash, but should be a string/);
	await redis('DEL', 'zone');
});

test('nothing but --forget', async () => {
	const ran = await clock({}, 'now');

	assert.equal(ran.status, 2);
	assert.match(ran.errors, /clock takes nothing, or --forget; see/);
});
