// The picture of a member: chosen, shown next to the name, refused, removed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { sendFiles } from '../lib/multipart.mjs';
import { faults, messages } from '../lib/page.mjs';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack({ ...lean, RETWIS_SIGNUP: 'open' });
const { url, redis } = stack;
const { stand, idOf } = membersOf(stack);
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const carl = await member(url, 'carl');
const hugo = await member(url, 'hugo');
const mona = await member(url, 'mona');

await stand('hugo', 'host');
await stand('mona', 'moderator');
await ben.follow('anna');
await anna.write('Hello'); // 1
await ben.post('/post', { status: 'To you', reply_to: 1 }); // 2
await ben.post('/act', { repost: 1 }); // 3

async function send(visitor, bytes, fields = {}) {
	return sendFiles(visitor, '/account/face', fields, [['face', bytes]]);
}

async function faceOf(name) {
	return redis('HGET', `user:${await idOf(name)}`, 'face');
}

// A member with a face; returns its token.
async function choose(visitor, name) {
	const answer = await send(visitor, png(300, 200));

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/account/face');
	return faceOf(name);
}

const fileOf = (token, ending) => `${stack.var}/pictures/` +
	`${token.slice(0, 2)}/${token.slice(2, 4)}/${token}-${ending}.webp`;

const small = (token) => `<img data-face src="/picture/${token}-72.webp" ` +
	`srcset="/picture/${token}-72.webp 1.8x, /picture/${token}-288.webp 3x" ` +
	'width="40" height="40" alt="" loading="lazy">';

test('the form, and where it is', async () => {
	const { status, text } = await anna.get('/account/face');

	assert.equal(status, 200);
	assert.match(text, /<form method="post" action="\/account\/face" enctype="multipart\/form-data">/);
	assert.match(text, /type="file" name="face" accept="image\/jpeg,image\/png,image\/webp,image\/gif" required/);
	assert.match(text, /square\s+from the middle/);
	assert.doesNotMatch(text, /name="remove"/);
	for (const path of ['/account', '/@anna'])
		assert.match((await anna.get(path)).text,
			/<a href="\/account\/face">Profile picture<\/a>/, path);
	assert.doesNotMatch((await anna.get('/@ben')).text, /account\/face/);
});

test('a picture is taken in, and shown at once to its member', async () => {
	const token = await choose(anna, 'anna');
	const { text } = await anna.get('/account/face');

	assert.match(token, /^[0-9a-f]{32}$/);
	assert.ok(existsSync(fileOf(token, 72)) && existsSync(fileOf(token, 288)));
	assert.equal(await redis('HGET', `picture:${token}`, 'use'), 'face');
	assert.match(text, /Profile picture saved/);
	assert.ok(text.includes(`src="/picture/${token}-288.webp"`));
	assert.match(text, /name="remove" value="1"/);
	assert.ok((await anna.get('/')).text.includes(small(token)));
	for (const size of [72, 288]) {
		const file = await nobody.get(`/picture/${token}-${size}.webp`);

		assert.equal(file.status, 200);
		assert.equal(file.headers['content-type'], 'image/webp');
	}
});

test('it stands wherever the initial stood', async () => {
	const token = await choose(anna, 'anna');

	await redis('ZADD', `quiet:${await idOf('mona')}`, 1, await idOf('anna'));
	for (const [visitor, path] of [[ben, '/'], [ben, '/likes'],
		[nobody, '/timeline'], [nobody, '/@anna'], [nobody, '/@anna/1'],
		[nobody, '/@ben/following'], [nobody, '/search?q=anna'],
		[anna, '/members'], [mona, '/account/quiet']]) {
		if (path === '/likes')
			await ben.post('/act', { like: 1 });
		await until(`${path} shows it`, async () =>
			(await visitor.get(path)).text.includes(small(token)));
	}
	assert.ok((await nobody.get('/@anna')).text.includes(
		`<a href="/picture/${token}-288.webp"><img class="large" data-face ` +
		`src="/picture/${token}-288.webp" width="72" height="72" ` +
		'alt="Profile picture"></a>'));
});

test('notices show it, and those without keep their initial', async () => {
	const token = await choose(ben, 'ben');

	await ben.post('/act', { like: 1 });
	await carl.follow('anna');
	await until('a notice shows it', async () =>
		(await anna.get('/notifications')).text.includes(small(token)));
	assert.match((await anna.get('/notifications')).text, /data-face="c"/);
});

test('another one takes its place, also in a card that was shown', async () => {
	const before = await choose(anna, 'anna');

	assert.ok((await anna.get('/@anna/1')).text.includes(small(before)));
	const after = await choose(anna, 'anna');
	const { text } = await anna.get('/@anna/1');

	assert.notEqual(after, before);
	assert.ok(text.includes(small(after)) && !text.includes(before));
	assert.ok((await redis('ZRANGE', '{pictures}:due', 0, -1))
		.some((entry) => entry.endsWith(before)));
});

