// Limits: 429, when to try again, what was typed, and everything works after
// that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexed } from '../lib/redis.mjs';
import { build, startStack } from '../lib/stack.mjs';
import { run } from '../lib/program.mjs';
import { request } from '../lib/http.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { acts, bodies, formFields, heading, messages } from '../lib/page.mjs';
import { note, signIn, typing } from '../lib/typing.mjs';

// This machine is a proxy that says where a visitor comes from.
const { url, redis, socket } = await startStack({ env: {
	RETWIS_LIMIT_SIGN_IN: '3/600', RETWIS_LIMIT_SIGN_IN_ADDRESS: '8/3600',
	RETWIS_LIMIT_SIGN_IN_NAME: '6/10000', RETWIS_LIMIT_SIGN_IN_DAY: '12/80000', RETWIS_LIMIT_REGISTER: '2/3600',
	RETWIS_LIMIT_POST: '3/240', RETWIS_LIMIT_FOLLOW: '2/60',
	RETWIS_LIMIT_LIKE: '2/60', RETWIS_LIMIT_SEARCH: '2/60',
	RETWIS_TRUSTED_PROXIES: '127.0.0.1',
} });

// The windows of all limits end at once; and known places are forgotten.
async function endWindows() {
	for (const what of ['limit:*', 'known:*'])
		for (const key of await redis('KEYS', what)) {
			assert.ok(await redis('TTL', key) > 0, key);
			await redis('DEL', key);
		}
}

const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await endWindows();
await member(url, 'carl');

// It says the same to a program and to a person.
function checkLimited(answer, seconds, unit, size) {
	const wait = Number(answer.headers['retry-after']);

	assert.equal(answer.status, 429);
	assert.ok(wait > seconds - 30 && wait <= seconds, `${wait}`);
	assert.match(answer.headers['content-type'], /^text\/html/);
	assert.ok(answer.text.includes(
		`Try again in ${Math.ceil(wait / size)} ${unit}.`), answer.text);
}

function login(address, username, secret) {
	return new Visitor(url).postRaw('/login',
		{ username, password: secret }, { 'x-forwarded-for': address });
}

// Wrong passwords, each of which gets the message for a wrong password.
async function guess(times, address, name) {
	for (let i = 0; i < times; i++)
		assert.equal((await login(address, name, 'wrong')).status, 401);
}

// ---- signing in ------------------------------------------------------------

test('after wrong passwords the sign-in form says when', async () => {
	await endWindows();
	await guess(3, '192.0.2.1', 'anna');
	for (const secret of ['wrong', password]) {
		const answer = await login('192.0.2.1', 'anna', secret);

		checkLimited(answer, 600, 'minutes', 60);
		assert.equal(heading(answer.text), 'Sign in');
		assert.match(messages(answer.text)['login-form-bad'],
			/^Too many attempts in a short time\. Try again in/);
		assert.deepEqual(formFields(answer.text, '/login'),
			{ username: 'anna', password: '' });
		assert.equal(answer.headers['set-cookie'], undefined);
	}
	// Members who are signed in remain so, and other addresses are not
	// affected.
	assert.equal(heading((await anna.get('/')).text), 'Home');
	assert.equal((await login('192.0.2.2', 'anna', password)).status, 303);
	await endWindows();
	assert.equal((await login('192.0.2.1', 'anna', password)).status, 303);
});

test('no number of good ones is refused', async () => {
	await endWindows();
	for (let i = 0; i < 10; i++)
		for (const name of ['anna', 'ben'])
			assert.equal((await login('192.0.2.1', name, password))
				.status, 303);
});

test('nobody guesses at a name from many addresses', async () => {
	await endWindows();
	assert.equal((await login('192.0.2.1', 'anna', password)).status, 303);
	for (let i = 1; i <= 6; i++)
		await guess(1, `203.0.113.${i}`, 'anna');
	await guess(2, '203.0.113.7', 'anna');
	checkLimited(await login('203.0.113.7', 'anna', 'wrong'),
		10000, 'hours', 3600);
	// And does not lock her out with it, even in a place where she never
	// was before.
	for (const address of ['192.0.2.1', '198.51.100.1'])
		assert.equal((await login(address, 'anna', password)).status, 303);
	assert.equal((await login('203.0.113.7', 'ben', password)).status, 303);
});

