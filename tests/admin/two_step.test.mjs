// retwis-admin two-step: whether a member uses it, and switching it off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMemory } from '../lib/outage.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { switchOn } from '../lib/totp.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { adminOf } from './lib/admin.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const admin = adminOf(stack);

async function says(words, status, output, errors = /^$/) {
	const ran = await admin(['two-step', ...words]);

	assert.deepEqual([ran.status, ran.output], [status, output]);
	assert.match(ran.errors, errors);
}

test('it says whether it is on, and switches it off', async () => {
	const anna = await member(url, 'anna');

	await says(['anna'], 0, 'Two-step sign-in of @anna is off.\n');
	await says(['--off', 'anna'], 0, 'Two-step sign-in of @anna is off.\n');
	await switchOn(anna);
	await says(['@anna'], 0,
		'Two-step sign-in of @anna is on. Spare codes left: 10.\n');
	assert.equal((await new Visitor(url).login('anna')).location, '/login');
	await says(['--off', 'ANNA'], 0,
		'Two-step sign-in of @anna is off now.\n');
	await says(['anna'], 0, 'Two-step sign-in of @anna is off.\n');
	assert.equal((await new Visitor(url).login('anna')).location, '/');
	const { text } = await anna.get('/notifications');

	assert.match(text, /Two-step sign-in was switched off\. Not you\?/);
	assert.equal((await admin(['check'])).status, 0);
});

test('what is not there', async () => {
	await says(['nobody'], 1, '', /^retwis-admin: there is no member @nobody\n$/);
	for (const words of [[], ['a', 'b']])
		await says(words, 2, '', new RegExp('^retwis-admin: two-step takes ' +
			'one name; see retwis-admin --help\n$'));
	const ran = await admin(['reset', '--off', 'anna']);

	assert.equal(ran.status, 2);
	assert.equal(ran.errors, 'retwis-admin: --off is not for reset; ' +
		'see retwis-admin --help\n');
});

test('it can be switched off while Redis is full', async () => {
	const ben = await member(url, 'ben');
	const id = await redis('HGET', 'users', 'ben');

	await switchOn(ben);
	await withoutMemory(stack, async () => {
		await says(['--off', 'ben'], 0,
			'Two-step sign-in of @ben is off now.\n',
			/^retwis: Redis saves nothing, since its memory has .*\n$/);
	});
	assert.equal(await redis('HEXISTS', `user:${id}`, 'totp'), 0);
	assert.equal((await ben.submit('/account/code', { password })).status, 200);
});
