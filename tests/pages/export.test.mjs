// A member's download: a zip with everything of the member, and nothing of
// anybody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formValue, heading } from '../lib/page.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { unzip } from '../lib/unzip.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';

const stack = await borrowStack(lean);
const { url } = stack;
const redis = openRedis(stack.socket);

const FILES = ['retwis.json', 'profile.json', 'posts.json', 'replies.json',
	'archive.json', 'reposts.json', 'likes.json', 'saved.json', 'answers.json',
	'following.json', 'followers.json', 'quiet.json', 'notices.json', 'invitations.json', 'posts.html'];

const ask = (visitor) => visitor.submit('/account/export');

// {name: contents}, with the page as it is.
async function copyOf(visitor) {
	const answer = await ask(visitor);

	assert.equal(answer.status, 200, answer.text);
	const files = unzip(answer.bytes);

	assert.deepEqual(Object.keys(files), FILES);
	return Object.fromEntries(Object.entries(files).map(([name, text]) =>
		[name, name.endsWith('.json') ? JSON.parse(text) : text]));
}

const idOf = (answer) => Number(answer.location.match(/\d+$/)[0]);
const isNow = (time) => Math.abs(Date.now() / 1000 - time) < 120;

// All texts of others, and all secrets.
const foreign = ['A secret of bob', 'Bob answers', 'Bob is quiet'];
const nasty = '"quotes" \\back\\ <b>&amp;</b> </script> \u2028 🦊\nand two\n\n lines';

async function people() {
	await redis('FLUSHALL');
	const anna = await member(url, 'anna');
	const bob = await member(url, 'bob');

	await anna.follow('bob');
	await bob.follow('anna');
	await bob.post('/bio', { bio: 'Bob is quiet' });
	await anna.post('/bio', { bio: 'I "row".' });
	return { anna, bob };
}

test('all that is the member\'s own, each once', async () => {
	const { anna, bob } = await people();

	await bob.write('A secret of bob');
	await anna.write(nasty);
	assert.equal(await redis('HGET', 'post:2', 'body'),
		nasty.replace('\u2028', '\n'));
	// Earlier versions stored U+2028 as it was.
	await redis('HSET', 'post:2', 'body', nasty);
	const reply = idOf(await anna.post('/post',
		{ status: 'Me too, @bob', reply_to: 1 }));

	await bob.post('/post', { status: 'Bob answers', reply_to: 2 });
	await anna.post('/act', { like: 1 });
	await anna.post('/act', { save: 1 });
	await anna.post('/act', { repost: 1 });
	await bob.post('/act', { like: 2 });
	await anna.submit('/invitations', { uses: 3, days: 7 });
	await redis('ZADD', 'archive:1', 7, '7 1236000007\nold friend\n\nThen');
	await redis('ZADD', 'notices:1', 1, 'ended 1 0');
	const files = await copyOf(anna);
	const { time } = files['posts.json'][0];

	assert.ok(isNow(time));
	assert.deepEqual(files['posts.json'], [{ id: 2, time, body: nasty,
		mentions: '', likes: 1, reposts: 0 }]);
	assert.deepEqual(files['replies.json'].map(({ time: _, ...rest }) => rest),
		[{ id: reply, body: 'Me too, @bob', mentions: 'bob', likes: 0,
			reposts: 0, reply_to: 1, reply_name: 'bob' }]);
	assert.deepEqual(files['archive.json'], [{ id: 7, time: 1236000007,
		body: 'Then', mentions: '', likes: 0, reposts: 0, reply_to: 0,
		reply_name: 'old friend' }]);
	for (const name of ['reposts', 'likes', 'saved']) {
		const [one, ...others] = files[`${name}.json`];

		assert.ok(isNow(one.time), name);
		assert.deepEqual([one.post, one.username, others.length],
			[1, 'bob', 0]);
	}
	for (const name of ['following', 'followers'])
		assert.deepEqual(files[`${name}.json`].map((f) => f.username),
			['bob']);
	assert.deepEqual(files['notices.json'].map((n) =>
		[n.kind, n.post, n.username, isNow(n.time)]),
	[['ended', 1, 'bob', false], ['follow', undefined, 'bob', true],
		['reply', 4, 'bob', true], ['like', 2, 'bob', true]]);
	assert.deepEqual(files['invitations.json'].map(({ end, ...rest }) =>
		[isNow(end - 7 * 86400), rest]),
	[[true, { uses: 3, left: 3, guests: [] }]]);
	const { registered, ...profile } = files['profile.json'];

	assert.ok(isNow(registered));
	assert.deepEqual(profile, { id: 1, username: 'anna', name: '',
		bio: 'I "row".' });
	const { made, origin, ...site } = files['retwis.json'];

	assert.ok(isNow(made));
	assert.match(origin, /^[0-9a-f]{32}$/);
	assert.deepEqual(site, { format: 'retwis', version: 1, site: 'Retwis' });
	assert.equal((await copyOf(bob))['retwis.json'].origin, origin);
});