test('nobody guesses at many names from an address', async () => {
	await endWindows();
	assert.equal((await login('192.0.2.1', 'anna', password)).status, 303);
	for (let i = 0; i < 8; i++)
		await guess(1, '192.0.2.1', `nobody${i}`);
	checkLimited(await login('192.0.2.1', 'ben', 'wrong'),
		3600, 'minutes', 60);
	assert.equal((await login('192.0.2.1', 'anna', password)).status, 303);
	assert.equal((await login('192.0.2.2', 'ben', password)).status, 303);
});

// A stranger who guesses from the same address is somebody else.
test('a browser that has signed in before does so again', async () => {
	const at = (address, visitor, secret) => visitor.postRaw('/login',
		{ username: 'anna', password: secret },
		{ 'x-forwarded-for': address });
	const here = new Visitor(url);

	await endWindows();
	assert.equal((await at('192.0.2.1', here, password)).status, 303);
	here.cookies.delete('auth');
	await guess(3, '192.0.2.1', 'anna');
	assert.equal((await login('192.0.2.1', 'anna', password)).status, 429);
	for (let i = 1; i <= 3; i++)
		await guess(1, `203.0.113.${i}`, 'anna');
	assert.equal((await at('203.0.113.9', here, 'wrong')).status, 401);
	for (const address of ['192.0.2.1', '203.0.113.9', '203.0.113.10']) {
		assert.equal((await at(address, here, password)).status, 303);
		here.cookies.delete('auth');
	}
	// Only cookies that the site itself has made are recognised.
	const cookie = here.cookies.get('browser');

	assert.match(cookie, /^[0-9a-f]{32}$/);
	for (const word of ['', 'x', '0'.repeat(32), `${cookie}0`, '"', '%00']) {
		const other = new Visitor(url);

		other.cookies.set('browser', word);
		assert.equal((await at('192.0.2.1', other, password)).status, 429);
	}
});

test('48 bits of IPv6 are one address', async () => {
	await endWindows();
	await guess(1, '2001:db8:0:1::1', 'anna');
	await guess(1, '2001:db8:0:1:ffff::2', 'anna');
	await guess(1, '2001:db8:0:2::1', 'anna');
	assert.equal((await login('2001:db8:0:3::3', 'anna', 'x')).status, 429);
	assert.equal((await login('2001:db8:1:1::1', 'anna', 'x')).status, 401);
});

// Nor does a stranger in the same network lock out a member who is known there.
test('64 bits of IPv6 are a place', async () => {
	await endWindows();
	assert.equal((await login('2001:db8:0:1::1', 'anna', password)).status,
		303);
	await guess(3, '2001:db8:0:2::1', 'anna');
	assert.equal((await login('2001:db8:0:2::1', 'anna', password)).status,
		429);
	assert.equal((await login('2001:db8:0:1::9', 'anna', password)).status,
		303);
});

test('a name has a daily limit, from wherever one guesses', async () => {
	const here = new Visitor(url);
	const from = (address, secret) => here.postRaw('/login',
		{ username: 'anna', password: secret },
		{ 'x-forwarded-for': address });

	await endWindows();
	assert.equal((await from('192.0.2.1', password)).status, 303);
	here.cookies.delete('auth');
	for (let i = 1; i <= 12; i++)
		await guess(1, `203.0.113.${i}`, 'anna');
	for (const secret of ['wrong', password]) {
		const answer = await login('203.0.113.77', 'anna', secret);

		checkLimited(answer, 80000, 'hours', 3600);
		assert.match(messages(answer.text)['login-form-bad'],
			/ A host of this site can create a link for you/);
	}
	// Members who have been here before, or have this browser, are let in;
	// and a link works.
	assert.equal((await login('192.0.2.1', 'anna', password)).status, 303);
	assert.equal((await from('203.0.113.78', password)).status, 303);
	assert.equal((await login('203.0.113.77', 'ben', password)).status, 303);
	const { output } = await run(`${build}/retwis-admin`, ['reset', 'anna'],
		{ RETWIS_REDIS: `unix:retwis@${socket}` });
	const [path] = output.match(/\/reset\/[0-9a-f]+/);

	assert.equal((await new Visitor(url).postRaw(path, { password,
		password2: password }, { 'x-forwarded-for': '203.0.113.79' }))
		.status, 303);
});

