// A private feed: made, replaced, revoked, and read by all who know its address
// and nobody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { parseFeed, type } from '../lib/atom.mjs';
import { bodies, formValue } from '../lib/page.mjs';
import { fastcgi, variables } from '../lib/program.mjs';
import { writesOf } from '../lib/redis.mjs';

const { url, redis, var: folder } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.follow('anna');
await anna.write('Hello, #all');
await ben.write('I am Ben.');
await (await member(url, 'carl')).write('not for Ben');

function addressOf(page) {
	return page.text.match(/<input id="address"[^>]*value="([^"]*)"/)?.[1];
}

// Whether the page says that there is a feed.
async function hasFeed(visitor) {
	return (await visitor.get('/feed')).text.includes('You have an address.');
}

function headingOf(page) {
	return page.text.match(/<h1>(.*)<\/h1>/)[1];
}

function buttonsOf(page) {
	return [...page.text.matchAll(/<button [^>]*name="feed" value="(\w+)"/g)]
		.map(([, value]) => value);
}

async function switchOff(visitor) {
	const answer = await visitor.post('/feed', { feed: 'off' });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/feed');
}

test('a private feed is made, replaced and switched off', async () => {
	assert.equal(await hasFeed(ben), false);
	const one = await ben.makeFeed();

	assert.match(one, /^\/feed\/[0-9a-f]{33,}\.atom$/);
	assert.equal(await hasFeed(ben), true);
	assert.equal((await nobody.get(one)).status, 200);
	const two = await ben.makeFeed();

	assert.notEqual(two, one);
	assert.equal((await nobody.get(one)).status, 404);
	assert.equal((await nobody.get(two)).status, 200);
	for (let i = 0; i < 2; i++) {
		await switchOff(ben);
		assert.equal(await hasFeed(ben), false);
		assert.equal((await nobody.get(two)).status, 404);
	}
});

test('what breaks readers asks first, and asking changes nothing', async () => {
	const dora = await member(url, 'dora');
	const questions = { new: 'Create a new address?',
		off: 'Turn the private feed off?' };

	for (const feed of Object.keys(questions))
		assert.equal(headingOf(await dora.get(`/feed?feed=${feed}`)),
			'Private feed');
	const address = await dora.makeFeed();

	assert.deepEqual(buttonsOf(await dora.get('/feed')), []);
	for (const [feed, heading] of Object.entries(questions)) {
		const page = await dora.get(`/feed?feed=${feed}`);

		assert.equal(page.status, 200);
		assert.equal(headingOf(page), heading);
		assert.deepEqual(buttonsOf(page), [feed]);
	}
	assert.equal(headingOf(await dora.get('/feed?feed=x')), 'Private feed');
	assert.equal((await nobody.get(address)).status, 200);
});

test('the address is shown once, and Redis does not know it', async () => {
	const { headers, text } = await ben.post('/feed', { feed: 'new' });
	const [, secret] = addressOf({ text }).match(/([0-9a-f]+)\.atom$/);

	assert.equal(headers['cache-control'], 'no-store');
	assert.equal(addressOf(await ben.get('/feed')), undefined);
	const stored = await redis('HGET',
		`user:${await redis('HGET', 'users', 'ben')}`, 'feed');

	assert.match(stored, /^[0-9a-f]{64}$/);
	assert.equal((await nobody.get(`/feed/${secret}.atom`)).status, 200);
	assert.equal((await nobody.get(`/feed/${stored}.atom`)).status, 404);
});

test('it shows home, and gives away neither address nor cookie', async () => {
	const path = await ben.makeFeed();
	const answer = await nobody.get(path);
	const feed = parseFeed(answer.text);

	assert.equal(answer.headers['content-type'], type);
	assert.equal(answer.headers['cache-control'], 'private, no-cache');
	assert.equal(answer.headers['referrer-policy'], 'same-origin');
	assert.equal(answer.headers['set-cookie'], undefined);
	assert.ok(!answer.text.includes(path.split(/[/.]/)[2]));
	assert.deepEqual(feed.entries.map((entry) => entry.body),
		bodies((await ben.get('/')).text));
	assert.equal(feed.entries.length, 2);
	assert.equal(feed.title, 'Home page of @ben · Retwis');
	assert.equal(feed.self, undefined);
	assert.equal(feed.page, `${url}/`);
	assert.equal(feed.id, `${url}/@ben#home`);
	assert.equal((await nobody.get(path,
		{ 'if-none-match': answer.headers.etag })).status, 304);
	for (const page of ['/', '/timeline', '/@ben'])
		assert.ok(!(await ben.get(page)).text.includes('/feed/'), page);
});

