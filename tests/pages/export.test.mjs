// A member's download: a zip with everything of the member, and nothing of
// anybody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameSync, writeFileSync } from 'node:fs';
import { albumOf } from '../lib/album.mjs';
import { formValue, heading } from '../lib/page.mjs';
import { borrowStack, lean, startStack } from '../lib/stack.mjs';
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

// ---- pictures -------------------------------------------------------------

const megabyte = 1024 * 1024;
const album = () => albumOf({ redis, var: stack.var });
const partOf = (visitor) => visitor.submit('/account/export', { part: 'next' });
const namesIn = ({ bytes }) => Object.keys(unzip(bytes))
	.filter((name) => !FILES.includes(name));

test('pictures of posts, and the face, with what they show', async () => {
	const { anna, bob } = await people();
	const pictures = album();
	const [cat, dog, hers, face] = [await pictures.add(1), await pictures.add(1),
		await pictures.add(2), await pictures.add(1, 'face')];

	await anna.write('Look');
	await bob.write('Mine');
	await pictures.give(1, cat.token, dog.token);
	await pictures.give(2, hers.token);
	await pictures.giveFace(1, face.token);
	await redis('HSET', 'post:1', 'pictures', `${cat.token} 1600 900\tA "cat"\n` +
		`${dog.token} 20 30 animated\t`);
	const { bytes, headers } = await ask(anna);
	const raw = unzip(bytes, 'latin1');
	const names = Object.keys(raw).filter((name) => !FILES.includes(name));

	assert.deepEqual(names, ['face.webp', 'pictures/1-1.webp',
		'pictures/1-2.webp']);
	for (const [name, picture, ending] of [['face.webp', face, '-288.webp'],
		['pictures/1-1.webp', cat, '-1600.webp'],
		['pictures/1-2.webp', dog, '-1600.webp']])
		assert.ok(raw[name] === picture.bytes[ending].toString('latin1'), name);
	const files = unzip(bytes);

	assert.equal(JSON.parse(files['profile.json']).face, 'face.webp');
	assert.deepEqual(JSON.parse(files['posts.json'])[0].pictures, [
		{ file: 'pictures/1-1.webp', width: 1600, height: 900,
			animated: false, alt: 'A "cat"' },
		{ file: 'pictures/1-2.webp', width: 20, height: 30, animated: true,
			alt: '' }]);
	assert.match(files['posts.html'],
		/<img src="pictures\/1-1\.webp" alt="A &quot;cat&quot;" width="1600" height="900"/);
	assert.match(headers['content-disposition'], /\d\.zip"$/);
	assert.equal(await redis('EXISTS', 'exported:1'), 0);
	for (const name of FILES)
		assert.ok(!files[name].includes(cat.token), name);
});

test('more than fifty megabytes come in parts', async () => {
	const { anna } = await people();
	const pictures = album();

	await anna.csrf();
	for (let i = 1; i <= 5; i++) {
		const { token } = await pictures.add(1);

		writeFileSync(pictures.fileOf(token, '-1600.webp'),
			Buffer.alloc(20 * megabyte, i));
		await anna.write(`Post ${i}`);
		await pictures.give(i, token);
	}
	const none = await anna.get('/account/export?part=next');

	assert.equal(heading(none.text), 'Your data in parts');
	assert.match(none.text, /There is no further part/);
	assert.deepEqual(namesIn(await ask(anna)),
		['pictures/1-1.webp', 'pictures/2-1.webp']);
	assert.match((await anna.get('/account')).text,
		/href="\/account\/export\?part=next"/);
	assert.match((await anna.get('/account/export?part=next')).text,
		/Download part 2</);
	// An early post that is deleted meanwhile moves nothing.
	await anna.submit('/delete', { id: 1 });
	const second = await partOf(anna);

	assert.match(second.headers['content-disposition'], /-part-2\.zip"$/);
	assert.deepEqual(Object.keys(unzip(second.bytes)), ['retwis.json',
		'pictures/3-1.webp', 'pictures/4-1.webp']);
	assert.equal(JSON.parse(unzip(second.bytes)['retwis.json']).part, 2);
	assert.deepEqual(namesIn(await partOf(anna)), ['pictures/5-1.webp']);
	assert.equal(heading((await partOf(anna)).text), 'Your data in parts');
	assert.equal(await redis('EXISTS', 'exported:1'), 0);
});

test('a post with more than that is not cut, and a new start is one', async () => {
	const { anna } = await people();
	const pictures = album();

	for (let i = 1; i <= 2; i++) {
		const two = [await pictures.add(1), await pictures.add(1)];

		for (const { token } of two)
			writeFileSync(pictures.fileOf(token, '-1600.webp'),
				Buffer.alloc(26 * megabyte, i));
		await anna.write(`Post ${i}`);
		await pictures.give(i, ...two.map(({ token }) => token));
	}
	for (let i = 0; i < 2; i++) {
		assert.deepEqual(namesIn(await ask(anna)),
			['pictures/1-1.webp', 'pictures/1-2.webp']);
		assert.equal(await redis('GET', 'exported:1'), '2 1');
	}
	assert.ok(await redis('TTL', 'exported:1') > 80000);
	assert.deepEqual(namesIn(await partOf(anna)),
		['pictures/2-1.webp', 'pictures/2-2.webp']);
});

// Two of them have the same id and time, so no part can begin between them.
test('the pictures of imported posts come after those of all others', async () => {
	const { anna } = await people();
	const pictures = album();
	const from = ['a', 'b', 'c'].map((digit) => digit.repeat(32));

	await anna.write('Post 1');
	for (const [i, time] of [1300000000, 1300000000, 1300000001].entries()) {
		const { token } = await pictures.add(1);

		writeFileSync(pictures.fileOf(token, '-1600.webp'),
			Buffer.alloc(26 * megabyte, i));
		await redis('ZADD', 'archive:1', `${time}.5`, `524288 ${time} ` +
			`${from[i]}\n\n${token} 1600 900\tA cat\x1f${token} 9 9\t\nThen`);
	}
	const { token } = await pictures.add(1);

	await pictures.give(1, token);
	const file = (i, n) => `pictures/524288-${n}-${from[i]}.webp`;
	const first = await ask(anna);

	assert.deepEqual(JSON.parse(unzip(first.bytes)['archive.json'])[0].pictures,
		[{ file: file(0, 1), width: 1600, height: 900, animated: false,
			alt: 'A cat' }, { file: file(0, 2), width: 9, height: 9,
			animated: false, alt: '' }]);
	assert.deepEqual(namesIn(first), ['pictures/1-1.webp']);
	assert.equal(await redis('GET', 'exported:1'), '2 1');
	assert.deepEqual(namesIn(await partOf(anna)), [0, 1].flatMap((i) =>
		[file(i, 1), file(i, 2)]));
	assert.equal(await redis('GET', 'exported:1'), '3 1 1300000000 524288');
	assert.deepEqual(namesIn(await partOf(anna)), [file(2, 1), file(2, 2)]);
	assert.equal(await redis('EXISTS', 'exported:1'), 0);
});

test('four thousand small ones are enough for one part', async () => {
	const { anna } = await people();
	const pictures = album();
	const { token } = await pictures.add(1);

	writeFileSync(pictures.fileOf(token, '-1600.webp'), 'small');
	await redis('EVAL', `for i = 1, 1001 do
		redis.call('HSET', 'post:' .. i, 'user_id', 1, 'time', i, 'body', i,
			'username', 'anna', 'pictures', ARGV[1])
		redis.call('LPUSH', 'own:1', i) end`, 0,
	Array(4).fill(`${token} 9 9\tDot`).join('\n'));
	const first = namesIn(await ask(anna));

	assert.deepEqual([first.length, first[0], first.at(-1)],
		[4000, 'pictures/1-1.webp', 'pictures/1000-4.webp']);
	assert.deepEqual(namesIn(await partOf(anna)).slice(0, 2),
		['pictures/1001-1.webp', 'pictures/1001-2.webp']);
});

test('a picture that is lost, and all of them', async () => {
	const { anna } = await people();
	const pictures = album();
	const [one, two] = [await pictures.add(1), await pictures.add(1)];

	await anna.write('Look');
	await pictures.give(1, one.token, two.token);
	pictures.lose(one.token, '-1600.webp');
	const { bytes } = await ask(anna);

	assert.deepEqual(namesIn({ bytes }),
		['pictures/1-1.missing.txt', 'pictures/1-2.webp']);
	assert.match(unzip(bytes)['pictures/1-1.missing.txt'], /not found/);
	renameSync(pictures.folder, `${pictures.folder}.away`);
	try {
		const away = await ask(anna);

		assert.deepEqual(namesIn(away), ['pictures.missing.txt']);
		assert.equal(JSON.parse(unzip(away.bytes)['posts.json'])[0]
			.pictures.length, 2);
	} finally {
		renameSync(`${pictures.folder}.away`, pictures.folder);
	}
	assert.deepEqual(namesIn(await partOf(anna)),
		['pictures/1-1.missing.txt', 'pictures/1-2.webp']);
});

test('a site without pictures', async () => {
	const other = await startStack({ env: { RETWIS_PICTURES: 'off' } });
	const dora = await member(other.url, 'dora');

	await dora.write('Look');
	await other.redis('HSET', 'post:1', 'pictures', `${'a'.repeat(32)} 4 3\tCat`);
	await other.redis('HSET', 'user:1', 'face', 'b'.repeat(32));
	const { bytes } = await ask(dora);

	assert.deepEqual(Object.keys(unzip(bytes)), FILES);
	assert.doesNotMatch(JSON.stringify(unzip(bytes)), /Cat|face|pictures\//);
	assert.doesNotMatch((await dora.get('/account')).text, /part=next/);
	assert.equal((await dora.get('/account/export?part=next')).location,
		'/account');
});
