// A member's line about themselves: written, shown, refused, removed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { writesOf } from '../lib/redis.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { faults, formValue, messages, people, unescapeHtml }
	from '../lib/page.mjs';

const { url, redis } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

async function shown(visitor, path = '/@anna') {
	const { text } = await visitor.get(path);
	const found = text.match(/<p class="bio" dir="auto">(.*?)<\/p>/s);

	return found ? unescapeHtml(found[1]) : undefined;
}

function bioOf(page) {
	return page.text.match(/<input id="bio"[^>]*value="([^"]*)"/s)?.[1];
}

test('a line is written, changed and taken back', async () => {
	for (const [given, stored] of [['Rows on Sundays.', 'Rows on Sundays.'],
		['  שלום, 👩‍👩‍👧‍👦  ', 'שלום, 👩‍👩‍👧‍👦'], ['é'.repeat(160), 'é'.repeat(160)],
		['', undefined], ['x', 'x'], [' \r\n ', undefined]]) {
		const answer = await anna.post('/bio', { bio: given });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/@anna');
		for (const visitor of [anna, ben, nobody])
			assert.equal(await shown(visitor), stored);
		assert.equal(await shown(nobody, '/@anna/followers'), stored);
		assert.equal(await redis('HGET', 'user:1', 'bio'),
			stored ?? null);
		assert.equal(unescapeHtml(bioOf(await anna.get('/bio'))),
			stored ?? '');
	}
});

test('your own profile leads to the form, and no other does', async () => {
	const link = /<a class="button" href="\/bio">Edit profile<\/a>/;

	assert.match((await anna.get('/@anna')).text, link);
	assert.doesNotMatch((await anna.get('/@ben')).text, link);
	assert.doesNotMatch((await nobody.get('/@anna')).text, link);
});

test('the display name is in the same form', async () => {
	const stored = () => redis('HMGET', 'user:2', 'display', 'bio');
	const form = async (answer) => [formValue(answer.text, 'name'),
		formValue(answer.text, 'bio')];

	assert.deepEqual(await form(await ben.get('/bio')), ['', '']);
	assert.equal((await ben.post('/bio',
		{ name: ' Ben  B ', bio: 'I row.' })).location, '/@ben');
	assert.deepEqual(await stored(), ['Ben B', 'I row.']);
	assert.deepEqual(await form(await ben.get('/bio')), ['Ben B', 'I row.']);
	for (const [name, bio, id] of [['x'.repeat(41), 'New', 'name-bad'],
		['New', 'x'.repeat(161), 'bio-bad']]) {
		const answer = await ben.post('/bio', { name, bio });

		assert.equal(answer.status, 422);
		assert.deepEqual(Object.keys(messages(answer.text)), [id]);
		assert.deepEqual(await form(answer), [name, bio]);
		assert.deepEqual(await stored(), ['Ben B', 'I row.']);
	}
	await ben.post('/bio', { bio: 'Still me.' });
	assert.deepEqual(await stored(), ['Ben B', 'Still me.']);
	await ben.post('/bio', { name: '', bio: '' });
	assert.deepEqual(await stored(), [null, null]);
});

const refused = [
	['x'.repeat(161), /161 characters; the limit is 160/],
	['two\r\nlines', /line breaks/],
	['two\u2028lines', /line breaks/],
	['a\x01b', /control/],
	['<b>"two"\nlines</b> {{BIO}}', /line breaks/],
];

for (const [text, message] of refused)
	test(`no line of ${JSON.stringify(text).slice(0, 30)}`, async () => {
		await anna.post('/bio', { bio: 'kept' });
		const before = await writesOf(redis);
		const page = await anna.post('/bio', { bio: text });

		assert.equal(page.status, 422);
		assert.match(messages(page.text)['bio-bad'], message);
		assert.ok(faults(page.text).includes('bio-bad'));
		assert.doesNotMatch(page.text, /<b>/);
		assert.equal(unescapeHtml(bioOf(page)), text
			.replace(/\r?\n|\t/g, ' ').replace('\x01', '\ufffd'));
		assert.equal(await writesOf(redis), before);
		assert.equal(await shown(nobody), 'kept');
	});

test('a line that is no text is refused', async () => {
	const csrf = await anna.csrf();
	const page = await anna.postRaw('/bio', `csrf=${csrf}&bio=%FF`);

	assert.equal(page.status, 422);
	assert.match(messages(page.text)['bio-bad'], /UTF-8/);
});

test('hostile lines are displayed as texts', async () => {
	await ben.follow('anna');
	for (const text of ['<script>alert(1)</script>', '"><img src=x>',
		'{{BIO}} {{#SIGNED_IN}}', '&lt;b&gt; &amp;', '</p></main>']) {
		await anna.post('/bio', { bio: text });
		assert.equal(await shown(nobody), text);
		const [listed] = people(
			(await nobody.get('/@ben/following')).text);

		assert.equal(listed.line, text);
		assert.equal(unescapeHtml(bioOf(await anna.get('/bio'))), text);
	}
});

test('whatever Redis holds, a page is whole', async () => {
	await redis('HSET', 'user:1', 'bio', 'a\x01b\nc\u0085');
	assert.equal(await shown(nobody), 'a\ufffdb c\ufffd');
	await redis('HSET', 'user:1', 'bio', '');
	assert.equal(await shown(nobody), undefined);
});

test('only a member has a line, and only by the form', async () => {
	for (const answer of [await nobody.get('/bio'),
		await nobody.postRaw('/bio', { bio: '' })]) {
		assert.equal(answer.status, 303);
		assert.match(answer.location, /^\/login(\?|$)/);
	}
	const typed = await nobody.postRaw('/bio', { bio: 'hello' });

	assert.equal(typed.status, 401);
	for (const csrf of ['', 'forged', await ben.csrf()]) {
		const answer = await anna.postRaw('/bio', { bio: 'bad', csrf });

		assert.equal(answer.status, 403);
	}
	const elsewhere = await anna.post('/bio', { bio: 'bad' },
		{ 'sec-fetch-site': 'cross-site' });

	assert.equal(elsewhere.status, 403);
	assert.notEqual(await redis('HGET', 'user:1', 'bio'), 'bad');
	const put = await anna.send('PUT', '/bio', { 'content-length': 0 });

	assert.equal(put.status, 405);
	assert.equal(put.headers.allow, 'GET, HEAD, POST');
	assert.equal(await anna.moved('/bio/'), '/bio');
	assert.equal(formValue((await anna.get('/bio')).text, 'csrf'),
		await anna.csrf());
});
