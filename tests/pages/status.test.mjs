// Threads: replies, what is deleted, mentions, links and tags in bodies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, formValue, heading, messages, pager, posts }
	from '../lib/page.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);

// Writes a post: its id.
async function write(visitor, status, fields = {}) {
	const answer = await visitor.post('/post', { status, ...fields });

	assert.equal(answer.status, 303, answer.text);
	return (await redis('LRANGE', 'timeline', 0, 0))[0];
}

// By the form below the post, as members do it.
async function reply(visitor, path, status) {
	const { text } = await visitor.get(path);

	return visitor.post('/post', { status, nonce: formValue(text, 'nonce'),
		reply_to: formValue(text, 'reply_to') });
}

const body = (html) => html.match(/<p class="body"[^>]*>(.*?)<\/p>/s)[1];

test('a reply stands below its post, and names it', async () => {
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
	assert.match(text, /<a href="\/login">Sign in<\/a> to reply/);
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

test('a reply to what is gone comes back with its text', async () => {
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

test('a refused reply stays a reply', async () => {
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

// ---- deleting -------------------------------------------------------------

test('you delete your own post, after being asked', async () => {
	const id = await write(anna, 'A mistake. #oops');
	const shown = await anna.get(`/@anna/${id}`);

	assert.match(shown.text, new RegExp(`href="/delete\\?id=${id}"`));
	const asked = await anna.get(`/delete?id=${id}`);

	assert.equal(heading(asked.text), 'Delete this post?');
	assert.deepEqual(bodies(asked.text), ['A mistake. #oops']);
	assert.equal(formValue(asked.text, 'id'), id);
	assert.equal((await anna.get(`/@anna/${id}`)).status, 200);
	const answer = await anna.post('/delete', { id });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	for (const path of ['/', '/timeline', '/@anna', '/tag/oops'])
		assert.ok(!bodies((await anna.get(path)).text)
			.includes('A mistake. #oops'), path);
	assert.equal((await anna.get(`/@anna/${id}`)).status, 404);
	assert.equal((await anna.get(`/delete?id=${id}`)).status, 404);
	assert.equal((await anna.post('/delete', { id })).status, 404);
});

test('somebody else\'s post stays', async () => {
	const id = await write(anna, 'Mine.');

	assert.doesNotMatch((await ben.get(`/@anna/${id}`)).text, /\/delete/);
	assert.equal((await ben.get(`/delete?id=${id}`)).status, 403);
	assert.equal((await ben.post('/delete', { id })).status, 403);
	assert.equal((await out.get(`/delete?id=${id}`)).location, '/login');
	assert.equal((await out.post('/delete', { id })).location, '/login');
	assert.equal((await anna.postRaw('/delete', { id })).status, 403);
	assert.deepEqual(bodies((await out.get(`/@anna/${id}`)).text),
		['Mine.']);
});

for (const id of ['', 'x', '-1', '0', '999999', '9'.repeat(40)])
	test(`there is no post "${id}" to delete`, async () => {
		assert.equal((await anna.get(`/delete?id=${id}`)).status, 404);
		assert.equal((await anna.post('/delete', { id })).status, 404);
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

test('a form sent again does not bring a deleted post back', async () => {
	const form = { csrf: await anna.csrf(), status: 'Back again?',
		nonce: formValue((await anna.get('/')).text, 'nonce') };

	await anna.postRaw('/post', form);
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	await anna.post('/delete', { id });
	assert.equal((await anna.postRaw('/post', form)).status, 303);
	assert.ok(!bodies((await anna.get('/')).text).includes('Back again?'));
	assert.notEqual((await redis('LRANGE', 'timeline', 0, 0))[0], id);
});

// ---- what is in a body ----------------------------------------------------

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
		assert.deepEqual(bodies((await out.get('/@anna')).text)[0], text);
	});

test('a tag has its posts, in any case, by tens', async () => {
	for (let i = 0; i < 11; i++)
		await write(i % 2 ? anna : ben, `${i} #Regatta`);
	const first = await out.get('/tag/rEGATTA');

	assert.equal(heading(first.text), '#regatta');
	assert.equal(bodies(first.text).length, 10);
	assert.equal(bodies(first.text)[0], '10 #Regatta');
	const older = await out.get(`/tag/regatta${pager(first.text).Older}`);

	assert.deepEqual(bodies(older.text), ['0 #Regatta']);
	for (const start of ['99', '-1', 'x'])
		assert.deepEqual(bodies((await out.get(
			`/tag/regatta?start=${start}`)).text), []);
});

test('a tag that nobody used is an empty page', async () => {
	for (const tag of ['nothing', '%F0%9F%A6%8A', '%ff', '%3Cb%3E', '%2F',
		'x'.repeat(1000)]) {
		const { status, text } = await out.get(`/tag/${tag}`);

		assert.equal(status, 200, tag);
		assert.deepEqual(posts(text), []);
		assert.doesNotMatch(text, /<b>/);
	}
	for (const path of ['/tag/', '/tag', '/tag/a/b', '/tag/%zz'])
		assert.ok([400, 404].includes((await out.get(path)).status), path);
});