test('questions: what the member asked, and how the member answered', async () => {
	const { anna, bob } = await people();
	const ends = Math.floor(Date.now() / 60000) * 60 + 7200;

	await anna.post('/post', { status: 'Well?', answers: 'Red\r\nBlue',
		several: '1', secret: '1', date: '2027-03-01', place: 'Hall 3' });
	await redis('HSET', 'post:1', 'announced', '1800000000', 'question',
		`${ends} several secret\nRed\nBlue`);
	await bob.post('/post', { status: 'Who comes?', comes: '1' });
	await redis('ZADD', 'answered:1', '7', '1', '8', '2', '9', '77');
	await redis('ZADD', 'answers:1', '1', '0 1', '2', '1 1', '3', '1', '4', '1 2');
	await redis('ZADD', 'answers:2', '1', '0 1', String(10 * 2 ** 40 + 3), '1');
	const files = await copyOf(anna);
	const { question, date, announced_until: until } = files['posts.json'][0];

	assert.equal(until, 1800000000);
	assert.deepEqual(question, { answers: ['Red', 'Blue'], ends, several: true,
		secret: true });
	assert.deepEqual([date.all_day, date.cancelled, date.place, date.ends],
		[true, false, 'Hall 3', 0]);
	assert.deepEqual(files['answers.json'], [
		{ post: 1, username: 'anna', time: 7, answers: ['Red', 'Blue'], guests: 0 },
		{ post: 2, username: 'bob', time: 8, answers: ['Yes'], guests: 2 }]);
	assert.deepEqual((await copyOf(bob))['answers.json'], []);
});

test('it contains no text by others, and no secret', async () => {
	const { anna, bob } = await people();

	await bob.write('A secret of bob');
	await anna.post('/post', { status: 'Hm', reply_to: 1 });
	await bob.post('/post', { status: 'Bob answers', reply_to: 2 });
	await anna.post('/act', { like: 1, repost: 1 });
	await anna.post('/act', { repost: 1 });
	await anna.submit('/invitations', { uses: 3, days: 7 });
	const feed = (await anna.makeFeed()).match(/[0-9a-f]{32,}/)[0];
	const texts = Object.values(unzip((await ask(anna)).bytes)).join('\n');
	const user = await stack.redis('HGETALL', 'user:1');
	const secrets = [user.password, user.feed, feed,
		anna.cookies.get('auth'), anna.cookies.get('browser'),
		...Object.keys(await stack.redis('HGETALL', 'sessions:1')),
		...await redis('ZRANGE', 'invites:1', 0, -1)];

	assert.ok(secrets.length >= 7 && secrets.every((s) => s.length >= 32));
	for (const text of [...secrets, ...foreign])
		assert.ok(!texts.includes(text), text);
	assert.doesNotMatch(texts, /argon2/);
});

