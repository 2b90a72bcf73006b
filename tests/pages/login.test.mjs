// Signing in, and staying signed in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { messages } from '../lib/page.mjs';

const { url, redis } = await borrowStack();

test('the welcome page has a form to sign in, and leads to the other', async () => {
	const page = await new Visitor(url).get('/');

	assert.equal(page.status, 200);
	assert.match(page.text, /<form method="post" action="\/login">/);
	assert.match(page.text, /<a class="button" href="\/register">/);
	assert.doesNotMatch(page.text, /action="\/post"/);
});

test('a member signs in, however the name is typed, and stays signed in', async () => {
	await member(url, 'clara');
	for (const name of ['clara', 'Clara', 'CLARA', 'clara ', ' @Clara',
		'\u2068@clara\u2069', 'clara\u00a0']) {
		const visitor = new Visitor(url);
		const answer = await visitor.login(name);

		assert.equal(answer.status, 303, name);
		assert.equal(answer.location, '/');
		const home = await visitor.get('/');

		assert.match(home.text, /<a href="\/@clara">/);
	}
});

test('signed in, the forms to sign in and to register redirect home', async () => {
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
			new RegExp(`<form method="post" action="${path}"[ >]`));
		assert.deepEqual(messages(page.text), {});
	}
});

test('signed out, pages for members redirect to the sign-in', async () => {
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

test('the database knows no secret that opens a session', async () => {
	const { cookies } = await member(url, 'safe');

	for (const key of await redis('KEYS', '*')) {
		const type = await redis('TYPE', key);
		const all = type === 'hash' ? await redis('HGETALL', key) : key;

		assert.ok(!JSON.stringify(all).includes(cookies.get('auth')), key);
	}
});

test('no page reaches the remains of a lost race', async () => {
	const anna = await member(url, 'anna');
	const orphan = await redis('INCR', 'next_user_id');

	await redis('HSET', `user:${orphan}`, 'username', 'wanted', 'password',
		'x', 'auth', 'f'.repeat(32));
	const answer = await anna.post('/follow', { follow: orphan });

	assert.equal(answer.status, 404);
	assert.equal(await redis('EXISTS', `followers:${orphan}`), 0);
	const home = await new Visitor(url).get('/',
		{ cookie: `auth=${'f'.repeat(32)}` });

	assert.match(home.text, /action="\/login"/);
});
