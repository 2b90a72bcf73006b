// The session cookie over HTTPS: `__Host-auth`, which no other site can set,
// and what a plain `auth` still opens there. A trusted proxy says what is
// HTTPS.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { startStack } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';
import { SecureVisitor as Secure, Visitor, member, password } from '../lib/visitor.mjs';
import { heading } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';

const stack = await startStack({
	env: { RETWIS_TRUSTED_PROXIES: '127.0.0.1' } });
const { url, redis, port } = stack;
const https = { 'x-forwarded-proto': 'https' };
const [plain, host] = ['auth', '__Host-auth'];

// Somebody whose browser has these cookies, over HTTPS.
function withCookies(cookies) {
	const visitor = new Secure(url);

	visitor.cookies = new Map(Object.entries(cookies));
	return visitor;
}

async function secure(name) {
	const visitor = new Secure(url);

	assert.equal((await visitor.register(name)).status, 303);
	return visitor;
}

async function isSignedIn(visitor) {
	return heading((await visitor.get('/')).text) === 'Home';
}

// {name: line} of the session cookies that an answer sets.
function cookiesOf({ headers }) {
	return Object.fromEntries((headers['set-cookie'] ?? [])
		.map((line) => [line.split('=')[0], line])
		.filter(([name]) => !['browser', 'done'].includes(name)));
}

const gone = '=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure';

// [digest, entry] of the member's only session.
async function session(name) {
	const key = `sessions:${await redis('HGET', 'users', name)}`;
	const [digest, ...others] = await redis('HKEYS', key);

	assert.deepEqual(others, []);
	return [key, digest, await redis('HGET', key, digest)];
}

// As the previous version has left it.
async function unseal(name) {
	const [key, digest, entry] = await session(name);

	assert.match(entry, / \+A browser$/);
	await redis('HSET', key, digest, entry.replace('+', ''));
}

function sealed(name) {
	return until('it is sealed', async () =>
		(await session(name))[2].includes('+'));
}

test('by HTTPS each session gets the cookie that is safe', async () => {
	const anna = new Secure(url);
	const fresh = 'another horse battery';
	const answers = [await anna.register('anna')];

	answers.push(await anna.submit('/account/password',
		{ old: password, password: fresh, password2: fresh }));
	answers.push(await new Secure(url).login('anna', fresh));
	const { output } = await adminOf(stack)(['reset', 'anna']);

	answers.push(await new Secure(url).postRaw(
		output.match(/^\/reset\/\w+$/m)[0], { password, password2: password }));
	for (const answer of answers) {
		const cookies = cookiesOf(answer);

		assert.equal(answer.status, 303);
		assert.deepEqual(Object.keys(cookies), [host]);
		assert.match(cookies[host], new RegExp(`^${host}=[0-9a-f]{33,}; ` +
			'Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$'));
	}
});

test('a plain cookie that somebody planted opens nothing', async () => {
	const ben = await secure('ben');
	const eve = await member(url, 'eve');
	const planted = eve.cookies.get(plain), own = ben.cookies.get(host);

	// Made without HTTPS, and over HTTPS.
	for (const secret of [planted, own]) {
		assert.equal(await isSignedIn(withCookies({ [plain]: secret })),
			false);
		assert.equal(await isSignedIn(withCookies({ [plain]: secret,
			[host]: 'x' })), false);
		assert.equal(await isSignedIn(withCookies({ [plain]: secret,
			[host]: '' })), false);
	}
	ben.cookies.set(plain, planted);
	assert.match((await ben.get('/')).text, /href="\/@ben"/);
	assert.equal(await isSignedIn(withCookies({ [host]: planted })), true);
	// And without HTTPS everything is as it always was.
	const there = new Visitor(url);

	there.cookies.set(host, planted);
	assert.equal(await isSignedIn(there), false);
	assert.equal(await isSignedIn(eve), true);
});

