// A single post in its conversation; mentions, links and tags in bodies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, formValue, messages, pager, posts } from '../lib/page.mjs';
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

// The conversation on a page: a dot for each step, a ! for a post that was
// deleted, > for the post of the page, and @ where the page says whom it answers.
function turns(html) {
	const found = html.matchAll(/<div class="turn( focus)? step(\d)( apart)?">\s*(?:<p class="(gone)">|<article[^>]* id="p(\d+)")/g);

	return [...found].map(([, focus, step, apart, gone, id]) =>
		(focus ? '>' : '') + '.'.repeat(step) + (gone ? '!' : id) +
			(apart ? '@' : '')).join(' ');
}

const idOf = (location) => location.match(/#p(\d+)$/)[1];

test('after a reply you are in the conversation, at your reply', async () => {
	const id = await write(anna, 'Who comes along?');
	const answer = await reply(ben, `/@anna/${id}`, 'I do.');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/@ben/${Number(id) + 1}#p${Number(id) + 1}`);
	for (const visitor of [anna, ben, out]) {
		const { text } = await visitor.get(`/@anna/${id}`);

		assert.deepEqual(bodies(text), ['Who comes along?', 'I do.']);
		assert.match(text, visitor === out ? />1 reply</
			: />Reply<\/i> <b>1<\/b></);
	}
	const { text } = await out.get(answer.location);

	assert.deepEqual(bodies(text), ['Who comes along?', 'I do.']);
	assert.match(text, new RegExp(`id="p${idOf(answer.location)}"`));
	assert.match((await ben.get('/')).text,
		new RegExp(`In reply to <a href="/@anna/${id}">`));
	await reply(anna, `/@anna/${id}`, 'Good.');
	assert.match((await out.get('/@anna')).text, />2 replies</);
});

// A tree of seven posts; returns their ids.
async function talk() {
	const ids = [await write(anna, 'One')];

	for (const to of [0, 1, 2, 3, 0, 5])
		ids.push(await write(ids.length % 2 ? ben : anna,
			`answers ${to}`, { reply_to: ids[to] }));
	return ids;
}

test('each of its posts shows the whole conversation', async () => {
	const ids = await talk();
	const [a, b, c, d, e, f, g] = ids;

	for (const visitor of [anna, ben, out])
		for (const [i, id] of ids.entries()) {
			const name = i % 2 ? 'ben' : 'anna';
			const { text } = await visitor.get(`/@${name}/${id}`);

			assert.equal(turns(text),
				`${a} .${b} ..${c} ..${d}@ ..${e}@ .${f} ..${g}`
					.replace(new RegExp(`\\.*${id}\\b`), '>$&'));
			assert.ok(text.includes(`In reply to <a href="/@ben/${d}">`));
		}
	await anna.post('/delete', { id: c });
	await anna.post('/delete', { id: g });
	assert.equal(turns((await out.get(`/@ben/${b}`)).text),
		`${a} >.${b} ..! ..${d}@ ..${e}@ .${f}`);
	await anna.post('/delete', { id: a });
	assert.equal(turns((await out.get(`/@ben/${f}`)).text),
		`! .${b} ..! ..${d}@ ..${e}@ >.${f}`);
});

test('the form is below the post that it answers, and says so', async () => {
	const [a, b, c, d, e] = await talk();
	const named = await member(url, 'hanna');

	await named.submit('/bio', { name: 'Hanna <b>Brückner', bio: '' });
	const id = await write(named, `\n<i>x</i> ${'words '.repeat(30)}`,
		{ reply_to: c });
	const { text } = await ben.get(`/@hanna/${id}`);
	const [above, below] = text.split('<form class="write"');

	assert.equal(formValue(text, 'reply_to'), id);
	assert.match(above, /Reply to <bdi>Hanna &lt;b&gt;Brückner<\/bdi><\/h2>\s*<p class="quoted" dir="auto">&lt;i&gt;x&lt;\/i&gt; (words )+words…/);
	assert.match(below, /for="status">Write a reply to <bdi>Hanna &lt;b&gt;Brückner/);
	assert.equal(turns(above), `${a} .${b} ..${c} ..${d}@ ..${e}@ >..${id}@`);
	assert.match((await ben.get(`/@anna/${a}`)).text,
		/Reply to <bdi>@anna<\/bdi><\/h2>/);
	assert.doesNotMatch((await ben.get('/')).text, /Reply to/);
});

test('what else can be done is in one place', async () => {
	const ids = await talk();
	const tools = async (visitor, name, id) => (await visitor.get(
		`/@${name}/${id}`)).text.match(/<p class="tools">(.*?)<\/p>/s)?.[1]
		.replace(/<[^>]*>/g, '').trim().split(/\s*\n\s*/).join(', ');
	const alone = await write(ben, 'alone');

	const mine = 'Save, Edit this post, Pin to your profile, ' +
		'Delete this post, ';

	assert.equal(await tools(anna, 'anna', ids[0]),
		`${mine}Leave this conversation`);
	assert.equal(await tools(ben, 'anna', ids[0]),
		'Save, Report this post, Leave this conversation');
	assert.equal(await tools(out, 'anna', ids[0]), undefined);
	assert.equal(await tools(ben, 'ben', alone),
		`${mine}Leave this conversation`);
	assert.equal(await tools(anna, 'ben', alone), 'Save, Report this post');
	const { location } = await ben.submit('/act', { leave: ids[5],
		back: `/@ben/${ids[5]}` });

	assert.equal(location, `/@ben/${ids[5]}#p${ids[5]}`);
	assert.equal(await tools(ben, 'ben', ids[5]),
		`${mine}You've left this conversation., Join again`);
	assert.equal(await tools(anna, 'ben', ids[5]),
		'Save, Report this post, Leave this conversation');
	await ben.submit('/act', { join: ids[2], back: '/' });
	assert.equal(await tools(ben, 'anna', ids[0]),
		'Save, Report this post, Leave this conversation');
});

test('its page hears of replies since the newest that there is', async () => {
	const ids = await talk();
	const [a, , , d] = ids;
	const newest = Math.max(...ids.map(Number));
	const from = async (visitor, path) => (await visitor.get(path)).text
		.match(/ data-from="([^"]*)"/)?.[1].replaceAll('&amp;', '&');

	for (const path of [`/@anna/${a}`, `/@anna/${a}?after=${a}`])
		assert.equal(await from(ben, path),
			`/live?at=conversation&root=${a}&since=${newest}`);
	assert.equal(await from(out, `/@anna/${a}`), undefined);
	const alone = await write(ben, 'alone');

	assert.equal(await from(anna, `/@ben/${alone}`),
		`/live?at=conversation&root=${alone}&since=${alone}`);
	await redis('HDEL', `post:${d}`, 'root', 'root_user_id');
	assert.equal(await from(ben, `/@ben/${d}`), '/live');
});

