// Searching for members and tags: what is found, and that a hostile q does no
// harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, foundTags, formValue, heading, people as members }
	from '../lib/page.mjs';
import { cgi, run, variables } from '../lib/program.mjs';
import { indexed, writesOf } from '../lib/redis.mjs';
import { wordDigest } from '../lib/words.mjs';

const { url, redis, socket } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');

const ask = (q, visitor = nobody) =>
	visitor.get(`/search?q=${encodeURIComponent(q)}`);
const namesIn = (page) => members(page.text).map(({ name }) => name);
const tagsIn = (page) => foundTags(page.text).map(({ name }) => name);

// A complete page with the form, whatever was searched for.
function checkWhole(page, what) {
	assert.equal(page.status, 200, what);
	assert.equal(heading(page.text), 'Search', what);
	assert.match(page.text, /<form class="search" method="get"/, what);
	assert.match(page.text, /<\/html>\s*$/, what);
	assert.equal(page.text.match(/<\/html>/g).length, 1, what);
}

// The beginning of each script, which is our own file.
function scriptsOf({ text }) {
	const found = text.match(/<script[^>]*>?/g);

	assert.ok(found.every((tag) =>
		/^<script src="\/static\/[a-z]+\.js[^"]*"[^>]*>$/.test(tag)), found);
	return found;
}

function isNobody(page) {
	return /No (tag|member's name( and no tag)?) starts like that/
		.test(page.text);
}

test('a newcomer is found at once', async () => {
	assert.ok(isNobody(await ask('ben')));
	await member(url, 'ben');
	await member(url, 'benita');
	for (const q of ['ben', 'BE', '@ben', ' ben ', '@Ben ', '\u00a0@ ben',
		'\uff20ben\u200b']) {
		const page = await ask(q);

		checkWhole(page, q);
		assert.deepEqual(namesIn(page), ['ben', 'benita'], q);
		assert.equal(formValue(page.text, 'q'), q);
		assert.ok(!isNobody(page));
	}
	assert.deepEqual(namesIn(await ask('ann')), ['anna']);
});

test('without q, or with a blank one, there is only the form', async () => {
	for (const query of ['', '?', '?q', '?q=', '?q=%20%20', '?q=+', '?q=@',
		'?q=%23', '?q=+%23+',
		'?q=%E3%80%80', '?p=ben']) {
		const page = await nobody.get(`/search${query}`);

		checkWhole(page, query);
		assert.deepEqual(namesIn(page), [], query);
		assert.ok(!isNobody(page), query);
	}
});

test('it is the same for members, and each page leads to it', async () => {
	const page = await ask('ben', anna);

	checkWhole(page);
	assert.deepEqual(namesIn(page), ['ben', 'benita']);
	assert.match(page.text, />Profile</);
	assert.match(page.text, /href="\/search" aria-current="page">Search</);
	for (const visitor of [nobody, anna])
		for (const path of ['/', '/timeline', '/@ben', '/nothing'])
			assert.match((await visitor.get(path)).text,
				/<a class="icon to-search" href="\/search">Search</, path);
});

test('eight are shown, and whether there are more', async () => {
	const more = /There are more/;

	for (let i = 10; i < 19; i++) {
		const id = await redis('INCR', 'next_user_id');

		await redis('HSET', `user:${id}`, 'username', `zoe_${i}`);
		await redis('ZADD', 'members', 0, `zoe_${i}\t${id}`);
		if (i === 17)
			assert.doesNotMatch((await ask('zoe')).text, more);
	}
	const page = await ask('zoe');

	assert.match(page.text, more);
	assert.deepEqual(namesIn(page),
		Array.from({ length: 8 }, (_, i) => `zoe_${i + 10}`));
	assert.doesNotMatch((await ask('zoe_18')).text, more);
});

const hostile = [
	'"', "'", '""><script>alert(1)</script>', '<b>', '&', '&amp;', '%', '%25',
	'\\', '\\x61', '[', '[a', '(', '(a', '-', '+', '*', 'a*', '?', '[a-z]',
	'{{Q}}', '{{#FOUND}}', '$(id)', '`', ';', '##', '/', '../', 'a/b',
	'\u0001', 'a\tb', 'a\r\nSET x y', '%s%n', '\u{1F469}\u{200D}\u{1F467}',
	'\u202Ezora', 'شَدَّة', 'e\u0301', '\uFFFE', '-inf', '+inf', 'ann\u0000',
	'\u0085', 'anna\t1', 'x'.repeat(100), 'x'.repeat(101), 'x'.repeat(5000),
];

// Characters of q that no document may contain, and how an input field treats
// white space.
function shownAs(q) {
	return q.replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe]/g,
		'\uFFFD').replace(/\t|\r\n|\n/g, ' ');
}