test('it shows what was reposted, and by whom', async () => {
	await anna.post('/act', { repost: 3 });
	const { entries: [entry] } = parseFeed(
		(await nobody.get(await ben.makeFeed())).text);

	assert.equal(entry.title, '@anna reposted: not for Ben');
	assert.equal(entry.body, 'not for Ben');
	assert.equal(entry.author, 'carl');
	assert.equal(entry.page, `${url}/@carl/3`);
	assert.match(entry.id, /:post\/3$/);
});

test('it is the same for everybody who asks', async () => {
	const path = await ben.makeFeed();
	const plain = await nobody.get(path);

	for (const visitor of [anna, ben]) {
		const answer = await visitor.get(path);

		assert.equal(answer.text, plain.text);
		assert.equal(answer.headers['cache-control'],
			'private, no-cache');
	}
});

test('it outlives sessions, and opens none', async () => {
	const hans = await member(url, 'hans');
	const path = await hans.makeFeed();
	const [, secret] = path.match(/([0-9a-f]+)\.atom$/);
	const session = hans.cookies.get('auth');

	await hans.logout();
	assert.equal((await nobody.get(path)).status, 200);
	for (const cookie of [`auth=${secret}`, `feed=${secret}`])
		assert.match((await nobody.get('/', { cookie })).text,
			/action="\/login"/);
	await hans.login('hans');
	for (const wrong of [session, hans.cookies.get('auth'),
		await hans.csrf(), secret.slice(0, 32), `${secret}0`,
		`0${secret}`, secret.toUpperCase().replace(/\d/g, 'A'), '', 'x',
		'%01', `${secret}%01`, '*', '..', `${secret}%2Eatom`,
		'x'.repeat(4000)])
		assert.equal((await nobody.get(`/feed/${wrong}.atom`)).status,
			404, wrong);
	for (const wrong of [`/feed/${secret}`, `/feed/${secret}.atom/`,
		`/feed//${secret}.atom`, `/feed/x/${secret}.atom`, '/feed/',
		`/feed/?${secret}.atom`])
		assert.equal((await nobody.get(wrong)).status, 404, wrong);
});

test('a member who is gone has no feed', async () => {
	const ida = await member(url, 'ida');
	const path = await ida.makeFeed();

	await redis('DEL', `user:${await redis('HGET', 'users', 'ida')}`);
	assert.equal((await nobody.get(path)).status, 404);
});

test('your own profile leads to the page, and no other does', async () => {
	const link = /<a href="\/feed">Private feed and calendar<\/a>/;

	assert.match((await anna.get('/@anna')).text, link);
	assert.doesNotMatch((await anna.get('/@ben')).text, link);
	assert.doesNotMatch((await nobody.get('/@anna')).text, link);
});

test('only a member makes one, and only by the form', async () => {
	const before = await writesOf(redis);

	for (const answer of [await nobody.get('/feed'),
		await nobody.postRaw('/feed', { feed: 'new' })]) {
		assert.equal(answer.status, 303);
		assert.match(answer.location, /^\/login(\?|$)/);
	}
	for (const csrf of ['', 'forged', await ben.csrf()])
		assert.equal((await anna.postRaw('/feed',
			{ feed: 'new', csrf })).status, 403);
	assert.equal((await anna.post('/feed', { feed: 'new' },
		{ 'sec-fetch-site': 'cross-site' })).status, 403);
	for (const feed of ['', 'x', 'NEW', 'new '])
		assert.equal((await anna.post('/feed', { feed })).status, 400);
	const put = await anna.send('PUT', '/feed', { 'content-length': 0 });

	assert.equal(put.status, 405);
	assert.equal(put.headers.allow, 'GET, HEAD, POST');
	assert.equal(await writesOf(redis), before);
	assert.equal(formValue((await anna.get('/feed')).text, 'csrf'),
		await anna.csrf());
});

test('without a good host the address has none', async () => {
	const body = `feed=new&csrf=${await ben.csrf()}`;
	const answer = await fastcgi(`${folder}/feed.sock`, variables('POST',
		'/feed', body, { HTTP_HOST: 'a"b<', HTTP_COOKIE:
			`auth=${ben.cookies.get('auth')}` }), body);

	assert.equal(answer.status, 200);
	assert.match(addressOf(answer), /^\/feed\/[0-9a-f]+\.atom$/);
});