test('the page in it shows the posts, and loads nothing', async () => {
	const { anna } = await people();

	await anna.write('<script>alert(1)</script>\n"two" lines & http://a.de');
	await redis('ZADD', 'archive:1', 7, '7 1236000007\n\n\nFrom <there>');
	const { 'posts.html': html } = await copyOf(anna);

	assert.match(html, /^<!DOCTYPE html>/);
	assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;<br>&quot;two&quot; lines &amp; http/);
	assert.match(html, /From &lt;there&gt;/);
	assert.match(html, /That's all\./);
	assert.match(html, /<\/html>\s*$/);
	assert.doesNotMatch(html, /<script|src=|href=|url\(|@import/i);
	assert.equal(html.split('<article>').length, 3);
	const { 'posts.html': none } = await copyOf(await member(url, 'empty'));

	assert.match(none, /No posts yet\./);
	assert.doesNotMatch(none, /<article|Imported posts/);
});

test('its name, and that it is cached nowhere', async () => {
	const { anna } = await people();
	const { headers, bytes } = await ask(anna);
	const [session] = await redis('HVALS', 'sessions:1');
	const [day] = session.match(/\d{4}-\d\d-\d\d/);

	assert.equal(headers['content-disposition'],
		`attachment; filename="retwis-anna-${day}.zip"`);
	assert.equal(headers['content-type'], 'application/zip');
	assert.equal(headers['cache-control'], 'no-store');
	assert.equal(headers['content-length'], undefined);
	assert.equal(headers['content-encoding'], undefined);
	// The lock has been released.
	assert.deepEqual(await redis('KEYS', 'lock:*'), []);
	// No reader should need to support the larger format.
	assert.equal(bytes.indexOf('PK\x06\x06'), -1);
	await redis('HSET', 'user:1', 'username', 'a"\r\nb/../é');
	await redis('HSET', 'users', 'a"\r\nb/../é', 1);
	assert.match((await ask(anna)).headers['content-disposition'],
		/^attachment; filename="retwis-a___b______-[\d-]+\.zip"$/);
});

test('waiting and suspended members can download it, too', async () => {
	const { anna } = await people();

	await anna.write('Once');
	await anna.csrf();
	for (const standing of ['stopped', 'waiting', 'moderator']) {
		await redis('HSET', 'user:1', 'standing', standing);
		assert.equal((await copyOf(anna))['posts.json'].length, 1,
			standing);
	}
});

test('the button, and requests that do not come from it', async () => {
	const { anna } = await people();
	const { text } = await anna.get('/account');

	assert.match(text, /<form method="post" action="\/account\/export">/);
	const again = await anna.get('/account/export');

	assert.deepEqual([again.status, again.location], [303, '/account']);
	assert.equal((await anna.send('HEAD', '/account/export')).status, 303);
	assert.equal((await anna.send('PUT', '/account/export')).status, 405);
	assert.equal((await anna.get('/account/export/x')).status, 404);
	assert.equal((await new Visitor(url).postRaw('/account/export', {}))
		.location, '/login');
	assert.equal((await anna.postRaw('/account/export', { csrf: 'x' }))
		.status, 403);
	assert.equal((await anna.submit('/account/export', {},
		{ origin: 'https://elsewhere.example' })).status, 403);
	const stale = await anna.postRaw('/account/export',
		{ csrf: 'f'.repeat(64) });

	assert.equal(stale.status, 403);
	assert.match(stale.text, /Download your data/);
	assert.equal((await anna.postRaw('/account/export',
		{ csrf: formValue(stale.text, 'csrf') })).status, 200);
});

test('hostile data make no broken file', async () => {
	const { anna } = await people();

	for (let i = 1; i <= 3; i++)
		await redis('HSET', `post:${i}`, 'user_id', 1, 'time', 'x', 'body',
			['\x00\x01 \xff\xfe"', '\t\r\n\x1f', 'fine'][i - 1],
			'username', '"\xff', 'mentions', '\x7f"\\', 'likes', '-1');
	// No post, one by somebody else, the same twice, a text that is not a
	// number.
	await redis('HSET', 'post:4', 'user_id', 2, 'body', 'not hers');
	await redis('RPUSH', 'own:1', 9, 4, 3, 3, 2, 'x', 1, 0);
	await redis('SET', 'liked:1', 'of another type');
	await redis('ZADD', 'notices:1', 1, 'nonsense', 2, 'like x 2');
	await redis('ZADD', 'following:1', 'inf', 99, '-inf', 2);
	await redis('ZADD', 'archive:1', 1, 'nonsense');
	const files = await copyOf(anna);

	assert.equal(files['posts.json'].at(-1).body, 'fine');
	assert.deepEqual(files['likes.json'], []);
	assert.deepEqual(files['archive.json'], []);
	assert.deepEqual(files['following.json'], [{ username: 'bob', time: 0 }]);
});

test('a second one has to wait until the first is through', async () => {
	const { anna, bob } = await people();

	await redis('SET', 'lock:export:1', 'of another', 'PX', 30000);
	const answer = await ask(anna);

	assert.equal(answer.status, 429);
	assert.equal(heading(answer.text), 'One at a time.');
	assert.equal(answer.headers['retry-after'], '60');
	assert.equal((await ask(bob)).status, 200);
	assert.equal(await redis('GET', 'lock:export:1'), 'of another');
	await redis('DEL', 'lock:export:1');
	assert.equal((await ask(anna)).status, 200);
});
