// Registering: what is stored, and many at once who want the same name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack, closed } from '../lib/stack.mjs';
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

	assert.match(first.text, /Welcome, @<bdi>anna<\/bdi>/);
	const second = await visitor.get('/');

	assert.equal(heading(second.text), 'Home');
	assert.doesNotMatch(second.text, /Welcome, /);
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