test('what older programs wrote has only its own replies', async () => {
	const [a, b, c, d] = await talk();

	for (const id of [a, b, c, d])
		await redis('HDEL', `post:${id}`, 'root', 'root_user_id');
	assert.equal(turns((await out.get(`/@anna/${c}`)).text),
		`${b}@ >.${c} ..${d}`);
	await ben.post('/delete', { id: b });
	assert.equal(turns((await out.get(`/@anna/${c}`)).text), `! >.${c} ..${d}`);
});

test('signed out you read, and are told how to reply', async () => {
	const id = await write(anna, 'Read me.');
	const { text } = await out.get(`/@anna/${id}`);

	assert.doesNotMatch(text, /<textarea/);
	assert.match(text, /<a href="\/login\?back=[^"]*">Sign in<\/a> to reply/);
	assert.equal((await out.post('/post', { reply_to: id })).location,
		'/login');
});

test('a long conversation has pages of fifty', async () => {
	const id = await write(anna, 'Count!');
	const at = (answer) => pager(answer.text);
	let last;

	for (let i = 0; i < 51; i++)
		last = await write(ben, `${i}`, { reply_to: id });
	const first = await out.get(`/@anna/${id}`);

	assert.equal(bodies(first.text).length, 50);
	assert.deepEqual(bodies(first.text).slice(0, 2), ['Count!', '0']);
	assert.deepEqual(at(first), { Later: `?after=${Number(last) - 2}` });
	const second = await out.get(`/@anna/${id}${at(first).Later}`);

	assert.deepEqual(bodies(second.text), ['49', '50']);
	assert.deepEqual(at(second), { Earlier: '?after=0' });
	assert.match(second.text, new RegExp(`<a href="/@anna/${id}">Back to`));
	assert.doesNotMatch(second.text, /class="turn focus|<textarea/);
	assert.equal(bodies((await out.get(`/@anna/${id}?after=0`)).text).length,
		50);
	// Without a post to begin after, it is the page that has the post.
	for (const after of ['', '?after=999999', '?after=-1', '?after=x',
		`?after=${last}`, `?after=${'9'.repeat(40)}`, '?start=99']) {
		const { status, text } = await ben.get(`/@ben/${last}${after}`);

		assert.equal(status, 200);
		assert.deepEqual(bodies(text), ['49', '50']);
		assert.match(text, /class="turn focus/);
		assert.deepEqual(pager(text), { Earlier: '?after=0' });
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

test('a deleted reply is counted no more', async () => {
	const id = await write(anna, 'Question.');
	const { location } = await reply(ben, `/@anna/${id}`, 'Answer.');

	await ben.post('/delete', { id: idOf(location) });
	const { text } = await out.get(`/@anna/${id}`);

	assert.deepEqual(bodies(text), ['Question.']);
	assert.doesNotMatch(text, /1 reply/);
	assert.match(text, /No replies yet/);
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

// A screen reader chooses its voice by it.
test('letters tell the language of a post', async () => {
	const spoken = async (text) => (await out.get(
		`/@anna/${await write(anna, text)}`)).text
		.match(/<p class="body" dir="auto"(.*?)>/)[1];

	assert.equal(await spoken('Καλημέρα @ben'), ' lang="el"');
	assert.equal(await spoken('今日は会議'), ' lang="ja"');
	assert.equal(await spoken('Good morning'), '');
});
