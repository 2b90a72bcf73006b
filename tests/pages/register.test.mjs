// Registering: what is stored, and many at once who want the same name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack, closed, lean } from '../lib/stack.mjs';
import { adminOf } from '../admin/lib/admin.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { heading, messages } from '../lib/page.mjs';

const { url, redis } = await borrowStack();

function atOnce(n, action) {
	return Promise.all(Array.from({ length: n }, (_, i) => action(i)));
}

// There may be no time to hash a password for some of them: these may try
// again.
test('two hundred register one name: one wins', async () => {
	const answers = await atOnce(200, () =>
		new Visitor(url).register('wanted'));
	const won = answers.filter((a) => a.status === 303);

	assert.equal(won.length, 1);
	assert.ok(answers.some((a) => a.status === 422));
	for (const answer of answers.filter((a) => a !== won[0])) {
		assert.equal(answer.headers['set-cookie'], undefined);
		if (answer.status === 429)
			continue;
		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['register-username-bad'],
			/name is taken/);
	}
	const id = await redis('HGET', 'users', 'wanted');

	assert.deepEqual(await redis('HGETALL', 'users'), { wanted: id });
	assert.deepEqual(await redis('KEYS', 'user:*'), [`user:${id}`]);
	assert.deepEqual(await redis('KEYS', 'sessions:*'), [`sessions:${id}`]);
	assert.equal(await redis('ZCARD', 'users_by_time'), 1);
	assert.equal((await new Visitor(url).login('wanted')).status, 303);
});

test('registration signs in and welcomes, once', async () => {
	const visitor = new Visitor(url);
	const answer = await visitor.register('anna');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/?welcome=1');
	const first = await visitor.get(answer.location);

	assert.match(first.text, /Welcome, <bdi>@anna<\/bdi>/);
	const second = await visitor.get('/');

	assert.equal(heading(second.text), 'Home');
	assert.doesNotMatch(second.text, /Welcome, /);
});

// A phone begins with a capital and ends with a blank; others type the @.
test('a name is registered as it is meant', async () => {
	const typed = { grete: ' Grete ', hugo: '@hugo', ida: '\u00a0IDA\u200b',
		twenty_letters_of_it: '@twenty_letters_of_it ' };

	for (const [name, as] of Object.entries(typed)) {
		const visitor = new Visitor(url);

		assert.equal((await visitor.register(as)).status, 303, as);
		assert.match((await visitor.get('/')).text, new RegExp(`href="/@${name}"`));
		const again = await new Visitor(url).register(` @${name.toUpperCase()} `);

		assert.match(messages(again.text)['register-username-bad'],
			/name is taken/);
	}
});

test('a name that cannot be registered is refused with the reason', async () => {
	const reasons = { 'jan de vries': /spaces.*_/, 'jan.vries': /dots.*_/,
		'jürgen': /a to z.*display name/, j: /at least 2/,
		['j'.repeat(21)]: /at most 20/, 'jan@example.org': /e-mail address/,
		'  ': /Choose a name/ };

	for (const [typed, why] of Object.entries(reasons)) {
		const answer = await new Visitor(url).register(typed);

		assert.equal(answer.status, 422, typed);
		assert.match(messages(answer.text)['register-username-bad'], why);
		assert.ok(answer.text.includes(`value="${typed}"`), typed);
	}
});

test('a name that sounds official is for hosts to give', async () => {
	const site = await borrowStack({ RETWIS_NAME: 'Café Müller', ...lean });
	const names = ['admin', 'Moderator', ' @SUPPORT ', '_root_', 'help',
		'security', 'host', 'system', 'cafe_muller', 'CafeMueller'];

	for (const name of names) {
		const answer = await new Visitor(site.url).register(name);

		assert.equal(answer.status, 422, name);
		assert.match(messages(answer.text)['register-username-bad'],
			/reserved for the people who run this site/);
	}
	assert.equal(await site.redis('EXISTS', 'users'), 0);
	// Who had it before keeps it.
	await member(site.url, 'kim');
	await site.redis('HSET', 'users', 'support',
		await site.redis('HGET', 'users', 'kim'));
	const visitor = new Visitor(site.url);

	assert.equal((await visitor.login('Support')).status, 303);
	await site.stop();
});

