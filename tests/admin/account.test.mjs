// retwis-admin add and passwd: names and passwords, from a pipe and typed at a
// terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMemory } from '../lib/outage.mjs';
import { borrowStack, closed } from '../lib/stack.mjs';
import { Visitor, password } from '../lib/visitor.mjs';
import { adminOf, atTerminal } from './lib/admin.mjs';
import { Php } from './lib/classic.mjs';
import { dump, openRedis } from '../lib/wire.mjs';

const stack = await borrowStack(closed);
const redis = openRedis(stack.socket);
const admin = adminOf(stack);
const other = 'wrong horse battery';

const env = { RETWIS_SIGNUP: 'closed' };

async function add(name) {
	const ran = await admin(['add', name],
		{ input: `${password}\n`, env });

	assert.equal(ran.errors, '');
	assert.equal(ran.output, `@${name} is now a member.\n`);
	assert.equal(ran.status, 0);
}

async function refused(words, input, message) {
	const before = await dump(redis);
	const ran = await admin(words, { input, env });

	assert.equal(ran.errors, `retwis-admin: ${message}\n`);
	assert.equal(ran.output, '');
	assert.equal(ran.status, 1);
	assert.deepEqual(await dump(redis), before);
}

async function signsIn(name, secret) {
	const visitor = new Visitor(stack.url);
	const answer = await visitor.login(name, secret);

	assert.equal(answer.status, 303);
	return visitor;
}

async function isSignedIn(visitor) {
	return (await visitor.get('/')).text.includes('name="status"');
}

test('add makes a member where nobody can register', async () => {
	await redis('FLUSHALL');
	const stranger = await new Visitor(stack.url).register('anna');

	assert.equal(stranger.status, 403);
	await add('anna');
	assert.equal(await isSignedIn(await signsIn('anna', password)), true);
	assert.match(await redis('HGET', 'user:1', 'password'),
		/^\$argon2id\$/);
	assert.equal(await redis('GET', 'layout'), '1');
});

test('add refuses names like the page, before it asks', async () => {
	const long = 'a'.repeat(21);

	await refused(['add', 'anna!'], '', 'A name can only have the letters ' +
		'a to z, digits and _. Other letters can be in your display name, ' +
		'which you choose later.');
	await refused(['add', 'a'], '', 'A name must have at least 2 characters.');
	await refused(['add', long], '', 'A name can have at most 20 characters.');
	await refused(['add', ''], '', 'Choose a name.');
	for (const name of ['anna', '@anna', ' Anna '])
		await refused(['add', name], '', 'that name is taken');
});

test('names are taken as they are meant', async () => {
	const ran = await admin(['add', ' @Doris '], { input: `${password}\n`, env });

	assert.equal(ran.output, '@doris is now a member.\n', ran.errors);
	for (const [name, secret] of [['Doris ', other], ['\u00a0doris', password]]) {
		const changed = await admin(['passwd', name], { input: `${secret}\n` });

		assert.match(changed.output, /^@doris has a new password/);
		await signsIn('doris', secret);
	}
});

test('a host gives out names that nobody can register', async () => {
	await refused(['release', 'support'], '', '@support is reserved for the ' +
		'people who run the site: give it to somebody with retwis-admin add');
	await add('support');
	await signsIn('support', password);
	await refused(['release', 'anna'], '',
		'no member @anna has left, so the name is not reserved');
});

// The same letters, composed in another way.
test('a password may be typed on any keyboard', async () => {
	const one = 'caf\u00e9 au lait';

	await admin(['passwd', 'support'], { input: `${one.normalize('NFD')}\n` });
	await signsIn('support', one);
});

test('passwords are refused like on the page', async () => {
	await redis('FLUSHALL');
	await add('anna');
	for (const words of [['add', 'ben'], ['passwd', 'anna']]) {
		await refused(words, '1234567\n',
			'A password must have at least 8 characters.');
		await refused(words, 'password1\n',
			'That\'s one of the most common passwords. ' +
			'Choose one that\'s hard to guess.');
		await refused(words, `${'x'.repeat(1001)}\n`,
			'A password can have at most 1000 bytes.');
		await refused(words, '\n', 'Choose a password.');
		await refused(words, '',
			'there is no password on standard input');
		await refused(words, 'correct\0horse battery\n',
			'there is no password on standard input');
	}
});

