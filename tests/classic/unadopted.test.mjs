// A classic database opens as it is, and the PHP original can still use it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bodies, count, heading, newest, pager, posts } from '../lib/page.mjs';
import { feedBodies } from '../lib/atom.mjs';
import { SecureVisitor, Visitor, member } from '../lib/visitor.mjs';
import { ours, secrets, startClassic, types, typesOf, withCookie }
	from './database.mjs';

const { url, redis, php } = await startClassic();
const nobody = new Visitor(url);
const grace = '/@Grace%20Hopper';

// The bodies of posts from..1 for which `by` is true, newest first.
function classic(from, by) {
	const texts = [];

	for (let i = from; i > 0; i--)
		if (by(i))
			texts.push(`classic post ${i}`);
	return texts;
}

const byGrace = (i) => i % 3 !== 0;
const byAntirez = (i) => i % 3 === 0;

test('a cookie of the PHP site still signs in', async () => {
	for (const [name, secret] of [['antirez', secrets.antirez],
		['Grace Hopper', secrets.grace], ['Ada', secrets.ada]]) {
		const home = await withCookie(url, secret).get('/');

		assert.equal(heading(home.text), 'Home');
		assert.ok(home.text.includes(`<bdi>@${name}</bdi>`));
	}
});

const digest = (text) => createHash('sha256').update(text).digest('hex');

test('feeds contain the posts, with their authors', async () => {
	const feed = async (path) => feedBodies((await nobody.get(path)).text);
	const secret = `${'f'.repeat(32)}3e9`;

	assert.deepEqual(await feed(`${grace}.atom`),
		classic(5000, byGrace).slice(0, 50));
	assert.ok((await feed('/timeline.atom')).includes('classic post 5000'));
	await redis('HSET', 'user:1001', 'feed', digest(secret));
	assert.ok((await feed(`/feed/${secret}.atom`))
		.includes('classic post 5000'));
	await redis('HDEL', 'user:1001', 'feed');
});

test('a clear-text password signs in once, and becomes a hash', async () => {
	const table = [[1000, 'antirez', 'p1pp0'],
		[1001, 'Grace Hopper', 'a moth!'], [1002, 'Ada', 'engine'],
		[1003, 'ada', 'loom'], [1004, "O'Neil/50%&co?", '<b>&"']];

	for (const [id, name, password] of table) {
		const wrong = await new Visitor(url).login(name, `${password}x`);
		const clear = await redis('HGET', `user:${id}`, 'password');
		const visitor = new Visitor(url);

		assert.equal(wrong.status, 401);
		assert.equal(clear, password);
		assert.equal((await visitor.login(name, password)).status, 303);
		assert.match(await redis('HGET', `user:${id}`, 'password'),
			/^\$argon2id\$/);
		assert.equal(visitor.cookies.get('auth'),
			await redis('HGET', `user:${id}`, 'auth'));
		assert.equal((await visitor.login(name, password)).status, 303);
		assert.equal((await new Visitor(url).login(name, clear + 'x'))
			.status, 401);
	}
});

// PHP has set the secret, and must find it again.
test('by HTTPS the cookie of the PHP site keeps its name', async () => {
	const visitor = new SecureVisitor(url);

	visitor.cookies.set('auth', secrets.grace);
	const home = await visitor.get('/');

	assert.equal(heading(home.text), 'Home');
	assert.equal(home.headers['set-cookie'], undefined);
	const back = new SecureVisitor(url);

	back.cookies.set('__Host-auth', 'f'.repeat(33));
	await back.login('O\'Neil/50%&co?', '<b>&"');
	assert.deepEqual([...back.cookies.keys()].sort(), ['auth', 'browser']);
	assert.equal(await php.session(back.cookies.get('auth')), '1004');
	assert.equal(heading((await back.get('/')).text), 'Home');
	const id = back.cookies.get('auth');

	await back.logout();
	assert.deepEqual([...back.cookies.keys()], ['browser']);
	assert.equal(await php.session(id), undefined);
});

test('a hash as a password does not sign in', async () => {
	const hash = await redis('HGET', 'user:1000', 'password');

	assert.equal((await nobody.postRaw('/login',
		{ username: 'antirez', password: hash })).status, 401);
});

test('an empty password does not sign in', async () => {
	for (const password of ['', ' ', 'x'])
		assert.notEqual((await nobody.postRaw('/login',
			{ username: 'Empty', password })).status, 303);
});

