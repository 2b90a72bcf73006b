// Requests that must be refused: from other sites, forms without csrf, cookies
// of any kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { writesOf } from '../lib/redis.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, heading } from '../lib/page.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const annaId = await redis('HGET', 'users', 'anna');
const benId = await redis('HGET', 'users', 'ben');
const host = new URL(url).host;

// What a browser says about the origin of a POST, and whether it is accepted.
const origins = [
	[{}, true],
	[{ 'sec-fetch-site': 'same-origin' }, true],
	[{ 'sec-fetch-site': 'none' }, true],
	[{ 'sec-fetch-site': 'same-site' }, false],
	[{ 'sec-fetch-site': 'cross-site' }, false],
	[{ 'sec-fetch-site': 'Same-Origin' }, false],
	[{ 'sec-fetch-site': 'same-origin, cross-site' }, false],
	[{ origin: url }, true],
	[{ origin: url.toUpperCase() }, true],
	[{ origin: `https://${host}` }, true],
	[{ origin: 'null' }, false],
	[{ origin: '' }, false],
	[{ origin: 'http://127.0.0.1' }, false],
	[{ origin: 'http://example.org' }, false],
	[{ origin: `http://${host}.example.org` }, false],
	[{ origin: `http://example.org/${url}` }, false],
	[{ origin: `http://x@${host}` }, false],
	[{ origin: host }, false],
	[{ origin: 'http://example.org', 'sec-fetch-site': 'same-origin' },
		true],
	[{ origin: url, 'sec-fetch-site': 'cross-site' }, false],
];

const actions = [
	['/post', { status: 'from elsewhere' }],
	['/follow', { follow: benId }],
	['/act', { like: 1 }],
	['/act', { repost: 1 }],
	['/act', { answer: '1.0' }],
	['/answer', { answer: '1.0', guests: 1 }],
	['/logout', {}],
];

const doors = [
	['/login', { username: 'ben', password: 'correct horse battery' }],
	['/register', { username: 'other', password: 'correct horse battery',
		password2: 'correct horse battery' }],
];

const expired = 'That form has expired.';
const notOurs = 'That form isn\'t from this site.';

async function forbidden(action, title = notOurs) {
	const before = await writesOf(redis);
	const answer = await action();

	assert.equal(answer.status, 403);
	assert.equal(heading(answer.text), title);
	assert.equal(answer.headers['set-cookie'], undefined);
	assert.equal(await writesOf(redis), before, 'something was changed');
}

for (const [headers, allowed] of origins)
	test(`a POST with ${JSON.stringify(headers)} is ` +
		(allowed ? 'ours' : 'refused'), async () => {
		// An empty form is refused by the page itself, so nothing
		// changes.
		const post = () => new Visitor(url).postRaw('/login', {}, headers);

		if (allowed)
			assert.equal((await post()).status, 422);
		else
			await forbidden(post);
	});

for (const [path, fields] of [...actions, ...doors])
	test(`${path} from another site changes nothing`, async () => {
		const elsewhere = { origin: 'http://example.org',
			'sec-fetch-site': 'cross-site' };

		await anna.csrf();
		await forbidden(() => anna.post(path, fields, elsewhere));
		await forbidden(() => new Visitor(url).postRaw(path, fields,
			elsewhere));
	});

for (const [path, fields] of actions)
	test(`${path} of a member needs the right csrf`, async () => {
		const own = await anna.csrf();
		// What was typed comes back in its form. A form with the csrf
		// of another session may come from a tab that was left open:
		// see stale.test.mjs.
		const typed = path === '/post' && 'Not posted yet';
		const wrong = [undefined, '', 'x', own.toUpperCase(), `${own}0`,
			own.slice(1), `${own} `, anna.cookies.get('auth')];

		for (const csrf of wrong)
			await forbidden(() => anna.postRaw(path,
				csrf === undefined ? fields : { ...fields, csrf }),
			typed || expired);
		const bens = await ben.csrf();

		await forbidden(() => anna.postRaw(path, { ...fields, csrf: bens }),
			typed || expired);
	});

