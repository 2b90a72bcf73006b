// Posting: how a post is stored, and one form that is sent many times at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { settled } from '../lib/redis.mjs';
import { member } from '../lib/visitor.mjs';
import { bodies, formValue, posts } from '../lib/page.mjs';
import { writersOf } from './lib/writers.mjs';

const { url, redis } = await borrowStack();

function atOnce(n, action) {
	return Promise.all(Array.from({ length: n }, (_, i) => action(i)));
}

test('one form sent twenty times at once is one post', async () => {
	const ben = await member(url, 'ben');
	const clara = await member(url, 'clara');

	await clara.follow('ben');
	await clara.get('/');
	const home = await ben.get('/');
	const form = { csrf: await ben.csrf(), status: 'only once',
		nonce: formValue(home.text, 'nonce') };
	const answers = await atOnce(20, () => ben.postRaw('/post', form));

	assert.deepEqual(new Set(answers.map((a) => a.status)), new Set([303]));
	const id = await redis('HGET', 'users', 'ben');
	const fan = await redis('HGET', 'users', 'clara');
	const posts = await redis('KEYS', 'post:*');

	assert.equal(posts.length, 1);
	const [post] = posts.map((key) => key.slice(5));

	await settled(redis);
	for (const list of [`own:${id}`, 'timeline'])
		assert.deepEqual(await redis('LRANGE', list, 0, -1), [post], list);
	// Both were empty, which a 0 shows.
	for (const list of [`posts:${id}`, `posts:${fan}`])
		assert.deepEqual(await redis('LRANGE', list, 0, -1), [post, '0']);
	assert.equal((await ben.postRaw('/post', form)).status, 303);
	assert.deepEqual(bodies((await clara.get('/')).text), ['only once']);
});

test('a new form, or another text, is another post', async () => {
	const dora = await member(url, 'dora');
	const csrf = await dora.csrf();
	const nonce = formValue((await dora.get('/')).text, 'nonce');

	await dora.postRaw('/post', { csrf, nonce, status: 'one' });
	await dora.postRaw('/post', { csrf, nonce, status: 'two' });
	await dora.write('one');
	assert.deepEqual(bodies((await dora.get('/')).text),
		['one', 'two', 'one']);
});

test('one nonce used by two members gives two posts', async () => {
	for (const name of ['emil', 'fred']) {
		const visitor = await member(url, name);

		await visitor.post('/post', { nonce: 'same', status: 'mine' });
		assert.deepEqual(bodies((await visitor.get(`/@${name}`)).text),
			['mine']);
	}
});

test('an interrupted post is finished by the same form', async () => {
	const gina = await member(url, 'gina');
	const id = await redis('HGET', 'users', 'gina');
	const form = { csrf: await gina.csrf(), status: 'all of it',
		nonce: formValue((await gina.get('/')).text, 'nonce') };

	await gina.postRaw('/post', form);
	const [post] = await redis('LRANGE', `own:${id}`, 0, -1);

	await redis('DEL', `post:${post}`, `own:${id}`, `posts:${id}`);
	await redis('LREM', 'timeline', 0, post);
	assert.equal((await gina.postRaw('/post', form)).status, 303);
	assert.deepEqual(await redis('LRANGE', `own:${id}`, 0, -1), [post]);
	assert.equal((await redis('LRANGE', 'timeline', 0, 0))[0], post);
	assert.deepEqual(bodies((await gina.get('/')).text), ['all of it']);
	assert.equal(await redis('HGET', `post:${post}`, 'body'), 'all of it');
});

const { newMember, writer } = writersOf(url);

test('a post keeps its line breaks, on every page', async () => {
	const anna = await newMember();
	const answer = await anna.write('one\r\n\r\n  two\rthree\nfour \r\n ');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	const [post] = posts((await anna.get('/')).text);

	for (const path of ['/', `/@${anna.name}`, '/timeline', post.path]) {
		const page = await anna.get(path);

		assert.equal(bodies(page.text)[0], 'one\n\n  two\nthree\nfour');
	}
	const id = post.path.split('/').pop();
	const stored = await redis('HGETALL', `post:${id}`);

	assert.equal(stored.body, 'one\n\n  two\nthree\nfour');
	assert.equal(stored.username, anna.name);
	assert.match(stored.time, /^\d{10}$/);
});

test('characters are counted as readers see them', async () => {
	const anna = await newMember();

	for (const letter of ['👩‍👩‍👧‍👦', 'e\u0301', '🇫🇷', '🚣🏽‍♀️'])
		assert.equal((await anna.write(letter.repeat(280))).status, 303,
			letter);
	assert.equal(bodies((await anna.get('/')).text)[3],
		'👩‍👩‍👧‍👦'.repeat(280));
});

