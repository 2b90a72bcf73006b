// Nothing typed is lost when the session has ended meanwhile, or when the form
// is from an older one; and nobody else can put a text into a member's form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { writesOf } from '../lib/redis.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { bodies, formFields, heading, messages } from '../lib/page.mjs';
import { newestPost, note, signIn, typing } from '../lib/typing.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.write('Who comes along?');
const [parent] = await redis('LRANGE', 'timeline', 0, 0);

async function withoutWrites(action) {
	const before = await writesOf(redis);
	const answer = await action();

	assert.equal(await writesOf(redis), before, 'something was stored');
	return answer;
}

// ---- a session that has ended ---------------------------------------------

// What is typed, and what comes back, if that differs.
const texts = [
	['Plain.'],
	['\n\n  two empty lines before\nand after \n\n'],
	['</textarea></form><script>hit()</script>'],
	['"quoted" \'twice\' & &amp; &lt;b&gt; <b>'],
	['{{STATUS}} {{#KEPT}} {{TEXT:none}}'],
	['🦊'.repeat(280)],
	['\u202eturned\u2067 \u{10ffff} e\u0301'],
	[' '],
	['x'.repeat(20000)],
	['a\tb\x01c', 'a b\ufffdc'],
];

for (const [typed, back = typed] of texts)
	test(`given back: ${JSON.stringify(typed).slice(0, 40)}`, async () => {
		const { visitor, fields } = await typing(url, 'anna', `/@ben/${parent}`);
		const asked = await withoutWrites(() => visitor.postRaw('/post',
			{ ...fields, status: typed.replaceAll('\n', '\r\n') }));
		const kept = formFields(asked.text, '/login');

		assert.equal(asked.status, 401);
		assert.equal(heading(asked.text), 'Sign in');
		assert.match(note(asked), /Sign in again: you won't lose your text/);
		assert.equal(asked.headers['www-authenticate'], 'Form');
		assert.deepEqual(kept, { username: '', password: '',
			status: back, reply_to: parent, nonce: fields.nonce });
		const page = await signIn(visitor, asked,
			{ username: 'anna', password });
		const form = formFields(page.text, '/post');

		assert.equal(page.status, 200);
		assert.equal(heading(page.text), 'Not posted yet');
		assert.match(note(page), /signed in again.*hasn't been saved/);
		assert.deepEqual(form, { status: back, reply_to: parent,
			nonce: fields.nonce, at: '', csrf: form.csrf,
			alt1: '', alt2: '', alt3: '', alt4: '' });
		assert.notEqual(form.csrf, fields.csrf);
		for (const { text } of [asked, page])
			assert.doesNotMatch(text, /<script>|<b>/);
	});

test('sent again, it is stored as it was typed, and once', async () => {
	const { visitor, fields } = await typing(url, 'anna', `/@ben/${parent}`);
	const status = '  I come!';
	const asked = await visitor.postRaw('/post', { ...fields, status });
	const page = await signIn(visitor, asked,
		{ username: 'anna', password });
	const before = await redis('LLEN', 'timeline');

	for (let i = 0; i < 2; i++) {
		const answer = await visitor.postRaw('/post',
			formFields(page.text, '/post'));

		assert.equal(answer.status, 303);
	}
	const post = await newestPost(redis);

	assert.equal(post.body, '  I come!');
	assert.equal(post.reply_to, parent);
	assert.equal(await redis('LLEN', 'timeline'), before + 1);
});

test('no wrong password loses it, however many', async () => {
	const { visitor, fields } = await typing(url, 'anna');
	const status = 'A\n\n"long" <story>';
	const wrong = [[{ password: 'wrong' }, 401], [{ password: '' }, 422],
		[{ username: '', password: '' }, 422],
		[{ username: 'nobody', password }, 401]];
	let page = await visitor.postRaw('/post', { ...fields, status });

	for (const [typed, answer] of wrong) {
		page = await signIn(visitor, page,
			{ username: 'anna', ...typed });
		assert.equal(page.status, answer);
		assert.notDeepEqual(messages(page.text), {});
		assert.equal(formFields(page.text, '/login').status, status);
	}
	page = await signIn(visitor, page, { username: 'anna', password });
	assert.equal(formFields(page.text, '/post').status, status);
	assert.equal(formFields(page.text, '/post').nonce, fields.nonce);
	assert.equal(formFields(page.text, '/post').reply_to, undefined);
	assert.match(page.text, />Profile</);
});

test('without a cookie it is the same', async () => {
	const out = new Visitor(url);
	const asked = await out.postRaw('/post', { status: 'Who am I?' });

	assert.equal(asked.status, 401);
	assert.deepEqual(formFields(asked.text, '/login'),
		{ username: '', password: '', status: 'Who am I?' });
	const page = await signIn(out, asked, { username: 'ben', password });

	// It contains a member's csrf, and is cached nowhere.
	assert.equal(page.headers['cache-control'], 'no-store');
	const answer = await out.postRaw('/post',
		formFields(page.text, '/post'));

	assert.equal(answer.status, 303);
	assert.equal((await newestPost(redis)).body, 'Who am I?');
});

test('bytes that are no text come back cleaned', async () => {
	const out = new Visitor(url);
	const asked = await out.postRaw('/post',
		'status=a%ffb%00c&nonce=%c3%28&reply_to=x%22%3E');
	const kept = formFields(asked.text, '/login');

	assert.equal(asked.status, 401);
	assert.equal(kept.status, 'a\ufffdb\ufffdc');
	assert.equal(kept.nonce, '\ufffd(');
	const page = await signIn(out, asked, { username: 'ben', password });

	assert.equal(formFields(page.text, '/post').status, kept.status);
	assert.equal(formFields(page.text, '/post').reply_to, undefined);
});

test('a member\'s own line is kept, too', async () => {
	const { visitor, fields } = await typing(url, 'anna', '/bio',
		'/bio');
	const bio = 'I "row" & <sing>', name = 'Anna "B"';
	const asked = await withoutWrites(() =>
		visitor.postRaw('/bio', { ...fields, bio, name }));

	assert.equal(asked.status, 401);
	assert.deepEqual(formFields(asked.text, '/login'),
		{ username: '', password: '', bio, name });
	const denied = await signIn(visitor, asked,
		{ username: 'anna', password: 'wrong' });
	const page = await signIn(visitor, denied,
		{ username: 'anna', password });

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), 'Edit profile');
	assert.match(note(page), /hasn't been saved/);
	assert.equal(formFields(page.text, '/bio').bio, bio);
	assert.equal(formFields(page.text, '/bio').name, name);
	const answer = await visitor.postRaw('/bio',
		formFields(page.text, '/bio'));

	assert.equal(answer.location, '/@anna');
	assert.equal(await redis('HGET', 'user:1', 'bio'), bio);
	assert.equal(await redis('HGET', 'user:1', 'display'), name);
});

test('if nothing was typed, the sign-in page is the usual one', async () => {
	for (const [path, fields] of [['/post', { status: '', nonce: '1' }],
		['/bio', { bio: '' }], ['/follow', { follow: '1' }]]) {
		const answer = await new Visitor(url).postRaw(path, fields);

		assert.equal(answer.location, '/login');
	}
	const page = await new Visitor(url).get('/login');

	assert.doesNotMatch(page.text, /<textarea|class="hello"/);
	assert.match(page.text, /New here\?/);
});

// ---- a form of another session --------------------------------------------

test('the form of an older session comes back with its text', async () => {
	const { visitor, fields } = await typing(url, 'anna', `/@ben/${parent}`);
	const status = '  Still "here"?';

	await visitor.login('anna');
	const page = await withoutWrites(() => visitor.postRaw('/post',
		{ ...fields, status: status.replaceAll('\n', '\r\n') }));
	const form = formFields(page.text, '/post');

	assert.equal(page.status, 403);
	assert.equal(heading(page.text), 'Not posted yet');
	assert.match(note(page), /signed out or in since/);
	assert.deepEqual(form, { ...fields, status, csrf: form.csrf });
	const answer = await visitor.postRaw('/post', form);

	assert.equal(answer.status, 303);
	assert.equal((await newestPost(redis)).body, status);
});

test('the line of an older session comes back', async () => {
	const { visitor, fields } = await typing(url, 'anna', '/bio',
		'/bio');

	await visitor.login('anna');
	const page = await withoutWrites(() =>
		visitor.postRaw('/bio', { ...fields, bio: 'A new line' }));
	const form = formFields(page.text, '/bio');

	assert.equal(page.status, 403);
	assert.equal(form.bio, 'A new line');
	assert.equal((await visitor.postRaw('/bio', form)).status, 303);
});

test('signed in by another window in between: the text is there', async () => {
	const { visitor, fields } = await typing(url, 'anna');
	const asked = await visitor.postRaw('/post',
		{ ...fields, status: 'Two windows' });

	await visitor.login('anna');
	const page = await signIn(visitor, asked,
		{ username: 'anna', password });

	assert.equal(page.status, 403);
	assert.equal(formFields(page.text, '/post').status, 'Two windows');
	const answer = await visitor.postRaw('/post',
		formFields(page.text, '/post'));

	assert.equal(answer.status, 303);
});

// ---- attacks ---------------------------------------------------------------

const elsewhere = [
	{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' },
	{ origin: 'https://example.org' }, { origin: 'null' },
];

for (const headers of elsewhere)
	test(`nothing is planted by ${JSON.stringify(headers)}`, async () => {
		const planted = { status: 'planted', bio: 'planted' };

		for (const visitor of [new Visitor(url), anna, ben])
			for (const [path, fields] of [['/post', planted],
				['/bio', planted], ['/login', { ...planted,
					username: 'anna', password }]]) {
				const page = await visitor.postRaw(path,
					fields, headers);

				assert.equal(page.status, 403);
				assert.equal(heading(page.text),
					'That form isn\'t from this site.');
				assert.doesNotMatch(page.text, /planted/);
				assert.equal(page.headers['set-cookie'],
					undefined);
			}
	});

test('no link plants a text', async () => {
	const query = '?status=planted&bio=planted&nonce=1';

	for (const path of ['/login', '/', '/bio', '/post'])
		for (const visitor of [new Visitor(url), ben]) {
			const { text } = await visitor.get(path + query);
			const forms = ['/login', '/post', '/bio'].map(
				(action) => formFields(text, action));

			assert.doesNotMatch(JSON.stringify(forms),
				/planted/);
		}
	const page = await new Visitor(url).postRaw(`/login${query}`,
		{ username: 'ben', password });

	assert.equal(page.location, '/');
});

// ---- a refused reply ------------------------------------------------------

test('a refused reply shows what it replies to', async () => {
	const { text } = await ben.get(`/@ben/${parent}`);
	const page = await ben.postRaw('/post',
		{ ...formFields(text, '/post'), status: 'x'.repeat(281) });

	assert.equal(page.status, 422);
	assert.equal(formFields(page.text, '/post').status, 'x'.repeat(281));
	assert.match(page.text, /In reply to <bdi>@ben<\/bdi>/);
	assert.match(page.text,
		/<blockquote[^>]*>\n<p class="body"[^>]*>Who comes along\?</);
	assert.match(page.text, /<label class="hush" for="status">Write a reply/);
	assert.deepEqual(bodies(page.text), []);
});

test('to what is gone, or never was, it shows none', async () => {
	for (const reply_to of ['999999', '0', 'x']) {
		const page = await ben.post('/post', { status: '', reply_to });

		assert.equal(page.status, 422);
		assert.doesNotMatch(page.text, /<blockquote/);
	}
});