test('whatever is asked, the page is whole and gives it back', async () => {
	const scripts = scriptsOf(await ask('harmless', anna));
	const before = await writesOf(redis);

	for (const q of hostile) {
		const page = await ask(q, anna);

		checkWhole(page, q);
		assert.ok(isNobody(page), q);
		assert.deepEqual(namesIn(page), [], q);
		assert.equal(formValue(page.text, 'q'), shownAs(q), q);
		assert.deepEqual(scriptsOf(page), scripts, q);
		assert.doesNotMatch(page.text, /<b>/, q);
	}
	assert.equal(await writesOf(redis), before);
});

test('bytes that are no text find nobody', async () => {
	for (const raw of ['%FF', 'ann%FF', '%C3', 'ann%C3%28', '%ED%A0%80',
		'%F5%80%80%80', 'ann%00', '%00', '%C0%80']) {
		const page = await nobody.get(`/search?q=${raw}`);

		checkWhole(page, raw);
		assert.ok(isNobody(page), raw);
		assert.match(formValue(page.text, 'q'), /\uFFFD/, raw);
	}
});

test('a query that makes no sense is refused as elsewhere', async () => {
	for (const query of ['?q=%', '?q=%zz', '?q=a&q=%'])
		assert.equal((await nobody.get(`/search${query}`)).status, 400);
	for (const path of ['/searching', '/search/ben'])
		assert.equal((await nobody.get(path)).status, 404, path);
	assert.equal(await nobody.moved('/search/'), '/search');
	for (const [path, status] of [['/search/', 301], ['/search/ben', 404]])
		assert.equal((await cgi('search', { ...variables('GET', path),
			RETWIS_REDIS: `unix:retwis@${socket}` })).status, status);
});

const classic = [
	'Salvatore Sanfilippo', 'ADA', 'Ada', 'a/b', 'q%41/?#&=+', '50% off',
	'"><script>hit()</script>', "O'Brien", 'è così', '名前', '\u202Eevil',
	'[x', '(x', '-x', '+x', '\\x', '*', 'W'.repeat(90), '..',
];

// Members as the PHP original makes them.
async function classicMember(name) {
	const id = await redis('INCR', 'next_user_id');

	await redis('HSET', 'users', name, id);
	await redis('HSET', `user:${id}`, 'username', name);
	await redis('ZADD', 'users_by_time', 1400000000 + id, name);
}

test('classic names are found after adopting, and lead right', async () => {
	for (const name of classic)
		await classicMember(name);
	assert.ok(isNobody(await ask('Salvatore')));
	const adopted = await run(`${build}/retwis-admin`, ['adopt'],
		{ RETWIS_REDIS: `unix:retwis@${socket}` });

	assert.equal(adopted.status, 0, adopted.errors);
	assert.deepEqual(namesIn(await ask('ad')), ['ADA', 'Ada']);
	assert.deepEqual(namesIn(await ask('salvatore s')),
		['Salvatore Sanfilippo']);
	const scripts = scriptsOf(await ask('harmless'));

	for (const name of classic) {
		const page = await ask(name);
		const found = members(page.text).find((m) => m.name === name);

		checkWhole(page, name);
		assert.ok(found, name);
		assert.deepEqual(scriptsOf(page), scripts, name);
		assert.match(found.path, /^\/@[A-Za-z0-9._~%-]+$/);
		// Any other spelling would be redirected.
		assert.equal((await nobody.get(found.path)).status, 200, name);
	}
});

