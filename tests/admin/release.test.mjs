// retwis-admin release: makes the reserved name of a member who has left
// available again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from '../lib/faults.mjs';
import { messages } from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { dump } from '../lib/wire.mjs';
import { adminOf } from './lib/admin.mjs';

const stack = await borrowStack();
const { redis, url } = stack;
const admin = adminOf(stack);

async function refused(words, message, input = '') {
	const before = await dump(redis);
	const ran = await admin(words, { input });

	assert.equal(ran.errors, `retwis-admin: ${message}\n`);
	assert.equal(ran.status, 1);
	assert.deepEqual(await dump(redis), before);
}

test('the name of a deleted member is taken for everybody', async () => {
	await member(url, 'anna');
	await member(url, 'ben');
	assert.equal((await admin(['delete', '--yes', 'anna'])).status, 0);
	const answer = await new Visitor(url).register('anna');

	assert.equal(answer.status, 422);
	assert.match(messages(answer.text)['register-username-bad'],
		/name is taken/);
	await refused(['add', 'anna'], 'a member @anna has left: to make ' +
		'the name available again, run retwis-admin release', `${password}\n`);
	assert.doesNotMatch(JSON.stringify(await dump(redis)), /anna/i);
});

test('the host makes it available again, once', async () => {
	for (const name of ['carl', 'ben'])
		await refused(['release', name], `no member @${name} has left, ` +
			'so the name is not reserved');
	const ran = await admin(['release', '@Anna']);

	assert.equal(ran.output, '@Anna is available again.\n');
	assert.equal(ran.status, 0, ran.errors);
	await refused(['release', 'anna'], 'no member @anna has left, ' +
		'so the name is not reserved');
	await member(url, 'dora');
	await admin(['delete', '--yes', ' @Dora ']);
	assert.equal((await admin(['release', 'Dora '])).status, 0);
	assert.equal((await new Visitor(url).register('anna')).status, 303);
	assert.equal(await redis('HGET', 'users', 'anna'), '4');
	assert.deepEqual(await faults(redis), []);
});