test('an interrupted registration is finished by signing in', async () => {
	const visitor = new Visitor(url);

	assert.equal((await visitor.login('Half', 'only half')).status, 303);
	assert.equal(heading((await visitor.get('/')).text), 'Home');
	assert.match(await redis('HGET', 'user:1006', 'auth'), /^[0-9a-f]{32,}$/);
	assert.ok(await redis('ZSCORE', 'users_by_time', 'Half') > 0);
});

test('a name is found as it is written first, and then folded', async () => {
	const id = async (name, password) => {
		const visitor = new Visitor(url);

		await visitor.login(name, password);
		return redis('HGET', 'auths', visitor.cookies.get('auth') ?? '');
	};

	assert.equal(await id('Ada', 'engine'), '1002');
	assert.equal(await id('ada', 'loom'), '1003');
	assert.equal(await id('ADA', 'loom'), '1003');
	assert.equal(await id('ANTIREZ', 'p1pp0'), '1000');
	assert.equal(await id('grace hopper', 'a moth!'), null);
});

test('a home page shows all of the classic list', async () => {
	const visitor = withCookie(url, secrets.grace);
	const { text } = await visitor.get('/');

	assert.deepEqual(bodies(text), ['The newest by Ada',
		...classic(5000, () => true).slice(0, 9)]);
	assert.deepEqual([count(text, 'Followers'), count(text, 'Following')],
		[1, 2]);
	const last = await visitor.get('/?start=4995');

	assert.deepEqual(bodies(last.text), classic(6, () => true));
});

// Reads a profile from its newest to its oldest post.
async function readAll(path) {
	const all = [];
	let next = path;

	for (let pages = 0; next; pages++) {
		const { status, text } = await nobody.get(next);
		const { Older } = pager(text);

		assert.equal(status, 200);
		assert.ok(pages < 600, 'there is no end');
		all.push(...bodies(text));
		next = Older && path + Older;
	}
	return all;
}

test('a profile shows what its member wrote, to the oldest', async () => {
	const shown = await readAll(grace);

	assert.equal(shown.length, 3334);
	assert.deepEqual(shown, classic(5000, byGrace));
	assert.deepEqual((await readAll('/@antirez')), classic(5000, byAntirez));
	assert.deepEqual(await readAll('/@Ada'), ['The newest by Ada']);
});

test('old posts are shown as text, whatever is in them', async () => {
	const { text } = await nobody.get(`/@${encodeURIComponent(
		"O'Neil/50%&co?")}`);

	assert.deepEqual(bodies(text), [
		'caf\ufffd in latin1, a bell \ufffd, a tab and\nbreaks',
		"<script>alert('classic')</script> & {{BODY}}"]);
	assert.doesNotMatch(text, /<script>/);
});

test('the timeline names the authors of old posts', async () => {
	const { text } = await nobody.get('/timeline');
	const shown = posts(text);

	assert.equal(shown.length, 50);
	assert.deepEqual(shown.slice(0, 4).map((p) => p.name),
		['Ada', "O'Neil/50%&co?", "O'Neil/50%&co?", 'Grace Hopper']);
	assert.equal(shown[0].when, '2014-07-22T00:46:43Z');
	assert.ok(newest(text).some((m) => m.path === grace));
	assert.equal((await nobody.get(shown[3].path)).status, 200);
});

test('a post grows the long lists, and trims none', async () => {
	const before = await redis('LRANGE', 'posts:1001', 0, -1);
	const visitor = withCookie(url, secrets.grace);

	assert.equal(before.length, 5001);
	assert.equal((await visitor.write('ours')).status, 303);
	const after = await redis('LRANGE', 'posts:1001', 0, -1);

	assert.deepEqual(after.slice(1), before);
	assert.equal(await redis('LINDEX', 'posts:1002', 0), after[0]);
	assert.equal(await redis('LLEN', 'posts:1002'), 3336);
	assert.equal(await redis('LLEN', 'timeline'), 1000);
	assert.deepEqual(bodies((await nobody.get(grace)).text).slice(0, 2),
		['ours', 'classic post 5000']);
});

test('nobody new takes an old name, and nothing is adopted', async () => {
	for (const name of ['antirez', 'ada'])
		assert.equal((await new Visitor(url).register(name)).status, 422);
	await member(url, 'newcomer');
	assert.equal(await redis('EXISTS', 'layout'), 0);
	assert.equal(await redis('HGET', 'users', 'newcomer'), '1007');
});