test('a session of the version before moves over once', async () => {
	const carl = await secure('carl');
	const secret = carl.cookies.get(host);
	const csrf = await carl.csrf();
	const before = () => withCookies({ [plain]: secret });

	await unseal('carl');
	// The answer may be lost on its way.
	for (const method of ['GET', 'GET', 'HEAD']) {
		const cookies = cookiesOf(await before().send(method, '/'));

		assert.match(cookies[host], new RegExp(`^${host}=${secret}; `));
		assert.equal(cookies[plain], plain + gone);
	}
	// A form that was open the whole time, or the page that is not for
	// members.
	const open = before();

	assert.equal((await open.postRaw('/post', { csrf, status: 'here' })).status,
		303);
	assert.deepEqual([...open.cookies.keys()].sort(), [host, 'done']);
	assert.equal((await before().get('/nowhere')).status, 404);
	assert.equal(await isSignedIn(open), true);
	await sealed('carl');
	assert.equal(await isSignedIn(before()), false);
	const answer = await open.get('/');

	assert.equal(heading(answer.text), 'Home');
	assert.equal(answer.headers['set-cookie'], undefined);
	assert.match((await open.get('/account')).text, /<strong>A browser</);
});

// All of a member's browsers had one secret: each of them has to move.
test('so does the secret that browsers once shared, in each', async () => {
	const dora = await member(url, 'dora');
	const id = await redis('HGET', 'users', 'dora');
	const secret = 'd'.repeat(32) + Number(id).toString(16);

	await redis('DEL', `sessions:${id}`);
	await redis('HSET', `user:${id}`, 'auth', secret);
	await redis('HSET', 'auths', secret, id);
	for (let i = 0; i < 2; i++) {
		const browser = withCookies({ [plain]: secret });

		assert.equal(await isSignedIn(browser), true);
		assert.deepEqual([...browser.cookies], [[host, secret]]);
		assert.equal(await isSignedIn(browser), true);
		await until('it is claimed', async () =>
			await redis('HEXISTS', `user:${id}`, 'auth') === 0);
	}
	assert.match((await session('dora'))[2], / before the change$/);
	await dora.login('dora');
	await dora.logoutEverywhere();
	for (const name of [plain, host])
		assert.equal(await isSignedIn(withCookies({ [name]: secret })), false);
});

test('signing out deletes both, and signing in the rest', async () => {
	const emil = await secure('emil');
	const out = cookiesOf(await emil.logout());

	assert.deepEqual(out, { [host]: host + gone, [plain]: plain + gone });
	emil.cookies.set(plain, 'f'.repeat(33));
	const into = cookiesOf(await emil.postRaw('/login',
		{ username: 'emil', password }));

	assert.equal(into[plain], plain + gone);
	assert.deepEqual([...emil.cookies.keys()].sort(), [host, 'browser'].sort());
	// Moved and signed out by the same form: nothing restores the session.
	await emil.logout();
	await redis('DEL', `sessions:${await redis('HGET', 'users', 'emil')}`);
	await emil.login('emil');
	const csrf = await emil.csrf();
	const last = withCookies({ [plain]: emil.cookies.get(host) });

	await unseal('emil');
	assert.deepEqual(cookiesOf(await last.postRaw('/logout', { csrf })), out);
});

test('live updates take the same cookies', async () => {
	const fay = await secure('fay');
	const secret = fay.cookies.get(host);
	const watch = (name, headers) => openStream({ port }, '/live', undefined,
		{ Cookie: `${name}=${secret}`, ...headers });
	const isRefused = async (stream) => {
		await stream.until('the word that it ends', () =>
			stream.blocks.at(-1)?.event === 'end');
		stream.close();
	};

	await isRefused(watch(plain, https));
	await isRefused(watch(host));
	for (const stream of [watch(host, https), watch(plain)]) {
		await stream.tells(0, 0);
		stream.close();
	}
	// The stream of a page continues when its session moves in another
	// page.
	await unseal('fay');
	const old = watch(plain, https);

	await old.tells(0, 0);
	await fay.get('/');
	await sealed('fay');
	await fay.follow('fay');
	await (await secure('gus')).follow('fay');
	await old.tells(0, 1);
	old.close();
	await isRefused(watch(plain, https));
});
