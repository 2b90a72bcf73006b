// retwis-admin suspend, restore, member, moderator and host: the rules of the
// page /standing, and the lines in the log.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { withoutMemory } from '../lib/outage.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { adminOf } from './lib/admin.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const admin = adminOf(stack);
const { idOf, memberAs } = membersOf(stack);

async function good(words, output) {
	const ran = await admin(words);

	assert.deepEqual([ran.status, ran.output, ran.errors],
		[0, `${output}\n`, '']);
}

async function bad(words, message, status = 1) {
	const ran = await admin(words);

	assert.deepEqual([ran.status, ran.output, ran.errors],
		[status, '', `retwis-admin: ${message}\n`]);
}

const standing = async (name) =>
	redis('HGET', `user:${await idOf(name)}`, 'standing');

// The newest line: what was done to whom, by whom, and why.
async function logged() {
	const [line] = await redis('ZREVRANGE', 'log', 0, 0);
	const [, act, by, whom, , ...reason] = line.split(' ');

	return [act, by, whom, reason.join(' ')];
}

const server = `~${process.env.SUDO_USER && process.getuid() === 0
	? process.env.SUDO_USER : userInfo().username}`;

const anna = await member(url, 'anna');
const helen = await memberAs('helen', 'host');

// As <input type="date"> writes it.
const inDays = (days) => {
	const then = new Date(Date.now() + days * 86400e3);
	const two = (n) => `${n}`.padStart(2, '0');

	return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
};

test('suspend, with a reason that the member reads', async () => {
	await good(['suspend', '--reason', ' Be kind. ', '@Anna'],
		'@anna is suspended until somebody restores the account.');
	assert.equal(await standing('anna'), 'stopped');
	assert.deepEqual(await logged(),
		['suspend', server, await idOf('anna'), 'Be kind.']);
	assert.match((await anna.get('/')).text, /Be kind\./);
	assert.match((await helen.get('/log')).text, /on the server/);
	await bad(['suspend', '--reason', 'Again.', 'anna'], '@anna is suspended ' +
		`already, by ${server.slice(1)} on the server: Be kind.`);
});

test('restore ends it', async () => {
	await good(['restore', 'anna'], '@anna is restored.');
	assert.equal(await standing('anna'), null);
	assert.deepEqual(await logged(),
		['readmit', server, await idOf('anna'), '']);
	assert.equal((await anna.submit('/post', { status: 'hi' })).status, 303);
	await bad(['restore', 'anna'], '@anna is not suspended');
	await bad(['restore', 'helen'], '@helen is not suspended');
});

test('a suspension ends on a day', async () => {
	const day = inDays(9);

	await good(['suspend', '--reason', 'Spam.', '--until', day, 'anna'],
		`@anna is suspended until ${day}.`);
	const [, , , until] = (await redis('HGET', `user:${await idOf('anna')}`,
		'suspended')).split(' ');

	assert.equal(inDays((until * 1000 - Date.now()) / 86400e3), day);
	assert.equal(await redis('ZCARD', '{suspended}:due'), 1);
	await admin(['restore', 'anna']);
});

test('what makes no sense is refused before anything is done', async () => {
	const help = '; see retwis-admin --help';

	await bad(['suspend', 'anna'], `suspend needs --reason TEXT${help}`, 2);
	await bad(['suspend', '--reason', 'x'], `suspend takes one name${help}`, 2);
	await bad(['restore', '--reason', 'x', 'anna'],
		`--reason is not for restore${help}`, 2);
	for (const day of ['tomorrow', '2026-02-31', '2026-1-1', '24.12.2026'])
		await bad(['suspend', '--reason', 'x', '--until', day, 'anna'],
			'--until: That isn\'t a date. Write it like 2026-11-21, or ' +
			'leave it empty.', 2);
	await bad(['suspend', '--reason', 'x', '--until', inDays(0), 'anna'],
		'--until: That day has come already. Choose a later one, or leave ' +
		'it empty.', 2);
	await bad(['suspend', '--reason', 'x', '--until', inDays(400), 'anna'],
		'--until: That\'s too far ahead. Choose a day within a year, or ' +
		'leave it empty.', 2);
	for (const reason of [' ', 'x'.repeat(281)])
		assert.equal((await admin(['suspend', '--reason', reason,
			'anna'])).status, 2);
	assert.equal(await standing('anna'), null);
});

test('moderator, host and member change the role', async () => {
	await good(['moderator', 'anna'], '@anna is now a moderator.');
	assert.deepEqual(await logged(),
		['moderator', server, await idOf('anna'), '']);
	await good(['host', 'anna'], '@anna is now a host.');
	assert.equal(await standing('anna'), 'host');
	await good(['member', 'anna'],
		'@anna is a member, and neither host nor moderator.');
	assert.equal(await standing('anna'), null);
	assert.equal(await redis('SISMEMBER', 'hosts', await idOf('anna')), 0);
	assert.deepEqual(await logged(),
		['member', server, await idOf('anna'), '']);
	assert.equal((await anna.get('/site')).status, 404);
});

test('the only host stays one', async () => {
	const only = '@helen is the only host: make another member a host first, ' +
		'with retwis-admin host';

	await bad(['member', 'helen'], only);
	await bad(['moderator', 'helen'], only);
	await bad(['suspend', '--reason', 'x', 'helen'], only);
	assert.equal(await standing('helen'), 'host');
	await admin(['host', 'anna']);
	await good(['member', 'helen'],
		'@helen is a member, and neither host nor moderator.');
	await bad(['member', 'anna'], only.replace('helen', 'anna'));
	await admin(['host', 'helen']);
	await admin(['member', 'anna']);
});

test('newcomers who wait, and members who are suspended', async () => {
	await memberAs('abe', 'waiting');
	const waits = '@abe waits for approval: a host or a moderator can approve ' +
		'newcomers on the site, at /waiting';

	for (const words of [['host'], ['moderator'], ['member'], ['restore'],
		['suspend', '--reason', 'x']])
		await bad([...words, 'abe'], waits);
	assert.equal(await standing('abe'), 'waiting');
	await admin(['suspend', '--reason', 'x', 'anna']);
	for (const word of ['host', 'moderator', 'member'])
		await bad([word, 'anna'],
			'@anna is suspended: run retwis-admin restore first');
	await bad(['restore', 'nobody'], 'there is no member @nobody');
	await admin(['restore', 'anna']);
});

test('somebody can be suspended while Redis is full', async () => {
	await withoutMemory(stack, async () => {
		await good(['suspend', '--reason', 'Spam.', 'anna'],
			'@anna is suspended until somebody restores the account.');
		await good(['restore', 'anna'], '@anna is restored.');
	});
	assert.equal((await new Visitor(url).login('anna')).location, '/');
	assert.equal((await admin(['check'])).status, 0);
});