test('PHP finds our posts, follows and sessions', async () => {
	const visitor = await member(url, 'ours');
	const id = await redis('HGET', 'users', 'ours');

	await visitor.write('for PHP\nto read');
	await visitor.follow('antirez');
	assert.equal(await php.session(visitor.cookies.get('auth')), id);
	const [own] = await php.posts(`posts:${id}`);
	const [all] = await php.posts('timeline', 0, 50);

	assert.deepEqual(own, { name: 'ours', body: 'for PHP\nto read',
		time: own.time });
	assert.ok(Math.abs(own.time - Date.now() / 1000) < 60);
	assert.deepEqual(all, own);
	assert.equal(await php.isFollowing(id, 1000), true);
	assert.deepEqual(await php.counts(id), [0, 1]);
	assert.deepEqual(await php.counts(1000), [2, 0]);
	assert.equal((await php.newest())[0], 'ours');
	await visitor.logout();
	assert.equal(await php.session(visitor.cookies.get('auth') ?? ''),
		undefined);
});

test('we find what PHP writes in between', async () => {
	const id = await php.register('By PHP', 'secret');
	const visitor = new Visitor(url);

	assert.equal((await visitor.login('By PHP', 'secret')).status, 303);
	await php.follow(id, 1000);
	await php.write(1000, 'antirez by PHP');
	await php.write(id, 'mine by PHP');
	assert.deepEqual(bodies((await visitor.get('/')).text),
		['mine by PHP', 'antirez by PHP']);
	assert.deepEqual(bodies((await nobody.get('/@By%20PHP')).text),
		['mine by PHP']);
	assert.equal(posts((await nobody.get('/timeline')).text)[0].name,
		'By PHP');
	await php.logout(id);
	assert.match((await visitor.get('/')).text, /action="\/login"/);
});

test('PHP shows the text of a question with a date', async () => {
	const visitor = new Visitor(url);

	assert.equal((await visitor.login('ours')).status, 303);
	const answer = await visitor.post('/post', { status: 'Who comes along?',
		comes: '1', date: '2099-01-02', place: 'Here' });

	assert.equal(answer.status, 422); // that is too far ahead
	await visitor.post('/post', { status: 'Who comes along?', comes: '1' });
	const [shown] = await php.posts('timeline', 0, 1);

	assert.deepEqual([shown.name, shown.body], ['ours', 'Who comes along?']);
	const id = await redis('LINDEX', 'timeline', 0);
	const given = await visitor.post('/act', { answer: `${id}.0` });

	assert.equal(given.status, 303);
	assert.deepEqual(await redis('ZRANGE', `answers:${id}`, 0, 0),
		[`0 ${await redis('HGET', 'users', 'ours')}`]);
});

test('an old post is liked and reposted, and PHP reads it all', async () => {
	const ada = withCookie(url, secrets.ada);
	const old = 'classic post 4998';

	for (const button of ['repost', 'like'])
		assert.equal((await ada.post('/act', { [button]: 4998 })).status,
			303);
	// To PHP it is a line of text, also at Grace's, who follows Ada.
	for (const key of ['posts:1002', 'posts:1001', 'timeline']) {
		const [repost] = await php.posts(key, 0, 1);

		assert.deepEqual(repost, { name: 'Ada', time: repost.time,
			body: 'Reposted /@antirez/4998' }, key);
		assert.ok(Math.abs(repost.time - Date.now() / 1000) < 60);
	}
	assert.deepEqual(await php.post(4998), { name: 'antirez', body: old,
		time: 1405360000 + 4998 * 60 });
	const [post] = posts((await withCookie(url, secrets.grace)
		.get('/')).text);

	assert.deepEqual([post.name, post.body, Date.parse(post.when) / 1000],
		['antirez', old, 1405360000 + 4998 * 60]);
	const profile = await ada.get('/@Ada');

	assert.deepEqual(bodies(profile.text), [old, 'The newest by Ada']);
	assert.match(profile.text, /<bdi>@Ada<\/bdi><\/a> reposted/);
	assert.match((await nobody.get('/@antirez/4998')).text,
		/Liked by\s*<a href="\/@Ada">/);
	assert.deepEqual(bodies((await ada.get('/likes')).text), [old]);
	assert.equal((await ada.post('/act', { unrepost: 4998 })).status, 303);
	assert.deepEqual(bodies((await ada.get('/@Ada')).text),
		['The newest by Ada']);
});

test('every classic key keeps its classic type', async () => {
	for (const [key, type] of await typesOf(redis)) {
		const expected = types.find(([pattern]) => pattern.test(key));

		assert.ok(expected || ours.test(key), `what is ${key}?`);
		assert.equal(type, expected?.[1] ?? type, key);
	}
});