test('a text that a session ended before is kept', async () => {
	const { visitor, fields } = await typing(url, 'carl');
	const status = '\nLong & "dear"';
	let page = await visitor.postRaw('/post', { ...fields, status });

	await endWindows();
	for (let i = 0; i < 4; i++)
		page = await signIn(visitor, page,
			{ username: 'carl', password: 'wrong' });
	checkLimited(page, 600, 'minutes', 60);
	assert.equal(formFields(page.text, '/login').status, status);
	await endWindows();
	page = await signIn(visitor, page, { username: 'carl', password });
	assert.equal(page.status, 200);
	assert.equal(formFields(page.text, '/post').status, status);
});

// ---- forwarded -------------------------------------------------------------

// From an address that is not one of our proxies, whatever it claims.
async function liar(forwarded) {
	const body = 'username=anna&password=wrong';
	const answer = await request(url, '/login', { method: 'POST', body,
		localAddress: '127.0.0.2', headers: {
			'content-type': 'application/x-www-form-urlencoded',
			'content-length': body.length,
			'x-forwarded-for': forwarded } });

	return answer.status;
}

test('a stranger does not say where it comes from', async () => {
	const seen = [];

	await endWindows();
	for (let i = 0; i < 5; i++)
		seen.push(await liar(`192.0.2.${i}`));
	assert.deepEqual(seen, [401, 401, 401, 429, 429]);
	assert.deepEqual(await redis('KEYS', 'limit:sign-in-address:*'),
		['limit:sign-in-address:127.0.0.2']);
});

test('nor by what it writes before our proxy does', async () => {
	const seen = [];

	await endWindows();
	for (let i = 0; i < 5; i++)
		seen.push((await login(`10.0.0.${i}, x, 192.0.2.1`, 'anna', 'x'))
			.status);
	assert.deepEqual(seen, [401, 401, 401, 429, 429]);
});

test('a proxy that adds a line of its own is understood', async () => {
	const seen = [];

	await endWindows();
	for (let i = 0; i < 5; i++)
		seen.push((await login([`10.0.0.${i}`, '192.0.2.1'], 'anna', 'x'))
			.status);
	assert.deepEqual(seen, [401, 401, 401, 429, 429]);
});

test('an address that makes no sense counts as the proxy', async () => {
	await endWindows();
	for (const forwarded of ['', ',', 'unknown', '<b>', '1'.repeat(3000),
		'192.0.2.1, 192.0.2.1:x', '%00', '[::', '"', ', '.repeat(1000)])
		assert.ok([401, 429].includes(
			(await login(forwarded, 'anna', 'x')).status), forwarded);
	assert.deepEqual(await redis('KEYS', 'limit:sign-in-address:*'),
		['limit:sign-in-address:127.0.0.1']);
});

// ---- registering -----------------------------------------------------------

test('after many registrations the form says when', async () => {
	const register = (username, address = '192.0.2.1') =>
		new Visitor(url).postRaw('/register',
			{ username, password, password2: password },
			{ 'x-forwarded-for': address });

	await endWindows();
	for (const name of ['one', 'two'])
		assert.equal((await register(name)).status, 303);
	const answer = await register('three');

	checkLimited(answer, 3600, 'minutes', 60);
	assert.equal(heading(answer.text), 'Register');
	assert.match(messages(answer.text)['register-form-bad'],
		/^Too many attempts/);
	assert.deepEqual(formFields(answer.text, '/register'),
		{ username: 'three', password: '', password2: '' });
	assert.equal(await redis('HEXISTS', 'users', 'three'), 0);
	assert.equal((await register('four', '192.0.2.2')).status, 303);
	await endWindows();
	assert.equal((await register('three')).status, 303);
});

// ---- members ---------------------------------------------------------------