test('one\'s own is removed', async () => {
	await choose(anna, 'anna');
	assert.equal((await anna.post('/account/face', { remove: 1 })).location,
		'/account/face');
	assert.equal(await faceOf('anna'), null);
	assert.match((await anna.get('/account/face')).text,
		/Your profile picture is removed/);
	assert.match((await anna.get('/')).text, /data-face="a"/);
	assert.equal((await anna.post('/account/face', { remove: 1 })).status, 303);
});

test('what is refused comes back with a reason, and changes nothing', async () => {
	const token = await choose(anna, 'anna');

	for (const [bytes, status, reason] of [
		[undefined, 422, /^Choose a picture first/],
		[Buffer.alloc(0), 422, /^Choose a picture first/],
		[Buffer.from('GIF'), 422, /isn't a JPEG, PNG, WebP or GIF/],
		[png(8, 8).subarray(0, 40), 422, /damaged or incomplete/],
		[png(60000, 1).fill(255, 16, 24), 422, /damaged|pixels/],
		[Buffer.alloc(20 * 1024 * 1024 + 1), 413, /larger than 20 MB/],
	]) {
		const answer = await send(anna, bytes);

		assert.equal(answer.status, status, String(reason));
		assert.match(messages(answer.text)['face-bad'], reason);
		assert.deepEqual(faults(answer.text), ['face-hint', 'face-bad']);
		assert.equal(await faceOf('anna'), token);
	}
	const two = await sendFiles(anna, '/account/face', {},
		[['face', png(8, 8)], ['face', png(9, 9)]]);

	assert.match(messages(two.text)['face-bad'], /^Choose one picture only/);
	assert.equal((await anna.post('/account/face')).status, 422);
	assert.equal(await faceOf('anna'), token);
});

test('hosts and moderators remove it, and the log says so', async () => {
	const button = /<button[^>]*name="remove" value="1"[^>]*>Remove profile picture/;
	const take = async (visitor, name) => visitor.post('/account/face',
		{ uid: await idOf(name), remove: 1 });

	for (const visitor of [hugo, mona]) {
		await choose(ben, 'ben');
		assert.match((await visitor.get('/@ben')).text, button);
		const answer = await take(visitor, 'ben');

		assert.equal(answer.location, '/@ben');
		assert.equal(await faceOf('ben'), null);
		assert.doesNotMatch((await visitor.get('/@ben')).text, button);
	}
	const { text } = await hugo.get('/log');

	assert.equal(text.match(/removed the profile picture of\s*<a href="\/@ben">/g).length,
		2);
	assert.match(text, /<a href="\/@mona"><bdi>@mona<\/bdi><\/a>\s*removed the profile picture of/);
	assert.equal((await take(hugo, 'ben')).status, 303);
	assert.equal((await hugo.get('/log')).text
		.match(/removed the profile picture/g).length, 2);
});

test('nobody else may, and not from everybody', async () => {
	const take = async (visitor, name) => (await visitor.post('/account/face',
		{ uid: await idOf(name), remove: 1 })).status;

	await choose(anna, 'anna');
	await choose(hugo, 'hugo');
	assert.doesNotMatch((await carl.get('/@anna')).text, /name="uid"/);
	assert.doesNotMatch((await mona.get('/@hugo')).text, /name="remove"/);
	assert.equal(await take(carl, 'anna'), 404);
	assert.equal(await take(mona, 'hugo'), 403);
	assert.equal((await hugo.post('/account/face',
		{ uid: 99999, remove: 1 })).status, 404);
	assert.equal((await hugo.post('/account/face',
		{ uid: 'x', remove: 1 })).status, 400);
	assert.ok(await faceOf('anna') && await faceOf('hugo'));
});

test('whoever is suspended can choose none', async () => {
	await stand('carl', 'stopped');
	assert.equal((await send(carl, png(8, 8))).status, 403);
	assert.equal((await carl.get('/account/face')).status, 403);
	assert.equal(await faceOf('carl'), null);
});

test('a form whose session has ended', async () => {
	const answer = await sendFiles(ben, '/account/face',
		[['csrf', '0'.repeat(64)]], [['face', png(8, 8)]]);

	assert.equal(answer.status, 403);
	assert.match(answer.text, /<a [^>]*href="\/account\/face"[^>]*>Choose the picture again/);
});

test('without pictures there is neither form nor face', async (t) => {
	const other = await borrowStack({ ...lean, RETWIS_PICTURES: 'off' });
	const dora = await member(other.url, 'dora');
	const { text: before } = await dora.get('/@dora');

	t.after(() => other.stop());
	await dora.write('Hello');
	await other.redis('HSET', 'user:1', 'face', '0123'.repeat(8));
	for (const path of ['/', '/@dora', '/@dora/1', '/account', '/timeline']) {
		const { text } = await dora.get(path);

		assert.doesNotMatch(text, /picture/i, path);
	}
	assert.match(before, /data-face="d"/);
	assert.equal((await dora.get('/account/face')).status, 404);
	assert.equal((await sendFiles(dora, '/account/face', {},
		[['face', png(8, 8)]])).status, 404);
	assert.equal((await dora.post('/account/face', { remove: 1 })).status, 404);
	assert.ok(await other.redis('HGET', 'user:1', 'face'));
});
