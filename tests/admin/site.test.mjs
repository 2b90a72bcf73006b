// retwis-admin site: the same settings as at /site, with the same limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsIn } from '../lib/site.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { adminOf } from './lib/admin.mjs';

const stack = await borrowStack();
const admin = adminOf(stack);
const { redis } = stack;

const names = ['name', 'welcome', 'about', 'rules', 'privacy', 'imprint',
	'signup', 'readers', 'invites', 'log', 'announce', 'colour', 'post_max',
	'edit_minutes', 'mark'];

const stored = () => settingsIn(redis);

async function good(words, options) {
	const { status, output, errors } = await admin(['site', ...words], options);

	assert.equal(status, 0, errors);
	return output;
}

async function bad(words, message, options) {
	const before = await redis('HGETALL', 'site');
	const { status, output, errors } = await admin(['site', ...words], options);

	assert.equal(status, 1);
	assert.equal(output, '');
	assert.match(errors, message);
	assert.deepEqual(await redis('HGETALL', 'site'), before);
}

test('get lists each with its origin, and prints one', async () => {
	const rows = (await good(['get'])).trimEnd().split('\n')
		.map((line) => line.split(/ {2,}/));

	assert.deepEqual(rows.map(([name]) => name), names);
	assert.ok(rows.every(([, origin]) => origin === 'default'));
	assert.equal(await good(['get', 'readers']), 'all\n');
	assert.equal(await good(['get', 'post_max'],
		{ env: { RETWIS_POST_MAX: '99' } }), '99\n');
});

test('set stores, get shows it, and unset takes it back', async () => {
	assert.equal(await good(['set', 'name', ' Club ']),
		'name is set, everywhere within ten seconds.\n');
	await good(['set', 'rules', 'One.\n\nTwo.']);
	await good(['set', 'readers', 'members']);
	assert.deepEqual(await stored(),
		{ setup: '1', name: 'Club', rules: 'One.\n\nTwo.', readers: 'members' });
	assert.match(await good(['get']), /^name {10}set {6}Club\n/);
	assert.match(await good(['get']), /^rules {9}set {6}One\.\n/m);
	assert.equal(await good(['get', 'rules']), 'One.\n\nTwo.\n');
	// Root needs no password to open it.
	await good(['set', 'readers', 'all']);
	assert.equal(await good(['unset', 'rules']),
		'rules is the default again, everywhere within ten seconds.\n');
	await good(['unset', 'readers']);
	await good(['unset', 'readers']);
	await good(['set', 'name', '']);
	assert.deepEqual(await stored(), { setup: '1' });
});

test('the limits are those of the page', async () => {
	await bad(['set', 'name', 'x'.repeat(41)],
		/^retwis-admin: name: This has to be one line of up to 40 characters/);
	await bad(['set', 'rules', 'x'.repeat(20001)], /the limit is 20000/);
	await bad(['set', 'post_max', '0'], /from 1 to 10000/);
	await bad(['set', 'signup', 'yes'], /open, asked, invited or closed/);
	await bad(['set', 'rules', '\u0001'], /control characters/);
});

test('a locked setting can only be changed where it is set', async () => {
	const options = { env: { RETWIS_LOCKED: 'readers' } };

	await redis('HSET', 'site', 'readers', 'members');
	for (const words of [['set', 'readers', 'members'], ['unset', 'readers']])
		await bad(words, /readers is locked by RETWIS_LOCKED/, options);
	assert.match(await good(['get'], options), /^readers {7}locked {3}all$/m);
	await redis('DEL', 'site');
});

test('words that make no sense', async () => {
	for (const words of [['list'], ['get', 'name', 'x'], ['set', 'name'],
		['unset'], ['unset', 'name', 'x']]) {
		const { status, errors } = await admin(['site', ...words]);

		assert.equal(status, 2, words.join(' '));
		assert.match(errors, /site takes get \[NAME\]/);
	}
	for (const words of [['set', 'setup', '1'], ['get', 'nothing']]) {
		const { status, errors } = await admin(['site', ...words]);

		assert.equal(status, 2, words.join(' '));
		assert.match(errors, /there is no setting (setup|nothing): /);
	}
});

test('without Redis nothing is said to be in force', async () => {
	await bad(['get'], /Redis does not answer/,
		{ address: 'unix:/nowhere.sock' });
});