// Later rules for empty lines hold for what was stored before them, too.
test('a pasted table is posted, and many empty lines are two', async () => {
	const anna = await newMember();
	const stored = ['Mon 9:00', 'Tue 10:00', '', '', 'Bye'].join('\n');

	await anna.write('\n \nMon\t9:00\r\nTue\t10:00\n\n \n\t\n\u00a0\nBye\n\n');
	const [{ path, body }] = posts((await anna.get('/')).text);
	const key = `post:${path.split('/').pop()}`;

	assert.equal(body, stored);
	assert.equal(await redis('HGET', key, 'body'), stored);
	await redis('HSET', key, 'body', `\n\none${'\n'.repeat(277)}two`);
	for (const page of ['/', path])
		assert.equal(bodies((await anna.get(page)).text)[0],
			'one\n\n\ntwo');
});

const folded = new RegExp('<p class="body" dir="auto">([^]*?)</p>\n?' +
	'<details class="fold"><summary[^>]*>Show more</summary>' +
	'<p class="body" dir="auto">(.*?)</p></details>', 's');

const lines = (from, to) => Array.from({ length: to - from + 1 },
	(_, i) => from + i).join('\n');

test('a long post is folded in every list, and whole on its own page', async () => {
	const [anna, fan] = [await newMember(), await newMember()];

	await fan.follow(anna.name);
	await anna.write(`${lines(1, 12)}\n${lines(13, 90)} #long`);
	await settled(redis);
	const [post] = posts((await anna.get('/')).text);

	await anna.post('/act', { like: post.path.split('/').pop() });
	for (const [reader, path] of [[anna, '/'], [fan, '/'],
		[fan, `/@${anna.name}`], [fan, '/timeline'], [fan, '/tag/long'],
		[anna, '/likes']]) {
		const [, shown, rest] = (await reader.get(path)).text.match(folded) ??
			assert.fail(path);

		assert.equal(shown, lines(1, 12), path);
		assert.equal(rest, `${lines(13, 90)} ` +
			'<a href="/tag/long">#long</a>', path);
	}
	const own = await fan.get(post.path);

	assert.doesNotMatch(own.text, /class="fold"/);
	assert.equal(bodies(own.text)[0], `${lines(1, 90)} #long`);
	await fan.post('/post', { status: 'So long?',
		reply_to: post.path.split('/').pop() });
	const [answer] = posts((await fan.get('/')).text);

	assert.match((await fan.get(answer.path)).text, folded);
});

for (const [title, text, shown] of [
	['16 lines', lines(1, 16)],
	['17 lines', lines(1, 17), lines(1, 12)],
	['empty lines at the fold', `${lines(1, 11)}\n\n\n${lines(12, 30)}`,
		lines(1, 11)],
	['links at the fold', `${lines(1, 11)}\n${'x'.repeat(58)} ` +
		`http://a.org/${'x'.repeat(50)} y\n${lines(1, 20)}`,
	`${lines(1, 11)}\n${'x'.repeat(58)} <a href="http://a.org/` +
		`${'x'.repeat(50)}" rel="nofollow ugc noopener">` +
		`a.org/${'x'.repeat(20)}…${'x'.repeat(12)}</a>`],
])
	test(`the fold of ${title}`, async () => {
		const anna = await newMember();

		await anna.write(text);
		const page = (await anna.get('/')).text;

		assert.equal(page.match(folded)?.[1], shown);
	});

// A site may allow long posts, and PHP Retwis has them.
test('a text of one long line is folded between its words', async () => {
	const anna = await newMember();

	await anna.write('x');
	const [{ path }] = posts((await anna.get('/')).text);
	const words = Array.from({ length: 400 }, (_, i) => `word${i}`);

	await redis('HSET', `post:${path.split('/').pop()}`, 'body',
		words.join(' '));
	const [, shown, rest] = (await anna.get('/')).text.match(folded);

	assert.equal(`${shown} ${rest}`, words.join(' '));
	assert.ok(shown.length > 700 && shown.length < 800, shown.length);
});

test('a new post is from just now, an old one from its day', async () => {
	const anna = await writer(1);
	const [{ path }] = posts((await anna.get('/')).text);
	const key = `post:${path.split('/').pop()}`;
	const now = Math.floor(Date.now() / 1000);
	const ages = [[0, 'just now'], [60, '1 minute ago'],
		[5 * 60 + 3, '5 minutes ago'], [3600, '1 hour ago'],
		[5 * 3600, '5 hours ago'], [-50, 'just now']];

	for (const [age, text] of ages) {
		await redis('HSET', key, 'time', now - age);
		assert.equal(posts((await anna.get(path)).text)[0].ago, text);
	}
	await redis('HSET', key, 'time', 1234567890);
	const [post] = posts((await anna.get(path)).text);

	assert.match(post.ago, /^1[34] Feb 2009, \d\d:\d\d$/);
	const [inList] = posts((await anna.get(`/@${anna.name}`)).text);

	assert.match(inList.ago, /^1[34] Feb 2009$/);
	assert.equal(post.when, '2009-02-13T23:31:30Z');
});