// docs/settings.md says so.
test('on a site for members, only who may register learns which names are taken', async () => {
	for (const [signup, says] of [['open', true], ['asked', true],
		['invited', false], ['closed', false]]) {
		const site = await borrowStack({ RETWIS_READERS: 'members',
			RETWIS_SIGNUP: signup, ...lean });
		const admin = adminOf(site);
		const answers = new Map();

		for (const name of ['anna', 'ben'])
			await admin(['add', name], { input: `${password}\n` });
		await admin(['delete', '--yes', 'ben']);
		for (const name of ['anna', 'ben', 'carl']) {
			const { status, text } = await new Visitor(site.url).post('/register',
				{ username: name, password, password2: password, who: 'Me' });

			answers.set(name, { status, text: text.replaceAll(name, 'NAME') });
		}
		const { anna, ben, carl } = Object.fromEntries(answers);

		assert.deepEqual(ben, anna, signup);
		if (says) {
			assert.match(anna.text, /name is taken/);
			assert.equal(carl.status, 303);
		} else {
			assert.equal(anna.status, 403);
			assert.deepEqual(carl, anna, signup);
		}
		await site.stop();
	}
});

// "é" as one code point, as Linux and Windows send it, and as two, as some
// keyboards do.
test('a password may be typed on any keyboard', async () => {
	const one = 'caf\u00e9 au lait', two = one.normalize('NFD');
	const visitor = new Visitor(url);
	const answer = await visitor.postRaw('/register', { username: 'juliette',
		password: two, password2: one });

	assert.equal(answer.status, 303);
	for (const typed of [one, two])
		assert.equal((await new Visitor(url).login('juliette', typed)).status,
			303);
	assert.equal((await new Visitor(url).login('juliette',
		'cafe au lait')).status, 401);
});

test('registration stores the classic keys, and no clear text', async () => {
	await member(url, 'stored');
	const id = await redis('HGET', 'users', 'stored');
	const user = await redis('HGETALL', `user:${id}`);

	assert.equal(user.username, 'stored');
	assert.match(user.password, /^\$argon2id\$v=19\$/);
	const age = Date.now() / 1000 -
		await redis('ZSCORE', 'users_by_time', 'stored');

	assert.ok(age >= -1 && age < 60, `registered ${age} s ago`);
});

test('every secret is a new one', async () => {
	const secrets = new Set();

	for (const name of ['same1', 'same2', 'same3'])
		secrets.add((await member(url, name)).cookies.get('auth'));
	assert.equal(secrets.size, 3);
});

test('a registration that was interrupted before its session is repaired', async () => {
	await member(url, 'cut');
	const id = await redis('HGET', 'users', 'cut');

	await redis('DEL', `sessions:${id}`);
	await redis('ZREM', 'users_by_time', 'cut');
	const visitor = new Visitor(url);

	assert.equal((await visitor.login('cut')).status, 303);
	assert.equal(heading((await visitor.get('/')).text), 'Home');
	assert.notEqual(await redis('ZSCORE', 'users_by_time', 'cut'), null);
});

test('a closed site takes no new member, and says so', async () => {
	const site = await borrowStack(closed);
	const visitor = new Visitor(site.url);
	const welcome = await visitor.get('/');

	assert.doesNotMatch(welcome.text, /\/register/);
	assert.match(welcome.text, /action="\/login"/);
	const page = await visitor.get('/register');

	assert.equal(page.status, 200);
	assert.match(page.text, /isn't open for registration/);
	assert.doesNotMatch(page.text, /<form/);
	const answer = await visitor.postRaw('/register', { username: 'late',
		password, password2: password });

	assert.equal(answer.status, 403);
	assert.match(answer.text, /isn't open for registration/);
	// A worker stores its sign of life, and the seal of the site's key; and
	// the first host stores its time zone.
	assert.deepEqual((await site.redis('KEYS', '*'))
		.filter((key) => !['{fanout}:workers', 'seal', 'zone'].includes(key)), []);
	await site.stop();
});