test('a classic member is found after signing in, too', async () => {
	const id = await redis('INCR', 'next_user_id');

	await redis('HSET', 'users', 'Grace Hopper', id);
	await redis('HSET', `user:${id}`, 'username', 'Grace Hopper',
		'password', 'clear text', 'auth', 'c'.repeat(32));
	assert.ok(isNobody(await ask('grace')));
	assert.equal((await new Visitor(url).login('Grace Hopper',
		'clear text')).status, 303);
	assert.deepEqual(namesIn(await ask('grace')), ['Grace Hopper']);
});

// ---- tags -----------------------------------------------------------------

async function write(visitor, status) {
	assert.equal((await visitor.post('/post', { status })).status, 303);
	return (await redis('LRANGE', 'timeline', 0, 0))[0];
}

test('a tag is found from its first post to its last', async () => {
	const none = /No tag starts like that/;

	assert.match((await ask('#row')).text, none);
	const ids = [await write(anna, 'Who #Rows? #rowing'),
		await write(anna, 'I #row, #rowing')];
	const page = await ask('#ROW');

	checkWhole(page);
	assert.deepEqual(foundTags(page.text), [
		{ path: '/tag/row', name: 'row', posts: '1 post' },
		{ path: '/tag/rowing', name: 'rowing', posts: '2 posts' },
		{ path: '/tag/rows', name: 'rows', posts: '1 post' }]);
	assert.deepEqual(namesIn(page), []);
	assert.equal((await nobody.get('/tag/row')).status, 200);
	await anna.post('/delete', { id: ids[1] });
	assert.deepEqual(tagsIn(await ask('#row')), ['rowing', 'rows']);
	await anna.post('/delete', { id: ids[0] });
	assert.match((await ask('#row')).text, none);
	assert.deepEqual(tagsIn(await ask('#row')), []);
});

test('members and tags are side by side, or one alone', async () => {
	await member(url, 'gondola');
	await write(anna, 'No #gondoliers here. #gondola');
	for (const [q, names, tags] of [
		['gondol', ['gondola'], ['gondola', 'gondoliers']],
		['@gondol', ['gondola'], []],
		['#gondol', [], ['gondola', 'gondoliers']],
		['gondoli', [], ['gondoliers']]]) {
		const page = await ask(q);

		checkWhole(page, q);
		assert.deepEqual([namesIn(page), tagsIn(page)], [names, tags], q);
		assert.doesNotMatch(page.text, /class="empty"/);
		assert.equal(formValue(page.text, 'q'), q);
	}
});

test('tags of every script are found, and lead right', async () => {
	for (const tag of ['Élan', 'שלום', 'شَدَّة', '漢字', 'می\u200cروم', 'y2026']) {
		await write(anna, `one #${tag} two`);
		const page = await ask(`#${tag.slice(0, -1)}`);
		const [{ name, path }] = foundTags(page.text);

		checkWhole(page, tag);
		assert.equal(name, tag.toLowerCase().normalize());
		assert.match(path, /^\/tag\/[A-Za-z0-9._~%-]+$/);
		assert.equal(heading((await nobody.get(path)).text), `#${name}`);
	}
});

test('eight tags are shown, and a thousand posts or more', async () => {
	const more = /There are more/;

	await redis('EVAL', 'for i = 1, 1000 do ' +
		'redis.call("LPUSH", KEYS[1], i) end', 1, 'tag:zed10');
	for (let i = 10; i < 19; i++) {
		await redis('ZADD', 'tags', 0, `zed${i}`);
		await redis('LPUSH', `tag:zed${i}`, i);
		await redis('LTRIM', `tag:zed${i}`, 0, 999);
		if (i === 17)
			assert.doesNotMatch((await ask('#zed')).text, more);
	}
	const page = await ask('#zed');

	assert.match(page.text, more);
	assert.deepEqual(tagsIn(page),
		Array.from({ length: 8 }, (_, i) => `zed${i + 10}`));
	assert.equal(foundTags(page.text)[0].posts, '1000 or more posts');
});