test('after many posts the text comes back, and is stored later', async () => {
	await endWindows();
	// She has signed in more often than the number of sessions a member can
	// have.
	await anna.login('anna');
	for (const text of ['one', 'two', 'three'])
		assert.equal((await anna.write(text)).status, 303);
	const { text } = await anna.get('/');
	const form = { ...formFields(text, '/post'),
		status: '\n"four" & <more>\n', answers: 'Red\n\nBlue',
		several: '1', date: `${new Date().getUTCFullYear() + 1}-01-01`,
		place: 'Here' };
	const page = await anna.postRaw('/post', form);

	checkLimited(page, 240, 'minutes', 60);
	assert.equal(heading(page.text), 'Not posted yet');
	assert.match(note(page), /still here but hasn't been saved.*Try again in/);
	assert.deepEqual(formFields(page.text, '/post'), form);
	assert.equal((await ben.write('by ben')).status, 303);
	await endWindows();
	for (let i = 0; i < 2; i++)
		assert.equal((await anna.postRaw('/post',
			formFields(page.text, '/post'))).location, '/');
	assert.deepEqual(bodies((await anna.get('/@anna')).text),
		['"four" & <more>', 'three', 'two', 'one']);
});

test('a post for later counts as one', async () => {
	await endWindows();
	const at = new Date(Date.now() + 86400000).toISOString().slice(0, 16);
	const later = (status) => anna.post('/post', { status, at });

	for (const text of ['later one', 'later two', 'later three'])
		assert.equal((await later(text)).location, '/scheduled');
	const page = await later('later four');

	checkLimited(page, 240, 'minutes', 60);
	assert.equal(formFields(page.text, '/post').status, 'later four');
	assert.equal(formFields(page.text, '/post').at, at);
	assert.equal((await anna.write('now')).status, 429);
	assert.equal(await redis('ZCARD', '{later}:of:1'), 3);
	await endWindows();
	assert.equal((await later('later four')).location, '/scheduled');
});

test('a reply comes back as a reply', async () => {
	await endWindows();
	await ben.write('Who?');
	const [reply_to] = await redis('LRANGE', 'timeline', 0, 0);

	for (let i = 0; i < 3; i++)
		await anna.post('/post', { status: `${i}`, reply_to });
	const page = await anna.post('/post', { status: 'I!', reply_to });

	checkLimited(page, 240, 'minutes', 60);
	assert.equal(formFields(page.text, '/post').reply_to, reply_to);
	assert.match(page.text, /<blockquote[^>]*>\n<p class="body"[^>]*>Who\?</);
});

// Pressed until it is too often; a page says so, and undoing always works.
async function checkButton(button, seconds, unit, size) {
	const [id] = await redis('LRANGE', 'timeline', 0, 0);
	const press = (field) => anna.post('/act', { [field]: id });
	let page;

	await endWindows();
	for (let i = 0; i < 4; i++)
		page = await press(button);
	checkLimited(page, seconds, unit, size);
	assert.equal(heading(page.text), 'One moment, please.');
	assert.match(page.text, />Profile</);
	assert.equal((await press(`un${button}`)).status, 303);
	const [post] = acts((await anna.get('/timeline')).text)
		.filter((one) => one.id === Number(id));

	assert.equal(post[button].count, 0);
	assert.equal((await press(button)).status, 429);
	await endWindows();
	assert.equal((await press(button)).status, 303);
}

test('likes', () => checkButton('like', 60, 'seconds', 1));
test('reposts, which are posts', () =>
	checkButton('repost', 240, 'minutes', 60));

test('follows', async () => {
	const id = await redis('HGET', 'users', 'ben');
	const press = (button) => anna.post('/follow', { [button]: id });

	await endWindows();
	for (const button of ['follow', 'unfollow', 'follow'])
		assert.equal((await press(button)).location, '/@ben');
	const page = await press('follow');

	checkLimited(page, 60, 'seconds', 1);
	assert.equal(heading(page.text), 'One moment, please.');
	// To stop is always possible, and a form that stops nothing is another.
	assert.equal((await press('unfollow')).location, '/@ben');
	assert.equal(await redis('ZCARD', 'following:1'), 0);
	checkLimited(await press('unfollow'), 60, 'seconds', 1);
	await endWindows();
	assert.equal((await press('follow')).status, 303);
	assert.equal(await redis('ZCARD', 'following:1'), 1);
});

test('searches for words in posts, of a member or an address', async () => {
	await anna.post('/post', { status: 'sleet' });
	await indexed(redis);
	await endWindows();
	for (const visitor of [anna, new Visitor(url)]) {
		for (let i = 0; i < 2; i++)
			assert.equal((await visitor.get('/search?q=sleet')).status, 200);
		checkLimited(await visitor.get('/search?q=sleet'), 60, 'seconds', 1);
		// Words that no post has, and names.
		for (const q of ['nowhere', '@anna', ''])
			assert.equal((await visitor.get(`/search?q=${q}`)).status, 200);
	}
	assert.equal((await ben.get('/search?q=sleet')).status, 200);
	await endWindows();
	assert.equal((await anna.get('/search?q=sleet')).status, 200);
});

test('no counter has ever been left without an end', endWindows);