test('the csrf of an old session is worth nothing', async () => {
	const visitor = await member(url, 'carl');
	const old = await visitor.csrf();

	await visitor.logout();
	await visitor.login('carl');
	assert.notEqual(await visitor.csrf(), old);
	await forbidden(() => visitor.postRaw('/post',
		{ status: 'x', csrf: old }), 'Not posted yet');
});

test('reading pages tell nothing to other sites and need no csrf', async () => {
	const page = await anna.get('/',
		{ 'sec-fetch-site': 'cross-site', origin: 'http://example.org' });

	assert.equal(page.status, 200);
	assert.equal(page.headers['access-control-allow-origin'], undefined);
});

const hex = '0123456789abcdef';
const secret = anna.cookies.get('auth');
const forged = [
	'auth=', 'auth', 'auth=x', `auth=${hex}${hex}`, `auth=${hex.repeat(400)}`,
	`auth=${secret}0`, `auth=${secret.slice(1)}`, `Auth=${secret}`,
	`xauth=${secret}`, `auth="${secret}"`, `auth =${secret}`,
	`auth=%27; auth2=${secret}`, 'auth=\x80\xff',
	'auth=a\tb', 'auth=*', 'auth=%s%n%s', 'auth=1 auths 2', ';;;=;==',
	`auth=username`, `auth=${'0'.repeat(32)}${Number(annaId).toString(16)}`,
	`auth=${secret.slice(0, 32)}${Number(benId).toString(16)}`,
	`auth=${secret.slice(0, 32)}`, `auth=${'0'.repeat(32)}ffffffffffffffff`, `a=b; c=d; auth=nobody; auth=${secret}`,
];

for (const cookie of forged)
	test(`no session by ${JSON.stringify(cookie).slice(0, 50)}`, async () => {
		const visitor = new Visitor(url);
		const welcome = await visitor.get('/', { cookie });

		assert.equal(welcome.status, 200);
		assert.match(welcome.text, /action="\/login"/);
		const timeline = await visitor.get('/timeline', { cookie });

		assert.equal(timeline.status, 200);
		assert.doesNotMatch(timeline.text, /Sign out/);
		const post = await visitor.postRaw('/post', { status: 'x' },
			{ cookie });

		assert.equal(post.status, 401);
		assert.equal(heading(post.text), 'Sign in');
	});

test('a session is found among other cookies', async () => {
	for (const cookie of [`a=1; auth=${secret}; b=2`, `auth=${secret};a=1`,
		`a=1;auth=${secret}`, `=; auth=${secret} ; c`]) {
		const home = await new Visitor(url).get('/', { cookie });

		assert.equal(heading(home.text), 'Home', cookie);
	}
});

test('the cookie of a rotated session signs nobody in', async () => {
	const visitor = await member(url, 'rotated');
	const cookie = `auth=${visitor.cookies.get('auth')}`;
	const id = await redis('HGET', 'users', 'rotated');

	await visitor.logout();
	// Even if the hint in `auths` was left behind: the member's hash
	// decides.
	await redis('HSET', 'auths', cookie.slice(5), id);
	for (const path of ['/', '/timeline', '/@rotated']) {
		const page = await new Visitor(url).get(path, { cookie });

		assert.equal(page.status, 200);
		assert.doesNotMatch(page.text, /Sign out/);
	}
	const post = await new Visitor(url).postRaw('/post', { status: 'x' },
		{ cookie });

	assert.equal(post.status, 401);
});

test('a hint to a member who is gone signs nobody in', async () => {
	await redis('HSET', 'auths', hex, 424242);
	const home = await new Visitor(url).get('/', { cookie: `auth=${hex}` });

	assert.equal(home.status, 200);
	assert.match(home.text, /action="\/login"/);
});

test('none of this has stored anything', async () => {
	assert.deepEqual(bodies((await anna.get('/timeline')).text), []);
	assert.equal(await redis('ZCARD', `following:${annaId}`), 0);
	assert.equal(await redis('HEXISTS', 'users', 'other'), 0);
});
