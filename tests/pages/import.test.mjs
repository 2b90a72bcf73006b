// A member imports posts: the file, and what can be wrong with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { albumOf } from '../lib/album.mjs';
import { bring, form, formType, head, luggage, origin, post, posts }
	from '../lib/luggage.mjs';
import { archived, heading, messages } from '../lib/page.mjs';
import { borrowStack, lean, startStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { zip } from '../lib/zipfile.mjs';

const stack = await borrowStack();
const { url, redis } = stack;

// A worker has done all that it has to do.
const stored = () => until('a worker has stored them', async () =>
	!(await redis('ZCARD', '{imports}:due')));

let number = 0;
const somebody = () => member(url, `one${++number}`);

async function idOf(visitor) {
	return redis('HGET', 'users', visitor.name);
}

// All keys but the counts of files.
const keys = async () => (await redis('KEYS', '*'))
	.filter((key) => !key.startsWith('limit:import:')).sort();

async function archive(visitor, query = '') {
	const { text } = await new Visitor(url).get(`/@${visitor.name}${query}`);

	return archived(text).map(({ body }) => body);
}

test('the account has the form, and leads to the posts', async () => {
	const anna = await somebody();
	const { text } = await anna.get('/account');

	assert.match(text, /<form method="post" action="\/account\/import" enctype="multipart\/form-data">\s*<input type="hidden" name="csrf"/);
	assert.match(text, /<input id="file" type="file" name="file"/);
	const answer = await bring(anna, luggage([post(1), post(2)]));

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/account?brought=2#import');
	assert.match((await anna.get(answer.location.split('#')[0])).text,
		/2 posts are\s+being imported/);
	await stored();
	assert.deepEqual(await archive(anna), ['then 2', 'then 1']);
	const leads = await anna.get('/account/import');

	assert.equal(leads.status, 303);
	assert.equal(leads.location, '/account');
});

test('posts, replies and archive come in the order of their times', async () => {
	const anna = await somebody();

	await bring(anna, luggage([post(1), post(30)], {
		'replies.json': posts([post(20, { reply_to: 5, reply_name: 'bob',
			body: 'Yes, @bob, https://example.org #tea' })]),
		'archive.json': posts([post(1, { time: 1200000000 }),
			post(1, { time: 1310000000, body: 'elsewhere',
				origin: origin.replace('0', 'f') })]),
		'likes.json': '[{"post":12,"username":"bob","time":1}]',
		'posts.html': '<!doctype html>',
		'unknown.txt': randomBytes(100) }));
	await stored();
	assert.deepEqual(await archive(anna), ['elsewhere', 'then 30',
		'Yes, @bob, https://example.org #tea', 'then 1', 'then 1']);
	const { text } = await anna.get(`/@${anna.name}`);

	assert.match(text, /a file, and so do their dates/);
	assert.match(text, /In reply to <bdi>@bob<\/bdi>/);
	assert.match(text, /Yes, @bob, <a href="https:\/\/example.org"/);
	assert.doesNotMatch(text, /href="\/@bob"/);
});

test('the posts are nowhere else, and nobody is notified', async () => {
	const anna = await somebody();
	const before = await keys();
	const timeline = await redis('LRANGE', 'timeline', 0, -1);

	await bring(anna, luggage([post(1, { body: '@one1 #unheard' })]));
	await stored();
	const id = await idOf(anna);
	const after = (await keys()).filter((key) => !before.includes(key));

	assert.deepEqual(after, [`archive:${id}`]);
	assert.deepEqual(await redis('LRANGE', 'timeline', 0, -1), timeline);
	assert.deepEqual(await redis('LRANGE', `own:${id}`, 0, -1), []);
	assert.equal(await redis('EXISTS', 'tag:unheard'), 0);
});

test('the same file again changes nothing, and each post can be deleted', async () => {
	const anna = await somebody();
	const file = luggage([post(1), post(2), post(3, { time: 1300000002 })]);

	for (let i = 0; i < 2; i++) {
		assert.equal((await bring(anna, file)).status, 303);
		await stored();
		assert.deepEqual(await archive(anna),
			['then 3', 'then 2', 'then 1']);
	}
	const other = luggage([post(1, { body: 'another 1' })], {
		'retwis.json': head({ origin: origin.replace('0', '9') }) });

	await bring(anna, other);
	await stored();
	assert.equal((await archive(anna)).length, 4);
	const { text } = await anna.get(`/@${anna.name}`);
	const links = [...text.matchAll(/"(\/delete\?archived=[^"]*)"/g)]
		.map(([, link]) => link);

	assert.equal(new Set(links).size, 4);
	const which = `1-1300000001-${origin}`;

	assert.ok(links.includes(`/delete?archived=${which}`));
	assert.match((await anna.get(`/delete?archived=${which}`)).text,
		/then 1/);
	await anna.submit('/delete', { archived: which });
	assert.deepEqual((await archive(anna)).sort(),
		['another 1', 'then 2', 'then 3']);
});

test('a download with all that a post can have: its text is imported', async () => {
	const [anna, ben] = [await somebody(), await somebody()];
	const id = await idOf(anna);

	await anna.post('/post', { status: 'Which?', answers: 'Red\nBlue',
		date: '2027-03-01', place: 'Hall 3' });
	await anna.post('/post', { status: 'Look' });
	const [look, which] = await redis('LRANGE', `own:${id}`, 0, -1);

	await redis('HSET', `post:${which}`, 'announced', '1800000000', 'edited', 9);
	const pictures = albumOf(stack);
	const [cat, gone] = [await pictures.add(id), await pictures.add(id)];

	await pictures.give(look, cat.token, gone.token);
	pictures.lose(gone.token, '-1600.webp');
	const { bytes } = await anna.submit('/account/export');

	assert.equal((await bring(ben, bytes)).status, 303);
	await stored();
	assert.deepEqual(await archive(ben), ['Look', 'Which?']);
});

test('four thousand pictures do not prevent it', async () => {
	const anna = await somebody();
	const file = luggage([post(1)], Object.fromEntries(
		Array.from({ length: 4001 }, (_, i) => [`pictures/${i}-1.webp`, 'x'])));

	assert.equal((await bring(anna, file)).status, 303);
	await stored();
	assert.deepEqual(await archive(anna), ['then 1']);
});

// ---- what is wrong with it -------------------------------------------------

const big = (n) => Buffer.alloc(n, ' ');

const refused = {
	'no zip': () => Buffer.from('posts'),
	'nothing': () => Buffer.alloc(0),
	'an empty zip': () => zip([]),
	'cut short': () => luggage([post(1)]).subarray(0, -30),
	'another format': () => zip([['posts.json', posts([post(1)])]]),
	'no posts': () => luggage([]),
	'no posts.json': () => luggage([], { 'posts.json': undefined }),
	'a later version': () => luggage([post(1)],
		{ 'retwis.json': head({ version: 2 }) }),
	'another program': () => luggage([post(1)],
		{ 'retwis.json': head({ format: 'mastodon' }) }),
	'a bad origin': () => luggage([post(1)],
		{ 'retwis.json': head({ origin: 'x' }) }),
	'far more entries than pictures': () => luggage([post(1)],
		Object.fromEntries(Array.from({ length: 4100 }, (_, i) =>
			[`more${i}`, '']))),
	'a part with pictures only': () => zip([['retwis.json',
		head({ part: 2 })], ['pictures/1-1.webp', 'x']]),
	'a bomb': () => luggage([post(1)], { 'posts.html': big(257 << 20) }),
	'a bomb of blanks': () => luggage([post(1)],
		{ 'posts.json': big(257 << 20) }),
	'an object without an end': () => luggage([post(1)],
		{ 'posts.json': `[{"body":"${big(1 << 20)}` }),
	'arrays in arrays': () => luggage([post(1)],
		{ 'posts.json': '['.repeat(100000) }),
	'an array in a post': () => luggage([post(1, { mentions: [1] })]),
	'an object in a post': () => luggage([post(1, { likes: { a: 1 } })]),
	'an object in its question': () => luggage([post(1,
		{ question: { answers: [{ a: 'deep' }] } })]),
	'a field that no post has': () => luggage([post(1, { more: 1 })]),
	'more entries than the end of the file says': () => {
		const file = zip([...Array(30000).keys()].map((i) => [`${i}`, '']));

		file.writeUInt16LE(4, file.length - 14);
		file.writeUInt16LE(4, file.length - 12);
		return file;
	},
	'a table that begins elsewhere': () => {
		const file = luggage([post(1)]);

		file.writeUInt32LE(file.readUInt32LE(file.length - 6) + 1,
			file.length - 6);
		return file;
	},
	'a larger record that leads to another table': () => {
		const file = luggage([post(1)]), end = file.length - 22;
		const larger = Buffer.alloc(76), record = file.subarray(end);

		larger.write('PK\x06\x06', 0);
		larger.writeUInt32LE(44, 4);
		larger.writeUInt32LE(record.readUInt16LE(8), 24);
		larger.writeUInt32LE(record.readUInt16LE(10), 32);
		larger.writeUInt32LE(record.readUInt32LE(12), 40);
		larger.writeUInt32LE(record.readUInt32LE(16), 48);
		larger.write('PK\x06\x07', 56);
		larger.writeUInt32LE(end, 64);
		larger.writeUInt32LE(1, 72);
		record.writeUInt32LE(larger.length, 12);
		record.writeUInt32LE(end, 16);
		return Buffer.concat([file.subarray(0, end), larger, record]);
	},
	'a comment at its end': () => {
		const file = Buffer.concat([luggage([post(1)]), Buffer.from('x')]);

		file.writeUInt16LE(1, file.length - 3);
		return file;
	},
	'a small file with far more text': () => luggage([post(1)],
		{ 'posts.html': big(20 << 20) }),
	'deep objects': () => luggage([post(1)],
		{ 'posts.json': `[${'{"a":'.repeat(100000)}` }),
	'not closed': () => luggage([], { 'posts.json': '[' }),
	'a comma too many': () => luggage([], { 'posts.json':
		`[${JSON.stringify(post(1))},]` }),
	'more behind the end': () => luggage([], { 'posts.json':
		`${posts([post(1)])}{}` }),
	'another checksum': () => zip([['retwis.json', head()],
		['posts.json', posts([post(1)]), { crc: 1 }]]),
	'another checksum of what we do not need': () => zip([
		['retwis.json', head()], ['posts.json', posts([post(1)])],
		['posts.html', 'x', { crc: 1 }]]),
	'a password': () => zip([['retwis.json', head()],
		['posts.json', posts([post(1)]), { flags: 1 }]]),
	'a strange method': () => zip([['retwis.json', head()],
		['posts.json', posts([post(1)]), { method: 14 }]]),
	'a link': () => zip([['retwis.json', head()],
		['posts.json', posts([post(1)])],
		['likes.json', '/etc/passwd', { mode: 0o120777 }]]),
	'the same entry twice': () => zip([['retwis.json', head()],
		['posts.json', posts([post(1)])],
		['posts.json', posts([post(2)])]]),
	'the same id twice': () => luggage([post(1), post(1, { body: 'x' })]),
	'the same id in replies': () => luggage([post(1)],
		{ 'replies.json': posts([post(1)]) }),
	'a body of one too many': () => luggage([
		post(1, { body: 'x'.repeat(10001) })]),
	'no UTF-8': () => luggage([], { 'posts.json': Buffer.concat([
		Buffer.from('[{"id":1,"time":1300000000,"body":"'),
		Buffer.from([0xff, 0xfe]), Buffer.from('"}]')]) }),
	...Object.fromEntries(Object.entries({
		'no id': { id: undefined }, 'id 0': { id: 0 }, 'id -1': { id: -1 },
		'id a text': { id: '1' }, 'id too big': { id: 1e15 },
		'id a fraction': { id: 1.5 }, 'no time': { time: undefined },
		'a time to come': { time: 5e9 }, 'time 0': { time: 0 },
		'no body': { body: undefined }, 'a body of 5': { body: 5 },
		'a NUL in a body': { body: 'a\0b' } })
		.map(([what, more]) => [what, () => luggage([post(9), post(1, more)])])),
	'a bad origin in an archive': () => luggage([post(1)],
		{ 'archive.json': posts([post(2, { origin: 'x\n' })]) }),
};

for (const [what, make] of Object.entries(refused))
	test(`refused: ${what}`, async () => {
		const anna = await somebody();
		const before = await keys();
		const answer = await bring(anna, make());

		assert.equal(answer.status, 422, answer.text);
		assert.equal(heading(answer.text), 'Import posts');
		assert.match(messages(answer.text)['form-bad'], /\.$/);
		// Nothing blocks the next one.
		assert.deepEqual(await keys(), before);
	});

// Each of them takes time to read.
test('refused: too many posts, even without a text', async () => {
	const anna = await somebody();
	const { status, text } = await bring(anna, luggage(Array.from(
		{ length: 200001 }, (_, i) => ({ id: i + 1, time: 1, body: '' }))));

	assert.equal(status, 422);
	assert.match(messages(text)['form-bad'], /more than 200,000 posts/);
});

test('everything that a file may contain is imported', async () => {
	const anna = await somebody();
	const body = '\u{1f600}'.repeat(10000);
	const answer = await bring(anna, luggage([post(999999999999999,
		{ time: 1400000000, body }),
		post(1, { body: ' \n ' }), post(2, { body: 'a\tb\u0007c\r\nd  ' }),
		post(3, { time: 1, mentions: 'anna' })], {
		'archive.json': '[]', ...Object.fromEntries(Array.from({ length: 12 },
			(_, i) => [`more${i}`, ''])), 'last': big(1 << 20) }));

	assert.equal(answer.location, '/account?brought=3#import');
	await stored();
	assert.deepEqual(await archive(anna), [body, 'a b\ufffdc\nd', 'then 3']);
});

// In whatever pieces the file arrives.
test('a character of several bytes arrives whole, wherever it is', async () => {
	const anna = await somebody();
	const texts = Array.from({ length: 10 }, (_, i) => 'a'.repeat(i) +
		['\u{1f600}', '\u20ac', '\u00e9'][i % 3].repeat(9000));
	const answer = await bring(anna, luggage(texts.map((body, i) =>
		post(i + 1, { time: 1400000000 + i, body })).reverse()));

	assert.equal(answer.location, '/account?brought=10#import');
	await stored();
	assert.ok(isDeepStrictEqual(await archive(anna), texts.reverse()));
});

test('without room for it nothing is saved, and the page says so', async () => {
	const full = await borrowStack({ TMPDIR: '/nowhere', ...lean });
	const anna = await member(full.url, 'anna');
	const answer = await bring(anna, luggage([post(1)]));

	assert.deepEqual([answer.status, answer.phrase],
		[507, 'Insufficient Storage']);
	assert.match(messages(answer.text)['form-bad'], /There's no room/);
});

// ---- who may, and how ------------------------------------------------------

test('csrf comes first, and the file last', async () => {
	const anna = await somebody();
	const file = luggage([post(1)]);
	const csrf = await anna.csrf();
	const send = (body, type = formType) => anna.send('POST',
		'/account/import', { 'content-type': type,
			'content-length': body.length }, body);

	assert.equal((await send(form({}, file))).status, 403);
	assert.equal((await send(form({ csrf: 'x' }, file))).status, 403);
	assert.equal((await send(form({ csrf: 'x' }, Buffer.alloc(60 << 20))))
		.status, 403);
	assert.equal((await send(form({ csrf }))).status, 400);
	assert.equal((await send(form({ csrf, other: 'x'.repeat(65536) }, file)))
		.status, 413);
	assert.equal((await send(form({ csrf }, file).subarray(0, -6))).status, 400);
	assert.equal((await send(Buffer.concat([Buffer.from('x'),
		form({ csrf }, file)]))).status, 400);
	assert.equal((await send(Buffer.concat([form({ csrf }, file),
		Buffer.from('xx')]))).status, 400);
	assert.equal((await send(form({ csrf }, file), 'text/plain')).status, 415);
	const other = await send(form({ csrf }, file),
		'application/x-www-form-urlencoded');

	assert.equal(other.status, 415);
	assert.doesNotMatch(other.text, /Only application\/x-www-form-urlencoded/);
	assert.equal((await bring(anna, file, undefined,
		{ 'sec-fetch-site': 'cross-site' })).status, 403);
	assert.equal(await redis('EXISTS', `luggage:${await idOf(anna)}`), 0);
	assert.equal((await bring(anna, file)).status, 303);
	await stored();
});

test('a stranger is sent to the sign-in', async () => {
	const nobody = new Visitor(url);
	const answer = await bring(nobody, luggage([post(1)]));

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/login');
	assert.equal((await nobody.get('/account/import')).location,
		'/login?back=%2Faccount%2Fimport');
});

test('suspended and waiting members cannot', async () => {
	for (const standing of ['stopped', 'waiting']) {
		const anna = await somebody();

		await redis('HSET', `user:${await idOf(anna)}`, 'standing', standing);
		assert.doesNotMatch((await anna.get('/account')).text, /type="file"/);
		assert.equal((await bring(anna, luggage([post(1)]))).status, 403);
		assert.equal(await redis('EXISTS', `archive:${await idOf(anna)}`), 0);
	}
});

test('so many files, refused ones among them', async () => {
	const own = await borrowStack({ RETWIS_LIMIT_IMPORT: '3/86400', ...lean });
	const anna = await member(own.url, 'anna');
	const ben = await member(own.url, 'ben');
	const file = luggage([post(1)]);

	for (const bytes of [Buffer.from('no zip'), luggage([]), file])
		assert.notEqual((await bring(anna, bytes)).status, 429);
	await until('a worker has stored it', async () =>
		!(await own.redis('EXISTS', 'luggage:1')));
	const answer = await bring(anna, luggage([post(2)]));

	assert.equal(answer.status, 429);
	assert.match(messages(answer.text)['form-bad'],
		/^You've sent too many files\. Try again in (23|24) hours\.$/);
	assert.ok(answer.headers['retry-after'] > 80000);
	assert.equal(await own.redis('EXISTS', 'luggage:1'), 0);
	assert.equal((await bring(ben, file)).status, 303);
	await own.stop();
});

test('one file at a time', async () => {
	const anna = await somebody();

	await redis('RPUSH', `luggage:${await idOf(anna)}`, 'token');
	const answer = await bring(anna, luggage([post(1)]));

	assert.equal(answer.status, 429);
	assert.match(messages(answer.text)['form-bad'], /already being imported/);
	await redis('DEL', `luggage:${await idOf(anna)}`);
});

test('a database that PHP writes to has no archives', async () => {
	const site = await startStack({ env: { RETWIS_SHARED: 'php', ...lean } });
	const ben = await member(site.url, 'ben');
	const { text } = await ben.get('/account');
	const answer = await bring(ben, luggage([post(1)]));

	await site.stop();
	assert.doesNotMatch(text, /type="file"/);
	assert.equal(answer.status, 422);
	assert.match(messages(answer.text)['form-bad'], /PHP Retwis/);
});