// ---- posts ----------------------------------------------------------------

const postsIn = ({ text }) => bodies(text);

test('posts are found by their words, the newest first', async () => {
	const first = await write(anna, 'Schnee in Jülich #winter');

	await write(anna, 'schnee und eis');
	await indexed(redis);
	assert.deepEqual(postsIn(await ask('SCHNEE')),
		['schnee und eis', 'Schnee in Jülich #winter']);
	for (const q of ['julich', 'Jülich schnee', 'juelich', '#winter', 'winter',
		'from:anna jülich', 'schnee from:@ANNA winter'])
		assert.deepEqual(postsIn(await ask(q)), ['Schnee in Jülich #winter'], q);
	for (const q of ['schneemann', 'schnee regen', 'from:ben schnee'])
		assert.match((await ask(q)).text, /No post has all of these words/, q);
	assert.match((await ask('7')).text, /words of two letters or more/);
	await anna.post('/delete', { id: first });
	assert.deepEqual(postsIn(await ask('schnee')), ['schnee und eis']);
});

test('members come first, then tags, then posts', async () => {
	await member(url, 'regina');
	await write(anna, 'a #regina of regina');
	await indexed(redis);
	const { text } = await ask('regina');
	const at = ['Members', 'Tags', 'Posts'].map((label) =>
		text.search(new RegExp(`<h2[^>]*>${label}<`)));

	assert.ok(at[0] > 0 && at[0] < at[1] && at[1] < at[2], at);
});

test('ten a page, and older ones', async () => {
	for (let i = 1; i <= 23; i++)
		await write(anna, `hagel ${i}`);
	await indexed(redis);
	const seen = [];
	let path = '/search?q=hagel', pages = 0;

	while (path) {
		const { text } = await nobody.get(path);

		seen.push(...bodies(text));
		pages++;
		assert.equal(formValue(text, 'q'), 'hagel');
		path = text.match(/<a href="([^"]+)" rel="next">Older/)?.[1]
			.replaceAll('&amp;', '&');
	}
	assert.equal(pages, 3);
	assert.deepEqual(seen,
		Array.from({ length: 23 }, (_, i) => `hagel ${23 - i}`));
	for (const after of ['0', 'x', '-1', '99999999999999999999', ''])
		assert.equal(bodies((await nobody.get(
			`/search?q=hagel&after=${after}`)).text).length, 10, after);
	assert.match((await nobody.get('/search?q=hagel&after=1')).text,
		/No older post has all of these words/);
});

test('words that are too common, too many, too long', async () => {
	await redis('ZADD', 'stop_words', 1, wordDigest('und'));
	await redis('DEL', `word:${wordDigest('und')}`);
	const two = await ask('schnee und');

	assert.deepEqual(postsIn(two), ['schnee und eis']);
	assert.match(two.text, /Too common to search for:.*\s*<bdi>und<\/bdi>\./);
	assert.match((await ask('und')).text, /Add a word, or from:NAME/);
	assert.deepEqual(postsIn(await ask('und from:anna')), ['schnee und eis']);
	assert.match((await ask('one two three four five six seven eight nine'))
		.text, /Only the first 8 words/);
	assert.match((await ask('wort '.repeat(400))).text,
		/at most 500 characters/);
	assert.match((await ask(Array.from({ length: 100 }, (_, i) => `w${i}`)
		.join(' '))).text, /Only the first 8 words/);
});

test('buttons of posts that were found lead back', async () => {
	const { text } = await ask('schnee', anna);

	assert.match(text, /name="back" value="\/search\?q=schnee"/);
});

// ---- deleted members ------------------------------------------------------

test('a member who is deleted is found no more', async () => {
	const ran = await run(`${build}/retwis-admin`,
		['delete', '--yes', 'benita'],
		{ RETWIS_REDIS: `unix:retwis@${socket}` });

	assert.equal(ran.status, 0, ran.errors);
	assert.deepEqual(namesIn(await ask('ben')), ['ben']);
});
