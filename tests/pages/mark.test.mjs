// The icon of the site: chosen by hosts, shown to everybody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendFiles } from '../lib/multipart.mjs';
import { messages } from '../lib/page.mjs';
import { png } from '../lib/pictures.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { until } from '../lib/processes.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack({ ...lean, RETWIS_SIGNUP: 'open' });
const { url, redis } = stack;
const { stand } = membersOf(stack);
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const hugo = await member(url, 'hugo');

await stand('hugo', 'host');

async function send(visitor, bytes) {
	return sendFiles(visitor, '/site/mark', {}, [['mark', bytes]]);
}

const mark = () => redis('HGET', 'site', 'mark');

// What browsers are told: the icon of a tab, of a phone, beside the name, and
// of an installed site.
async function icons() {
	const { text } = await nobody.get('/');
	const manifest = JSON.parse((await nobody.get('/manifest.json')).text);
	const of = (pattern) => text.match(pattern)[1].replace(/\?.*/, '');

	return [of(/<link rel="icon" href="([^"]*)"/),
		of(/<link rel="apple-touch-icon" href="([^"]*)"/),
		of(/<a class="brand" href="\/"><img src="([^"]*)"/),
		...manifest.icons.map(({ src }) => src.replace(/\?.*/, ''))];
}

const ours = ['/static/favicon.svg', '/static/icon-192.png', '/static/logo.svg',
	'/static/icon-192.png', '/static/icon-512.png'];
const own = (token) => [180, 180, 180, 192, 512].map((size) =>
	`/picture/${token}-${size}.png`);

// Other processes know it within ten seconds.
async function shown(expected) {
	await until('all pages show it', async () =>
		JSON.stringify(await icons()) === JSON.stringify(expected));
}

test('without one, it is that of the program', async () => {
	assert.deepEqual(await icons(), ours);
	const { status, text } = await hugo.get('/site/mark');

	assert.equal(status, 200);
	assert.match(text, /enctype="multipart\/form-data"/);
	assert.doesNotMatch(text, /name="remove"/);
	assert.match((await hugo.get('/site')).text, /<a href="\/site\/mark">/);
});

test('a host chooses one, and everybody sees it', async () => {
	const answer = await send(hugo, png(300, 200));

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/site/mark');
	const token = await mark();

	assert.match(token, /^[0-9a-f]{32}$/);
	assert.equal(await redis('HGET', `picture:${token}`, 'use'), 'mark');
	const { text } = await hugo.get('/site/mark');

	assert.match(text, /ten seconds to show everywhere/);
	assert.ok(text.includes(`/picture/${token}-180.png`));
	await shown(own(token));
	for (const path of own(token))
		assert.equal((await nobody.get(path)).headers['content-type'],
			'image/png');
	assert.match((await hugo.get('/log')).text,
		/changed a setting of the site[^]*?<p dir="auto">mark<\/p>/);
});

test('another one takes its place', async () => {
	const before = await mark();

	await send(hugo, png(64, 64));
	const after = await mark();

	assert.notEqual(after, before);
	assert.ok((await hugo.get('/site/mark')).text
		.includes(`/picture/${after}-180.png`));
	assert.ok((await redis('ZRANGE', '{pictures}:due', 0, -1))
		.some((entry) => entry.endsWith(before)));
});

test('what is refused changes nothing', async () => {
	const before = await mark();

	for (const [bytes, status, reason] of [
		[undefined, 422, /^Choose a picture first/],
		[Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422,
			/isn't a JPEG, PNG, WebP or GIF/]]) {
		const answer = await send(hugo, bytes);

		assert.equal(answer.status, status);
		assert.match(messages(answer.text)['mark-bad'], reason);
	}
	assert.equal((await hugo.post('/site', { mark: '0'.repeat(32) })).status,
		422);
	assert.equal(await mark(), before);
});

test('only hosts can choose it', async () => {
	for (const visitor of [anna, nobody])
		assert.equal((await visitor.get('/site/mark')).status, 404);
	assert.equal((await send(anna, png(8, 8))).status, 404);
});

test('a host removes it', async () => {
	assert.equal((await hugo.post('/site/mark', { remove: 1 })).location,
		'/site/mark');
	assert.equal(await mark(), null);
	assert.doesNotMatch((await hugo.get('/site/mark')).text, /name="remove"/);
});

test('what is locked, off, or no picture is not shown', async (t) => {
	const good = '0123'.repeat(8);

	for (const [env, status, token] of [[{ RETWIS_LOCKED: 'mark' }, 200, good],
		[{ RETWIS_PICTURES: 'off' }, 404, good], [{}, 200, '"><b>']]) {
		const other = await borrowStack({ ...lean, ...env });
		const host = await member(other.url, 'hugo');

		t.after(() => other.stop());
		await membersOf(other).stand('hugo', 'host');
		await other.redis('HSET', 'site', 'mark', token);
		const answer = await host.get('/site/mark');

		assert.equal(answer.status, status);
		assert.ok(!answer.text.includes(token));
		assert.match(answer.text, /href="\/static\/favicon.svg/);
		if (token !== good)
			continue;
		assert.doesNotMatch(answer.text, /name="mark"/);
		assert.notEqual((await host.post('/site/mark', { remove: 1 })).status,
			303);
		assert.equal(await other.redis('HGET', 'site', 'mark'), token);
	}
});