test('only the first line of standard input, ended or not', async () => {
	await redis('FLUSHALL');
	const ends = { anna: '', ben: '\n', carl: '\nanother line\n' };

	for (const [name, end] of Object.entries(ends)) {
		const ran = await admin(['add', name],
			{ input: password + end, env });

		assert.equal(ran.status, 0, ran.errors);
		await signsIn(name, password);
	}
});

test('passwd gives a new password and signs out everywhere', async () => {
	await redis('FLUSHALL');
	await add('anna');
	const visitor = await signsIn('anna', password);
	const ran = await admin(['passwd', '@anna'], { input: `${other}\n` });

	assert.equal(ran.errors, '');
	assert.equal(ran.output,
		'@anna has a new password and is signed out everywhere.\n');
	assert.equal(await isSignedIn(visitor), false);
	assert.equal((await visitor.login('anna', password)).status, 401);
	await signsIn('anna', other);
});

test('passwd ends the private feed', async () => {
	await redis('FLUSHALL');
	await add('anna');
	const visitor = await signsIn('anna', password);

	const feed = await visitor.makeFeed();

	assert.equal((await visitor.get(feed)).status, 200);
	await admin(['passwd', 'anna'], { input: `${other}\n` });
	assert.equal((await visitor.get(feed)).status, 404);
	await visitor.login('anna', other);
	assert.match((await visitor.get('/feed')).text, />Create an address</);
});

test('passwd knows older names, also in small letters', async () => {
	await redis('FLUSHALL');
	await new Php(redis).register('Anna Smith');
	await admin(['passwd', 'Anna Smith'], { input: `${other}\n` });
	await signsIn('Anna Smith', other);
	await admin(['adopt']);
	await admin(['passwd', 'anna smith'], { input: `${password}\n` });
	await signsIn('Anna Smith', password);
	await refused(['passwd', 'Anna'], '', 'there is no member @Anna');
});

test('a terminal is asked twice and shows nothing', async () => {
	await redis('FLUSHALL');
	const terminal = atTerminal(stack, '$ADMIN add anna');

	await terminal.says('New password: ');
	terminal.type(`${password}\n`);
	await terminal.says('Confirm new password: ');
	terminal.type(`${password}\n`);
	const { status, screen } = await terminal.ended;

	assert.equal(screen, 'New password: \r\nConfirm new password: \r\n' +
		'@anna is now a member.\r\n');
	assert.equal(status, 0);
	await signsIn('anna', password);
});

test('a terminal: typed wrongly, too short, or not at all', async () => {
	await redis('FLUSHALL');
	const before = await dump(redis);
	const differ = 'the passwords don\'t match';
	const cases = [
		[`${password}\n`, `${other}\n`, differ],
		[`${password}\n`, '\x04', differ],
		['short\n', '', 'A password must have at least 8 characters.'],
		['\x04', '', 'no password was entered'],
	];

	for (const [first, second, message] of cases) {
		const terminal = atTerminal(stack, '$ADMIN add anna');

		await terminal.says('New password: ');
		terminal.type(first);
		if (second) {
			await terminal.says('Confirm new password: ');
			terminal.type(second);
		}
		const { status, screen } = await terminal.ended;

		assert.equal(screen.split('\r\n').at(-2),
			`retwis-admin: ${message}`);
		assert.equal(status, 1);
	}
	assert.deepEqual(await dump(redis), before);
});

// The shell waits for the program and then prints the settings of the terminal.
const afterwards = 'trap : INT TERM HUP QUIT; $ADMIN add anna; ' +
	'echo "status $?"; stty -a | grep -o -- "-\\?echo "';

