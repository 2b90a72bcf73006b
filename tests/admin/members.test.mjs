// retwis-admin members and show: who the members are, for people and for other
// programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack, noting } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { switchOn } from '../lib/totp.mjs';
import { member } from '../lib/visitor.mjs';
import { adminOf, atTerminal } from './lib/admin.mjs';

const stack = await borrowStack(noting);
const { url, redis } = stack;
const admin = adminOf(stack);
const { idOf, memberAs } = membersOf(stack);

async function good(words) {
	const { status, output, errors } = await admin(words, { env: noting });

	assert.equal(errors, '');
	assert.equal(status, 0);
	return output.split('\n').slice(0, -1).map((line) => line.split('\t'));
}

const list = (...words) => good(['members', ...words]);
const names = async (...words) => (await list(...words)).map(([name]) => name);
const facts = async (name) => Object.fromEntries(await good(['show', name]));

const day = /^\d{4}-\d\d-\d\d$/;

const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await memberAs('zoe', 'host');
await memberAs('mia', 'moderator');
await memberAs('sam', 'stopped');
await memberAs('abe', 'waiting');

test('members lists all by name, and after them who waits', async () => {
	await ben.submit('/account/name', { name: 'Ben B.' });
	await redis('HSET', `user:${await idOf('ben')}`,
		'invited_by', await idOf('anna'));
	const table = await list();

	assert.deepEqual(table.map(([name, standing, , , by, display]) =>
		[name, standing, by, display]), [
		['@anna', 'member', '-', '-'], ['@ben', 'member', '@anna', 'Ben B.'],
		['@mia', 'moderator', '-', '-'], ['@sam', 'suspended', '-', '-'],
		['@zoe', 'host', '-', '-'], ['@abe', 'waiting', '-', '-']]);
	for (const row of table) {
		assert.equal(row.length, 6);
		assert.match(row[2], day);
		assert.match(row[3], /^(\d{4}-\d\d-\d\d|-)$/);
	}
});

test('--standing lists only these', async () => {
	assert.deepEqual(await names('--standing', 'member'), ['@anna', '@ben']);
	assert.deepEqual(await names('--standing', 'host'), ['@zoe']);
	assert.deepEqual(await names('--standing=moderator'), ['@mia']);
	assert.deepEqual(await names('--standing', 'suspended'), ['@sam']);
	assert.deepEqual(await names('--standing', 'waiting'), ['@abe']);
	const { status, errors } = await admin(['members', '--standing', 'stopped']);

	assert.equal(status, 2);
	assert.equal(errors, 'retwis-admin: --standing takes host, moderator, ' +
		'member, suspended or waiting; see retwis-admin --help\n');
});

// A list of suspended members is only a hint: what the member is decides.
test('who has been restored meanwhile is not listed', async () => {
	await redis('ZADD', 'suspended', 5, await idOf('anna'));
	assert.deepEqual(await names('--standing', 'suspended'), ['@sam']);
	await redis('ZREM', 'suspended', await idOf('anna'));
});

test('show says what hosts see on the site', async () => {
	await ben.submit('/post', { status: 'one' });
	await ben.submit('/post', { status: 'two' });
	await anna.submit('/follow', { follow: await idOf('ben') });
	await redis('HSET', `user:${await idOf('ben')}`, 'last', '2026-11-21');
	await switchOn(ben);
	const ben1 = await facts('@Ben');

	assert.match(ben1.since, day);
	assert.deepEqual({ ...ben1, since: '' }, {
		name: '@ben', 'display name': 'Ben B.', standing: 'member', since: '',
		'last visit': '2026-11-21', 'invited by': '@anna', posts: '2', followers: '1',
		following: '0', 'two-step': 'on' });
	const { status, errors } = await admin(['show', 'nobody']);

	assert.equal(status, 1);
	assert.equal(errors, 'retwis-admin: there is no member @nobody\n');
});

test('show says why somebody is suspended, by whom and until when', async () => {
	const id = await idOf('sam');
	const until = Math.floor(Date.now() / 1000) + 9 * 86400;
	const zoe = await idOf('zoe');

	await redis('HSET', `user:${id}`, 'suspended',
		`1764000000000000 ${zoe} host ${until} Be\tkind.`);
	const sam = await facts('sam');

	assert.equal(sam.standing, 'suspended');
	assert.equal(sam.reason, 'Be kind.');
	assert.equal(sam['suspended by'], '@zoe');
	assert.match(sam['suspended until'], day);
	await redis('HSET', `user:${id}`, 'suspended',
		'1764000000000000 ~root host 0 Spam.');
	const again = await facts('sam');

	assert.equal(again['suspended by'], 'root on the server');
	assert.equal(again['suspended until'], '-');
});

test('a terminal gets columns with a head', async () => {
	const table = await atTerminal(stack, '$ADMIN members').ended;
	const lines = table.screen.split('\r\n');

	assert.equal(table.status, 0);
	assert.match(lines[0], /^NAME +STANDING +SINCE +LAST VISIT +INVITED BY +DISPLAY NAME$/);
	for (const line of lines.slice(1, -1))
		assert.equal(line.indexOf('@'), 0);
	assert.equal(lines[2].indexOf('Ben B.'), lines[0].indexOf('DISPLAY'));
	assert.equal(lines.length, 8);
	const shown = await atTerminal(stack, '$ADMIN show anna').ended;

	assert.match(shown.screen, /^name {12}@anna\r\n/);
	await redis('DEL', 'moderators');
	const none = await atTerminal(stack,
		'$ADMIN members --standing moderator').ended;

	assert.equal(none.screen, 'There are none.\r\n');
});

test('a text can neither add a field nor move the cursor', async () => {
	await redis('HSET', `user:${await idOf('ben')}`, 'display',
		'B\te\nn\u001b[2J\u202e');
	const row = (await list()).find(([name]) => name === '@ben');

	assert.equal(row.length, 6);
	assert.equal(row[5], 'B e n\ufffd[2J\ufffd');
});

test('more members than are read at once', async () => {
	for (let i = 1000; i < 1450; i++) {
		const name = `many${i}`;

		await redis('HSET', `user:${i}`, 'username', name, 'password', 'x',
			...i % 2 ? ['standing', 'stopped'] : []);
		await redis('HSET', 'users', name, i);
		await redis('ZADD', 'users_by_time', 1700000000, name);
		await redis('ZADD', 'directory', 0, `${name}\t${i}`);
		if (i % 2)
			await redis('ZADD', 'suspended', i, i);
	}
	assert.equal((await list()).length, 456);
	assert.equal((await names('--standing', 'suspended')).length, 226);
	assert.equal((await names('--standing', 'member')).length, 227);
});

test('it says if an older database is not adopted', async () => {
	await redis('ZREM', 'directory', `anna\t${await idOf('anna')}`);
	const { status, errors, output } = await admin(['members']);

	assert.equal(status, 1);
	assert.equal(errors, 'retwis-admin: not everybody is listed: run ' +
		'retwis-admin adopt\n');
	assert.match(output, /^@ben\t/);
});
