// An import brings the pictures of a download back: each file goes through
// retwis-picture, as any picture that a member sends.
import assert from 'node:assert/strict';
import { existsSync, renameSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { albumOf } from '../lib/album.mjs';
import { bring, head, luggage, origin, post, posts } from '../lib/luggage.mjs';
import { sendFiles } from '../lib/multipart.mjs';
import { archived, formValue, messages } from '../lib/page.mjs';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { lean, startStack, unlimited } from '../lib/stack.mjs';
import { unzip } from '../lib/unzip.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { zip } from '../lib/zipfile.mjs';

const here = await startStack({ env: unlimited });
const there = await startStack({ env: { ...unlimited, ...lean } });
const folder = albumOf(there).folder;

let number = 0;
const somebody = (stack = there) => member(stack.url, `one${++number}`);
const idOf = ({ redis }, visitor) => redis('HGET', 'users', visitor.name);

// Publishes a post with these pictures, [width, height, what it shows].
async function publish(visitor, status, ...list) {
	const nonce = formValue((await visitor.get('/')).text, 'nonce');
	const alts = Object.fromEntries(list.map(([, , alt], i) =>
		[`alt${i + 1}`, alt ?? '']));
	const answer = await sendFiles(visitor, '/post', { status, nonce, ...alts },
		list.map(([width, height]) => ['pictures', png(width, height)]));

	assert.equal(answer.status, 303, answer.text);
}

// [address, width, height, alt] of each picture on the profile, oldest last.
async function shown(visitor, as = new Visitor(there.url)) {
	const { text } = await as.get(`/@${visitor.name}`);

	return [...text.matchAll(/<a href="(\/picture\/[^"]*)"><img src="([^"]*)"[^>]*? width="(\d+)" height="(\d+)" alt="([^"]*)"/g)]
		.map(([, large, , width, height, alt]) => ({ large, alt,
			size: `${width}x${height}` }));
}

const due = async () => (await there.redis('ZRANGE', '{pictures}:due', 0, -1))
	.map((entry) => entry.replace('0 ', ''));

// Rows whose files have yet to be made.
async function raw() {
	const rows = await there.redis('KEYS', 'picture:*');
	const values = await Promise.all(rows.map((row) =>
		there.redis('HGET', row, 'raw')));

	return values.filter((value) => value === '1').length;
}

// A worker has done all that it has to do.
const stored = () => until('a worker has stored them', async () =>
	!(await there.redis('ZCARD', '{imports}:due')) && !await raw());

// Has a worker look at once at what it would look at later.
async function look() {
	for (const token of await due())
		await there.redis('ZADD', '{pictures}:due', 'XX', 1, `0 ${token}`);
	await until('a worker has looked', async () =>
		(await there.redis('ZCOUNT', '{pictures}:due', '-inf', Date.now())) === 0);
}

// A download of a member here, who has these posts: [text, ...pictures].
async function download(...list) {
	const anna = await somebody(here);

	for (const [text, ...pictures] of list)
		await publish(anna, text, ...pictures);
	return (await anna.submit('/account/export')).bytes;
}

// The same entries, but for these.
function changed(bytes, more) {
	return zip(Object.entries({ ...unzip(bytes, 'latin1'), ...more })
		.filter(([, text]) => text !== undefined).map(([name, text]) =>
			[name, Buffer.from(text, 'latin1')]));
}

const cats = await download(['Cats', [90, 60, 'A cat & <b>'], [40, 80]],
	['Plain'], ['Dog', [2000, 1000, 'A dog']]);
const files = unzip(cats, 'latin1');
const [catOne, catTwo, dog] = Object.keys(files).filter((name) =>
	name.startsWith('pictures/')).sort();

test('the pictures of another site appear with their posts', async () => {
	const ben = await somebody();
	const answer = await bring(ben, cats);

	assert.equal(answer.location, '/account?brought=3&pictures=3#import');
	assert.match((await ben.get('/account?brought=3&pictures=3')).text,
		/3 pictures are\s+being imported\. They appear/);
	await stored();
	const list = await shown(ben);

	assert.deepEqual(list.map(({ alt, size }) => [alt, size]), [
		['A dog', '800x400'], ['A cat &amp; &lt;b&gt;', '90x60'],
		['Picture 2 of 2, not described', '40x80']]);
	for (const { large } of list) {
		const file = await new Visitor(there.url).get(large);

		assert.equal(file.status, 200);
		assert.equal(file.headers['content-type'], 'image/webp');
		assert.equal(file.bytes.subarray(8, 12).toString(), 'WEBP');
	}
	const [token] = list[0].large.match(/[0-9a-f]{32}/);

	for (const ending of ['-400.webp', '-800.webp', '-1200.jpg'])
		assert.equal((await new Visitor(there.url)
			.get(`/picture/${token}${ending}`)).status, 200);
	assert.equal((await new Visitor(there.url).get(`/picture/${token}.raw`))
		.status, 404);
	await look();
	assert.ok(!existsSync(albumOf(there).fileOf(token, '.raw')));
	assert.deepEqual(await due(), []);
	assert.deepEqual(await shown(ben), list);
});

test('the same file again changes nothing', async () => {
	const ben = await somebody();

	await bring(ben, cats);
	await stored();
	await look();
	const before = await shown(ben);
	const times = () => Promise.all(before.map(({ large }) =>
		there.redis('HGETALL', `picture:${large.slice(9, 41)}`)));
	const rows = await times();

	assert.equal((await bring(ben, cats)).status, 303);
	await stored();
	await look();
	assert.deepEqual(await shown(ben), before);
	assert.deepEqual(await times(), rows);
});

test('parts in any order, and each member has their own', async () => {
	const ben = await somebody();
	const { 'retwis.json': site, ...rest } = files;
	const second = zip([['retwis.json', site.replace('"version":1',
		'"version":1,"part":2')], [dog, Buffer.from(rest[dog], 'latin1')]]);
	const first = changed(cats, { [dog]: undefined });
	const answer = await bring(ben, second);

	assert.equal(answer.location, '/account?brought=0&pictures=1#import');
	assert.match((await ben.get('/account?brought=0&pictures=1')).text,
		/1 picture is\s+being imported/);
	assert.equal(await there.redis('EXISTS', `luggage:${await idOf(there, ben)}`),
		0);
	await look();
	assert.deepEqual(await shown(ben), []);
	assert.equal((await bring(ben, first)).location,
		'/account?brought=3&pictures=2#import');
	await until('posts are stored', async () => (await shown(ben)).length === 3);
	await look();
	await stored();
	for (const { large } of await shown(ben))
		assert.equal((await ben.get(large)).status, 200);
});

test('who sees them: those who see the posts', async () => {
	const ben = await somebody();

	await bring(ben, cats);
	await stored();
	const [{ large }] = await shown(ben);
	const id = await idOf(there, ben);

	assert.equal((await new Visitor(there.url).get(large)).status, 200);
	await there.redis('HSET', `user:${id}`, 'standing', 'stopped');
	assert.equal((await new Visitor(there.url).get(large)).status, 404);
});

test('a deleted post takes its pictures along, and leaving all of them', async () => {
	const ben = await somebody();
	const id = await idOf(there, ben);

	await bring(ben, cats);
	await stored();
	const [one, ...others] = await shown(ben);
	const { text } = await ben.get(`/@${ben.name}`);
	const [, which] = text.match(/archived=(3-[^"]*|[^"]*)"/);

	await ben.submit('/delete', { archived: which });
	assert.equal((await ben.get(one.large)).status, 404);
	await look();
	assert.equal(await there.redis('EXISTS', `picture:${one.large.slice(9, 41)}`),
		0);
	assert.ok(!existsSync(`${folder}/${one.large.slice(9, 11)}/` +
		`${one.large.slice(11, 13)}/${one.large.slice(9)}`));
	for (const { large } of others)
		assert.equal((await ben.get(large)).status, 200);
	await ben.submit('/account/leave', { username: ben.name, password });
	await until('a worker has dropped them', async () =>
		!(await there.redis('EXISTS', `archive:${id}`)));
	assert.equal(await there.redis('EXISTS', `imported:${id}`), 0);
	await look();
	for (const { large } of others)
		assert.equal(await there.redis('EXISTS',
			`picture:${large.slice(9, 41)}`), 0);
});

test('a second download loses nothing', async () => {
	const [ben, zoe] = [await somebody(), await somebody()];

	await bring(ben, cats);
	await stored();
	const list = await shown(ben);
	const { bytes } = await ben.submit('/account/export');
	const names = Object.keys(unzip(bytes)).filter((name) =>
		name.startsWith('pictures/'));
	const { origin: from } = JSON.parse(files['retwis.json']);

	assert.deepEqual(names.sort(), [catOne, catTwo, dog].map((name) =>
		name.replace('.webp', `-${from}.webp`)).sort());
	assert.equal((await bring(zoe, bytes)).location,
		'/account?brought=3&pictures=3#import');
	await stored();
	assert.deepEqual((await shown(zoe)).map(({ alt, size }) => [alt, size]),
		list.map(({ alt, size }) => [alt, size]));
	for (const { large } of await shown(zoe))
		assert.equal((await zoe.get(large)).status, 200);
	// Both have the same origin and id: a member's own file is the same post.
	await bring(ben, bytes);
	await stored();
	assert.deepEqual(await shown(ben), list);
});

// ---- hostile files ---------------------------------------------------------

const webp = (width, height, more = Buffer.alloc(100)) => {
	const bytes = Buffer.concat([Buffer.alloc(30), more]);

	bytes.write('RIFF', 0);
	bytes.writeUInt32LE(bytes.length - 8, 4);
	bytes.write('WEBPVP8 ', 8);
	bytes.writeUInt32LE(bytes.length - 20, 16);
	bytes.set([0x9d, 1, 0x2a], 23);
	bytes.writeUInt16LE(width, 26);
	bytes.writeUInt16LE(height, 28);
	return bytes;
};

const named = (n, more = {}) => ({ file: `pictures/1-${n}.webp`, width: 90,
	height: 60, animated: false, alt: '', ...more });

const leftOut = {
	'names with dots': { 'pictures/../../1-1.webp': webp(90, 60) },
	'a name that begins elsewhere': { '/pictures/1-1.webp': webp(90, 60) },
	'a fifth': { 'pictures/1-5.webp': webp(90, 60) },
	'a number that is spelled differently': {
		'pictures/01-1.webp': webp(90, 60) },
	'more than a number': {
		'pictures/99999999999999999999999-1.webp': webp(90, 60) },
	'a bad origin': { 'pictures/1-1-../x.webp': webp(90, 60) },
	'HTML': { 'pictures/1-1.webp': `<script>${'x'.repeat(100)}</script>` },
	'a PNG': { 'pictures/1-1.webp': png(90, 60) },
	'a bomb': { 'pictures/1-1.webp': webp(16383, 16383) },
	'a bomb with a small side': { 'pictures/1-1.webp': webp(1601, 1) },
	'nothing': { 'pictures/1-1.webp': '' },
};

for (const [what, more] of Object.entries(leftOut))
	test(`left out: ${what}`, async () => {
		const ben = await somebody();
		const before = await there.redis('KEYS', 'picture:*');
		const answer = await bring(ben, luggage([post(1,
			{ pictures: [named(1)] })], more));

		assert.equal(answer.location, '/account?brought=1#import', answer.text);
		await stored();
		assert.equal((await shown(ben)).length, 1);
		assert.deepEqual((await there.redis('KEYS', 'picture:*')).sort(),
			before.sort());
	});

// A worker finds out that these are not what they say; the post then only has
// the description.
const broken = {
	'what only begins like one': [webp(90, 60), {}],
	'another size than the post says': [
		Buffer.from(files[catOne], 'latin1'), { width: 91 }],
};

for (const [what, [bytes, more]] of Object.entries(broken))
	test(`a worker deletes ${what}`, async () => {
		const ben = await somebody();
		const refused = Number(await there.redis('HGET', 'pictures_count',
			'refused'));
		const before = await there.redis('KEYS', 'picture:*');
		const answer = await bring(ben, luggage([post(1,
			{ pictures: [named(1, more)] })], { 'pictures/1-1.webp': bytes }));

		assert.equal(answer.location, '/account?brought=1&pictures=1#import');
		await stored();
		await until('it is deleted', async () => (await there.redis('KEYS',
			'picture:*')).length === before.length);
		assert.equal(Number(await there.redis('HGET', 'pictures_count',
			'refused')), refused + 1);
		const [{ large }] = await shown(ben);

		assert.equal((await ben.get(large)).status, 404);
		assert.ok(!existsSync(albumOf(there).fileOf(large.slice(9, 41), '.raw')));
	});

test('a picture that no post names is deleted after an hour', async () => {
	const ben = await somebody();
	const before = await there.redis('KEYS', 'picture:*');

	await bring(ben, luggage([post(1)], { 'pictures/2-1.webp': webp(9, 9) }));
	const rows = (await there.redis('KEYS', 'picture:*')).filter((key) =>
		!before.includes(key));

	assert.equal(rows.length, 1);
	await look();
	assert.equal(await there.redis('EXISTS', rows[0]), 1);
	await there.redis('HINCRBY', rows[0], 'time', -3600);
	await look();
	assert.equal(await there.redis('EXISTS', rows[0]), 0);
	assert.ok(!existsSync(albumOf(there).fileOf(rows[0].slice(8), '.raw')));
});

const refused = {
	'five pictures': [[1, 2, 3, 4, 5].map((n) => named(n))],
	'a picture of another post': [[named(1, { file: 'pictures/2-1.webp' })]],
	'a file from elsewhere': [[named(1, { file: '/etc/passwd' })]],
	'no list': ['x'],
	'a text in the list': [['x']],
	'no size': [[named(1, { width: undefined })]],
	'a size below nothing': [[named(1, { width: -1 })]],
	'a picture of more than 20 MB': [[named(1)], { 'pictures/1-1.webp':
		Buffer.concat([webp(90, 60), Buffer.alloc(20 << 20, 'x')]) }],
};

for (const [what, [pictures, more = {}]] of Object.entries(refused))
	test(`refused: ${what}`, async () => {
		const ben = await somebody();
		const before = (await there.redis('KEYS', '*')).length;
		const answer = await bring(ben, luggage([post(1, { pictures })],
			{ 'pictures/9-1.webp': webp(9, 9), ...more }));

		assert.equal(answer.status, 422, answer.location);
		assert.match(messages(answer.text)['form-bad'], /\.$/);
		assert.equal(await there.redis('EXISTS',
			`luggage:${await idOf(there, ben)}`), 0);
		assert.ok((await there.redis('KEYS', 'picture:*')).length <= before);
	});

test('refused: a part without pictures, or with posts', async () => {
	const ben = await somebody();
	const part = ['retwis.json', head({ part: 2 })];

	for (const [entries, words] of [
		[[part, ['x', 'x']], /There are no pictures in this file\./],
		[[part, ['posts.json', posts([post(1)])],
			['pictures/1-1.webp', webp(9, 9)]], /changed or cut short/]]) {
		const answer = await bring(ben, zip(entries));

		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['form-bad'], words);
	}
});

test('sizes and words that nobody could have written are left out', async () => {
	const ben = await somebody();

	await bring(ben, luggage([post(1, { pictures: [
		named(1, { width: 1601 }), named(2, { alt: 'x'.repeat(501) }),
		named(3, { height: 0 }), named(4, { alt: 'a\tb\nc' })] })]));
	await stored();
	assert.deepEqual((await shown(ben)).map(({ alt }) => alt),
		['Picture 1 of 2, not described', 'a b c']);
	assert.deepEqual(archived((await ben.get(`/@${ben.name}`)).text)
		.map(({ body }) => body), ['then 1']);
});

// ---- when they can't be stored -----------------------------------------------

test('the limit of a day: the posts come, and the page says why no pictures', async () => {
	const tight = await startStack({ env: { ...lean,
		RETWIS_LIMIT_PICTURES: '1/86400' } });
	const ben = await member(tight.url, 'ben');

	const zoe = await member(tight.url, 'zoe');

	await bring(zoe, cats);
	assert.equal((await bring(ben, cats)).location,
		'/account?brought=3&pictures=3#import');
	await until('a worker has stored them', async () =>
		!(await tight.redis('EXISTS', 'luggage:1')));
	const answer = await bring(ben, cats);

	assert.equal(answer.location, '/account?brought=3&left=many#import');
	assert.match((await ben.get('/account?brought=3&left=many')).text,
		/more pictures than can be sent in a day.*?\s.*?again tomorrow/);
	await tight.stop();
});

test('a folder that is away: the posts come without their pictures', async () => {
	const ben = await somebody();

	renameSync(folder, `${folder}.away`);
	const answer = await bring(ben, cats);

	renameSync(`${folder}.away`, folder);
	assert.equal(answer.location, '/account?brought=3&left=away#import');
	assert.match((await ben.get('/account?brought=3&left=away')).text,
		/Pictures can't be stored right now/);
	await stored();
	assert.equal((await shown(ben)).length, 3);
	assert.equal((await bring(ben, cats)).location,
		'/account?brought=3&pictures=3#import');
	await stored();
	for (const { large } of await shown(ben))
		assert.equal((await ben.get(large)).status, 200);
});

test('a site without pictures takes the posts, and says so', async () => {
	const off = await startStack({ env: { ...lean, ...unlimited,
		RETWIS_PICTURES: 'off' } });
	const ben = await member(off.url, 'ben');

	assert.doesNotMatch((await ben.get('/account')).text, /their pictures/);
	assert.equal((await bring(ben, cats)).location,
		'/account?brought=3&left=off#import');
	assert.match((await ben.get('/account?brought=3&left=off')).text,
		/This site has no pictures/);
	const part = await bring(await member(off.url, 'zoe'), zip([['retwis.json', head({ part: 2 })],
		['pictures/1-1.webp', webp(9, 9)]]));

	assert.equal(part.status, 422);
	assert.match(messages(part.text)['form-bad'], /this site has none/);
	await off.stop();
});

test('the program for pictures is away: a worker tries again', async () => {
	const ben = await somebody();
	const socket = `${there.var}/retwis-picture.sock`;

	renameSync(socket, `${socket}.away`);
	await bring(ben, cats);
	await until('posts are stored', async () => (await shown(ben)).length === 3);
	await until('a worker has tried', async () => (await there.redis('ZCOUNT',
		'{pictures}:due', Date.now() + 20000, '+inf')) === 3);
	assert.equal(await raw(), 3);
	renameSync(`${socket}.away`, socket);
	await look();
	await stored();
	for (const { large } of await shown(ben))
		assert.equal((await ben.get(large)).status, 200);
});
