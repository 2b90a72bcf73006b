// A single post and its thread: replies, mentions, links and tags in bodies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, formValue, messages, posts } from '../lib/page.mjs';
import { writeIn, writersOf } from './lib/writers.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);

const write = writeIn(redis);

// With the form below the post, as members do it.
async function reply(visitor, path, status) {
	const { text } = await visitor.get(path);

	return visitor.post('/post', { status, nonce: formValue(text, 'nonce'),
		reply_to: formValue(text, 'reply_to') });
}

const body = (html) => html.match(/<p class="body"[^>]*>(.*?)<\/p>/s)[1];

test('a reply is below its post, and names it', async () => {
	const id = await write(anna, 'Who comes along?');
	const answer = await reply(ben, `/@anna/${id}`, 'I do.');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/@ben/${Number(id) + 1}`);
	for (const visitor of [anna, ben, out]) {
		const { text } = await visitor.get(`/@anna/${id}`);

		assert.deepEqual(bodies(text), ['Who comes along?', 'I do.']);
		assert.match(text, visitor === out ? />1 reply</
			: />Reply<\/i> <b>1<\/b></);
	}
	const { text } = await out.get(answer.location);

	assert.deepEqual(bodies(text), ['Who comes along?', 'I do.']);
	assert.match((await ben.get('/')).text,
		new RegExp(`In reply to <a href="/@anna/${id}">`));
	await reply(anna, `/@anna/${id}`, 'Good.');
	assert.match((await out.get('/@anna')).text, />2 replies</);
});

test('signed out you read, and are told how to reply', async () => {
	const id = await write(anna, 'Read me.');
	const { text } = await out.get(`/@anna/${id}`);

	assert.doesNotMatch(text, /<textarea/);
	assert.match(text, /<a href="\/login\?back=[^"]*">Sign in<\/a> to reply/);
	assert.equal((await out.post('/post', { reply_to: id })).location,
		'/login');
});

test('a long thread has pages, the oldest replies first', async () => {
	const id = await write(anna, 'Count!');

	for (let i = 0; i < 51; i++)
		await write(ben, `${i}`, { reply_to: id });
	const first = await out.get(`/@anna/${id}`);

	assert.equal(bodies(first.text).length, 51);
	assert.equal(bodies(first.text)[1], '0');
	assert.match(first.text, /href="\?start=50#replies" rel="next"/);
	const second = await out.get(`/@anna/${id}?start=50`);

	assert.deepEqual(bodies(second.text), ['Count!', '50']);
	assert.match(second.text, /href="\?start=0#replies" rel="prev"/);
	for (const start of ['999', '-1', 'x', '9'.repeat(40)]) {
		const { status, text } =
			await out.get(`/@anna/${id}?start=${start}`);

		assert.equal(status, 200);
		assert.deepEqual(bodies(text), ['Count!']);
	}
});

test('a reply to a deleted post comes back with its text', async () => {
	const id = await write(anna, 'Soon gone.');

	await anna.post('/delete', { id });
	for (const reply_to of [id, '999999']) {
		const before = await redis('LLEN', 'timeline');
		const answer = await ben.post('/post',
			{ status: 'Too late?', reply_to });

		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['status-bad'], /is gone/);
		assert.match(answer.text, />\nToo late\?<\/textarea>/);
		assert.equal(formValue(answer.text, 'reply_to'), undefined);
		assert.equal(await redis('LLEN', 'timeline'), before);
	}
});

test('a refused reply is still a reply', async () => {
	const id = await write(anna, 'Say more.');
	const answer = await ben.post('/post', { status: ' ', reply_to: id });

	assert.equal(answer.status, 422);
	assert.equal(formValue(answer.text, 'reply_to'), id);
});

for (const reply_to of ['', '0', 'x', '-1', '1x', '9'.repeat(30)])
	test(`reply_to "${reply_to}" makes a post of its own`, async () => {
		const id = await write(ben, 'Plain.', { reply_to });
		const { text } = await out.get(`/@ben/${id}`);

		assert.deepEqual(bodies(text), ['Plain.']);
		assert.doesNotMatch(text, /In reply to/);
	});

test('a thread stays readable without its first post', async () => {
	const id = await write(anna, 'First.');
	const { location } = await reply(ben, `/@anna/${id}`, 'Second.');

	await anna.post('/delete', { id });
	const { status, text } = await out.get(location);

	assert.equal(status, 200);
	assert.deepEqual(bodies(text), ['Second.']);
	assert.match(text, /deleted post/);
});

test('a deleted reply is counted no more', async () => {
	const id = await write(anna, 'Question.');
	const { location } = await reply(ben, `/@anna/${id}`, 'Answer.');

	await ben.post('/delete', { id: location.split('/').pop() });
	const { text } = await out.get(`/@anna/${id}`);

	assert.deepEqual(bodies(text), ['Question.']);
	assert.doesNotMatch(text, /1 reply/);
});

// ---- the body of a post ---------------------------------------------------

const link = (to, shown) =>
	`<a href="${to}" rel="nofollow ugc noopener">${shown}</a>`;
const marked = [
	['@ben and @Ben, @nobody', '<a href="/@ben">@ben</a> and ' +
		'<a href="/@ben">@Ben</a>, @nobody'],
	['me@ben.org', 'me@ben.org'],
	['see https://a.org/b?c=1&d=2.', 'see ' +
		`${link('https://a.org/b?c=1&amp;d=2', 'a.org/b?c=1&amp;d=2')}.`],
	['http://a.org/"onclick="x', `${link('http://a.org/', 'a.org')}` +
		'&quot;onclick=&quot;x'],
	['http://a.org/\'x', link('http://a.org/&#39;x', 'a.org/&#39;x')],
	['see www.a.org.', `see ${link('http://www.a.org', 'www.a.org')}.`],
	// The first letter is Cyrillic.
	['https://\u0430pple.com/b', link('https://\u0430pple.com/b',
		'xn--pple-43d.com/b')],
	['https://m\u00fcller.de', link('https://m\u00fcller.de',
		'm\u00fcller.de')],
	['javascript:alert(1) data:text/html,x http://a:b@c.org/',
		'javascript:alert(1) data:text/html,x http://a:b@c.org/'],
	['#Rowing (#été!) a#b', '<a href="/tag/rowing">#Rowing</a> ' +
		'(<a href="/tag/%C3%A9t%C3%A9">#été</a>!) a#b'],
	['<b>#x</b>\n @ben', '&lt;b&gt;<a href="/tag/x">#x</a>&lt;/b&gt;\n ' +
		'<a href="/@ben">@ben</a>'],
];

for (const [text, html] of marked)
	test(`"${text}"`, async () => {
		const id = await write(anna, text);

		assert.equal(body((await out.get(`/@anna/${id}`)).text), html);
		// bodies() reads the addresses of links, which have a scheme.
		assert.equal(bodies((await out.get('/@anna')).text)[0],
			text.replace(' www.', ' http://www.'));
	});

const nobody = out;
const { writer } = writersOf(url);

test('a post has a page of its own', async () => {
	const anna = await writer(3);
	const [, middle] = posts((await anna.get('/')).text);
	const page = await nobody.get(middle.path);

	assert.equal(page.status, 200);
	assert.deepEqual(bodies(page.text), ['post 2']);
	assert.match(page.text,
		new RegExp(`<title>@${anna.name}: post 2 · Retwis<`));
});