test('the terminal shows typing again, also after signals', async () => {
	const cases = [['short\n', 1], ['\x03', 130], ['\x1c', 131]];

	for (const [keys, expected] of cases) {
		const terminal = atTerminal(stack, afterwards);

		await terminal.says('New password: ');
		terminal.type(keys);
		const { screen } = await terminal.ended;

		assert.match(screen, new RegExp(`status ${expected}\r\necho`));
	}
});

test('SIGTERM and SIGHUP leave a whole terminal, too', async () => {
	for (const [signal, expected] of [['SIGTERM', 143], ['SIGHUP', 129]]) {
		const terminal = atTerminal(stack, afterwards);

		await terminal.says('New password: ');
		terminal.kill(signal);
		const { screen } = await terminal.ended;

		assert.match(screen, new RegExp(`status ${expected}\r\necho`));
	}
});

// With job control, as in an interactive shell.
test('Ctrl-Z does nothing while a password is typed', async () => {
	await redis('FLUSHALL');
	const terminal = atTerminal(stack,
		'set -m; $ADMIN add anna; echo "status $?"');

	await terminal.says('New password: ');
	terminal.type(`\x1a${password}\n`);
	await terminal.says('Confirm new password: ');
	terminal.type(`${password}\n`);
	const { screen } = await terminal.ended;

	assert.match(screen, /@anna is now a member\.\r\nstatus 0\r\n$/);
});

test('Redis may restart while a password is typed', async () => {
	await redis('FLUSHALL');
	const terminal = atTerminal(stack, '$ADMIN add anna');

	await terminal.says('New password: ');
	await redis('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
	terminal.type(`${password}\n`);
	await terminal.says('Confirm new password: ');
	terminal.type(`${password}\n`);
	assert.equal((await terminal.ended).status, 0);
});

test('Redis without memory', async () => {
	await redis('FLUSHALL');
	await add('anna');
	await withoutMemory(stack, async () => {
		const full = /^(retwis: Redis saves nothing, since [^\n]*\n)?retwis-admin: Redis cannot save anything right now \(memory or disk full, or a replica\)\n$/;

		for (const words of [['add', 'ben'], ['passwd', 'anna']]) {
			const ran = await admin(words,
				{ input: `${other}\n` });

			assert.match(ran.errors, full);
			assert.equal(ran.status, 1);
		}
	});
	await signsIn('anna', password);
});

test('of thirty at once, one gets the name', async () => {
	await redis('FLUSHALL');
	const all = await Promise.all(Array.from({ length: 30 }, () =>
		admin(['add', 'anna'], { input: `${password}\n` })));
	const won = all.filter((ran) => ran.status === 0);

	assert.equal(won.length, 1);
	for (const ran of all.filter((one) => one.status !== 0))
		assert.equal(ran.errors, 'retwis-admin: that name is taken\n');
	assert.equal((await redis('KEYS', 'user:*')).length, 1);
});

test('host makes a member a host, and lists them', async () => {
	await redis('FLUSHALL');
	const list = async () => (await admin(['host'])).output;

	assert.equal(await list(), 'There are no hosts yet.\n');
	await add('anna');
	await add('ben');
	for (const name of ['anna', '@anna', 'Anna']) {
		const ran = await admin(['host', name]);

		assert.equal(ran.errors, '');
		assert.equal(ran.output, '@anna is now a host.\n');
	}
	assert.equal(await list(), '@anna\n');
	await admin(['host', 'ben']);
	assert.deepEqual((await list()).split('\n').sort(), ['', '@anna', '@ben']);
	await refused(['host', 'carl'], undefined, 'there is no member @carl');
});

test('the only host is not deleted, and another one is', async () => {
	const before = await dump(redis);
	const ran = await admin(['delete', '--yes', 'ben']);

	assert.equal(ran.status, 0, ran.errors);
	assert.deepEqual(await redis('SMEMBERS', 'hosts'), ['1']);
	await refused(['delete', '--yes', 'anna'], undefined,
		'@anna is the only host: make another member a host first, with ' +
		'retwis-admin host');
	assert.notDeepEqual(await dump(redis), before);
});
