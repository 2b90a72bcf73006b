// Coming, staying signed in, and going.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack, closed } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { formValue, heading, messages } from '../lib/page.mjs';

const { url, redis } = await borrowStack();

test('the welcome page has a form to sign in, and leads to the other', async () => {
	const page = await new Visitor(url).get('/');

	assert.equal(page.status, 200);
	assert.match(page.text, /<form method="post" action="\/login">/);
	assert.match(page.text, /<a class="button" href="\/register">/);
	assert.doesNotMatch(page.text, /action="\/post"/);
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

test('a member signs in, in any capitals, and stays so', async () => {
	await member(url, 'clara');
	for (const name of ['clara', 'Clara', 'CLARA']) {
		const visitor = new Visitor(url);
		const answer = await visitor.login(name);

		assert.equal(answer.status, 303, name);
		assert.equal(answer.location, '/');
		const home = await visitor.get('/');

		assert.match(home.text, /<a href="\/@clara">/);
	}
});

test('signed in, the forms to sign in and to register lead home', async () => {
	const visitor = await member(url, 'inside');

	for (const path of ['/login', '/register']) {
		const answer = await visitor.get(path);

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/');
	}
});

test('signed out, the forms stand on their own pages', async () => {
	for (const path of ['/login', '/register']) {
		const page = await new Visitor(url).get(path);

		assert.equal(page.status, 200);
		assert.match(page.text,
			new RegExp(`<form method="post" action="${path}">`));
		assert.deepEqual(messages(page.text), {});
	}
});

test('signed out, what needs a member leads to the sign-in', async () => {
	for (const path of ['/post', '/follow']) {
		const answer = await new Visitor(url).postRaw(path,
			{ follow: '1' });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/login');
	}
	const leave = await new Visitor(url).get('/logout');

	assert.equal(leave.location, '/');
});

test('the cookies are for a year, for pages of this site only', async () => {
	const answer = await new Visitor(url).register('cookie');
	const table = [['auth', /^[0-9a-f]{32,}$/, '/'],
		['browser', /^[0-9a-f]{32}$/, '/login']];
	const lines = answer.headers['set-cookie'];

	assert.equal(lines.length, table.length);
	for (const [i, [name, form, path]] of table.entries()) {
		const [value, ...attributes] = lines[i].split('; ');

		assert.equal(value.split('=')[0], name);
		assert.match(value.split('=')[1], form);
		assert.deepEqual(attributes.sort(), ['HttpOnly',
			'Max-Age=31536000', `Path=${path}`, 'SameSite=Lax']);
	}
});

test('every secret is a new one', async () => {
	const secrets = new Set();

	for (const name of ['same1', 'same2', 'same3'])
		secrets.add((await member(url, name)).cookies.get('auth'));
	assert.equal(secrets.size, 3);
});

test('signing out asks first, and by POST only', async () => {
	const visitor = await member(url, 'asked');
	const page = await visitor.get('/logout');

	assert.equal(heading(page.text), 'Sign out');
	assert.ok(formValue(page.text, 'csrf'));
	assert.equal(heading((await visitor.get('/')).text), 'Home');
});

test('signing out ends the session of this browser', async () => {
	const phone = await member(url, 'both');
	const desk = new Visitor(url);

	await desk.login('both');
	const secret = phone.cookies.get('auth');

	assert.notEqual(desk.cookies.get('auth'), secret);
	const answer = await phone.logout();

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	assert.match(answer.headers['set-cookie'][0], /^auth=; .*Max-Age=0/);
	assert.deepEqual([...phone.cookies.keys()], ['browser']);
	phone.cookies.set('auth', secret);
	assert.match((await phone.get('/')).text, /action="\/login"/);
	assert.equal(heading((await desk.get('/')).text), 'Home');
});

test('signing out everywhere ends all of them', async () => {
	const phone = await member(url, 'lost');
	const desk = new Visitor(url);

	await desk.login('lost');
	assert.equal((await desk.logoutEverywhere()).location, '/');
	assert.deepEqual([...desk.cookies.keys()], ['browser']);
	assert.match((await phone.get('/')).text, /action="\/login"/);
	assert.equal((await phone.login('lost')).status, 303);
	assert.equal(heading((await phone.get('/')).text), 'Home');
});

test('the database knows no secret that opens a session', async () => {
	const { cookies } = await member(url, 'safe');

	for (const key of await redis('KEYS', '*')) {
		const type = await redis('TYPE', key);
		const all = type === 'hash' ? await redis('HGETALL', key) : key;

		assert.ok(!JSON.stringify(all).includes(cookies.get('auth')), key);
	}
});

test('after signing out one signs in again', async () => {
	const visitor = await member(url, 'back');

	await visitor.logout();
	assert.equal((await visitor.login('back')).status, 303);
	assert.equal(heading((await visitor.get('/')).text), 'Home');
});

test('a registration cut off before its session is mended', async () => {
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
	// A worker says that it is there, and which key the site has; and the first
	// host tells its time zone.
	assert.deepEqual((await site.redis('KEYS', '*'))
		.filter((key) => !['{fanout}:workers', 'seal', 'zone'].includes(key)), []);
	await site.stop();
});
