// Atom: the contents of a feed, and polls that cost nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { feedBodies, feedOf, parseFeed, type } from '../lib/atom.mjs';
import { bodies, posts } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { cgi, fastcgi, variables } from '../lib/program.mjs';

const { url, redis, address, var: folder } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.follow('anna');
await anna.write('Hello,\r\n<b>"world"</b> & #été 🦊');
await ben.write('I am Ben.');
await redis('HSET', 'post:1', 'time', 1700000000);
await redis('HSET', 'post:2', 'time', 1700000001);

const public_ = ['/timeline.atom', '/@anna.atom', '/tag/%C3%A9t%C3%A9.atom'];

async function fetchFeed(path, visitor = nobody, headers = {}) {
	const answer = await visitor.get(path, headers);

	assert.equal(answer.status, 200, path);
	assert.equal(answer.headers['content-type'], type);
	return parseFeed(answer.text);
}

// ---- contents ---------------------------------------------------------------

test('each feed holds the posts of its page', async () => {
	for (const path of public_) {
		const feed = await fetchFeed(path);
		const page = await nobody.get(path.replace('.atom', ''));

		assert.deepEqual(feed.entries.map((entry) => entry.body),
			bodies(page.text), path);
		assert.deepEqual(feed.entries.map((entry) => entry.page),
			posts(page.text).map((post) => url + post.path), path);
		assert.equal(feed.self, url + path);
		assert.equal(feed.id, url + path);
		assert.equal(feed.page, url + path.replace('.atom', ''));
	}
});

test('an entry says what, who, when and where', async () => {
	const { entries: [second, first], title, updated } =
		await fetchFeed('/timeline.atom');

	assert.equal(title, 'Everyone · Retwis');
	assert.equal(updated, '2023-11-14T22:13:21Z');
	assert.equal(second.author, 'ben');
	assert.deepEqual(first, {
		id: 'tag:127.0.0.1,2023-11-14:post/1',
		title: 'Hello,',
		published: '2023-11-14T22:13:20Z',
		updated: '2023-11-14T22:13:20Z',
		author: 'anna',
		uri: `${url}/@anna`,
		page: `${url}/@anna/1`,
		html: 'Hello,<br>&lt;b&gt;&quot;world&quot;&lt;/b&gt; &amp; ' +
			`<a href="${url}/tag/%C3%A9t%C3%A9">#été</a> 🦊`,
		body: 'Hello,\n<b>"world"</b> & #été 🦊',
	});
	assert.equal((await fetchFeed('/@anna.atom')).title, '@anna · Retwis');
	assert.equal((await fetchFeed('/tag/%C3%89T%C3%89.atom')).title,
		'#été · Retwis');
});

test('an entry is the same in all feeds', async () => {
	const [, timeline] = (await fetchFeed('/timeline.atom')).entries;

	for (const path of ['/@anna.atom', '/tag/%C3%A9t%C3%A9.atom'])
		assert.deepEqual((await fetchFeed(path)).entries[0], timeline);
});

test('a feed without posts is one', async () => {
	await member(url, 'carl');
	for (const path of ['/@carl.atom', '/tag/nothing.atom']) {
		const answer = await nobody.get(path);
		const feed = parseFeed(answer.text);

		assert.equal(answer.status, 200);
		assert.deepEqual(feed.entries, []);
		assert.equal(feed.updated, '1970-01-01T00:00:00Z');
		assert.equal(answer.headers['last-modified'], undefined);
	}
});

test('a long first line is cut, a post without letters has a title',
	async () => {
		const dora = await member(url, 'dora');
		const long = 'word '.repeat(50).trim();

		await dora.write(`${long}\nsecond`);
		await dora.write('x');
		const [, path] = posts((await dora.get('/@dora')).text)[0].path
			.match(/\/(\d+)$/);

		await redis('HSET', `post:${path}`, 'body', '\u200b\n ', 'time',
			1700000000);
		const { entries } = await fetchFeed('/@dora.atom');

		assert.deepEqual(entries.map((entry) => entry.title),
			['@dora, 14 November 2023',
				`${'word '.repeat(16).trim()}…`]);
		assert.equal(entries[1].body, `${long}\nsecond`);
	});

test('a feed has fifty posts, and none that is gone', async () => {
	const erik = await member(url, 'erik');

	for (let i = 0; i < 55; i++)
		await erik.post('/post', { status: `number ${i} #many` });
	const ids = posts((await erik.get('/@erik')).text)
		.map((post) => post.path.split('/').pop());

	await erik.post('/delete', { id: ids[0] });
	await redis('DEL', `post:${ids[1]}`);
	for (const [path, n] of [['/@erik.atom', 49], ['/tag/many.atom', 49],
		['/timeline.atom', 49]]) {
		const found = feedBodies((await nobody.get(path)).text);

		assert.equal(found[0], 'number 52 #many', path);
		assert.equal(found.length, n, path);
	}
});

test('pages name their feeds, and show a link', async () => {
	for (const path of public_) {
		const page = path.replace('.atom', '');

		for (const visitor of [nobody, anna, ben]) {
			const { text } = await visitor.get(page);
			const feed = feedOf(text);

			assert.equal(feed.path, path);
			assert.ok(text.includes(
				`<a href="${path}">Atom feed</a>`));
		}
	}
	assert.equal(feedOf((await nobody.get('/timeline')).text).title,
		'Everyone');
	assert.equal(feedOf((await nobody.get('/@anna?start=10')).text).title,
		'@anna');
	for (const path of ['/', '/login', '/@anna/1', '/@anna/followers',
		'/nothing', '/@nobody'])
		for (const visitor of [nobody, ben])
			assert.equal(feedOf((await visitor.get(path)).text),
				null, path);
});

test('no such feed is 404, and one by another name redirects',
	async () => {
		for (const path of ['/@nobody.atom', '/@.atom', '/.atom',
			'/login.atom', '/home.atom', '/@anna/1.atom',
			'/@anna/followers.atom', '/tag/.atom',
			'/tag/a/b.atom', '/timeline%2Eatom',
			'/timeline.Atom', '/timeline.atom.atom', '/feed.atom'])
			assert.equal((await nobody.get(path)).status, 404,
				path);
		for (const visitor of [nobody, anna]) {
			const { status, location, headers } =
				await visitor.get('/@ANNA.atom');

			assert.equal(status, 303);
			assert.equal(location, '/@anna.atom');
			assert.equal(headers['cache-control'], 'no-cache');
		}
	});

test('a feed is read, and nothing else', async () => {
	for (const path of [...public_, '/feed/x.atom'])
		for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
			const answer = await nobody.send(method, path);

			assert.equal(answer.status, 405, `${method} ${path}`);
			assert.equal(answer.headers.allow, 'GET, HEAD');
		}
});

test('a feed is the same for everybody', async () => {
	for (const path of public_) {
		const mine = await anna.get(path);
		const theirs = await nobody.get(path);

		assert.equal(mine.text, theirs.text);
		for (const { headers } of [mine, theirs]) {
			assert.equal(headers['cache-control'], 'no-cache');
			assert.doesNotMatch(headers.vary ?? '', /Cookie/);
		}
	}
});

// ---- polls ------------------------------------------------------------------

const since = 'Tue, 14 Nov 2023 22:13:20 GMT';

test('nothing new is 304, without a body', async () => {
	const { headers } = await nobody.get('/@anna.atom');
	const later = 'Wed, 15 Nov 2023 00:00:00 GMT';
	const earlier = 'Tue, 14 Nov 2023 22:13:19 GMT';
	const { etag } = headers;

	assert.match(etag, /^"[0-9a-f]{32}"$/);
	assert.equal(headers['last-modified'], since);
	for (const [asked, status] of [
		[{ 'if-none-match': etag }, 304],
		[{ 'if-none-match': `"x", W/${etag}` }, 304],
		[{ 'if-none-match': '*' }, 304],
		[{ 'if-modified-since': since }, 304],
		[{ 'if-modified-since': later }, 304],
		[{ 'if-none-match': etag, 'if-modified-since': earlier }, 304],
		[{ 'if-none-match': '"x"', 'if-modified-since': later }, 200],
		[{ 'if-none-match': '"x"' }, 200],
		[{ 'if-modified-since': earlier }, 200],
		[{ 'if-modified-since': 'never' }, 200]])
		for (const method of ['GET', 'HEAD']) {
			const answer = await nobody.send(method, '/@anna.atom',
				asked);

			assert.equal(answer.status, status,
				`${method} ${JSON.stringify(asked)}`);
			assert.equal(answer.headers.etag, etag);
			assert.equal(answer.headers['last-modified'], since);
			assert.equal(answer.headers['cache-control'],
				'no-cache');
			assert.equal(answer.text === '',
				status === 304 || method === 'HEAD');
		}
});

test('the same feed has the same ETag a second later, another has another',
	async () => {
		const tag = async (path, headers) =>
			(await nobody.get(path, headers)).headers.etag;
		const second = () => Math.floor(Date.now() / 1000);
		const first = await tag('/@anna.atom');
		const then = second();

		await until('a second has passed', () => second() > then);
		assert.equal(await tag('/@anna.atom'), first);
		assert.equal(await tag('/@anna.atom', { cookie: 'auth=x' }),
			first);
		for (const path of ['/@ben.atom', '/timeline.atom'])
			assert.notEqual(await tag(path), first);
		assert.notEqual(await tag('/@anna.atom', { host: 'other' }),
			first);
	});

test('a post more, and one less, is news', async () => {
	const flora = await member(url, 'flora');
	const etags = new Set();
	const poll = async () => {
		const { status, headers } = await nobody.get('/@flora.atom',
			{ 'if-none-match': [...etags].join(', ') });

		etags.add(headers.etag);
		return status;
	};

	await flora.write('one');
	assert.equal(await poll(), 200);
	assert.equal(await poll(), 304);
	await flora.write('two');
	assert.equal(await poll(), 200);
	await flora.write('three');
	assert.equal(await poll(), 200);
	const [{ path }] = posts((await flora.get('/@flora')).text);

	await flora.post('/delete', { id: path.split('/').pop() });
	// What was there before.
	assert.equal(await poll(), 304);
	assert.equal(etags.size, 3);
	await ben.post('/post', { status: 'a reply', reply_to: 1 });
	assert.equal(await poll(), 304);
});

test('a date to come is not said', async () => {
	const greta = await member(url, 'greta');

	await greta.write('from the future');
	const [{ path }] = posts((await greta.get('/@greta')).text);
	const key = `post:${path.split('/').pop()}`;

	for (const time of [32503680000, '99999999999999999999', 'x', '-1',
		'253402300800', '999999999999999999']) {
		await redis('HSET', key, 'time', time);
		const { headers, text } = await nobody.get('/@greta.atom');

		assert.equal(headers['last-modified'], undefined, time);
		assert.match(parseFeed(text).entries[0].updated,
			/^(1970-01-01T00:00:00|3000-01-01T00:00:00)Z$/);
	}
});

// ---- addresses --------------------------------------------------------------

test('the host is the one that was asked', async () => {
	for (const [host, authority] of [['example.org', 'example.org'],
		['Example.ORG:8080', 'example.org'], ['[::1]:80', '::1'],
		['a-b_c.d', 'a-b_c.d']]) {
		const { id, self, page, entries: [entry] } =
			await fetchFeed('/@anna.atom', nobody, { host });

		assert.equal(id, `http://${host}/@anna.atom`);
		assert.equal(self, id);
		assert.equal(page, `http://${host}/@anna`);
		assert.equal(entry.uri, page);
		assert.equal(entry.page, `${page}/1`);
		assert.equal(entry.id, `tag:${authority},2023-11-14:post/1`);
	}
});

test('a Host that is none is 400', async () => {
	for (const host of ['a b', 'a"b', "a'b", '<a>', 'a&b', 'a/b', 'a@b',
		'a?b', 'a#b', 'a:b', 'a:80:80', ':80', '', '[::1', 'a,b',
		'x'.repeat(300), '{{BASE}}', '\x01', '%41']) {
		const answer = await fastcgi(`${folder}/timeline.sock`,
			variables('GET', '/timeline.atom', '',
				{ HTTP_HOST: host }));

		assert.equal(answer.status, 400, host);
		assert.doesNotMatch(answer.text, /<feed/);
	}
	const none = await fastcgi(`${folder}/timeline.sock`,
		variables('GET', '/timeline.atom'));

	assert.equal(none.status, 400);
});

test('under HTTPS the addresses are https, and the entries the same',
	async () => {
		const ask = async (more) => parseFeed((await fastcgi(
			`${folder}/profile.sock`, variables('GET', '/@anna.atom',
				'', { HTTP_HOST: 'a', ...more }))).text);
		const plain = await ask({});
		const secure = await ask({ HTTPS: 'on' });

		assert.equal(secure.self, 'https://a/@anna.atom');
		assert.equal(secure.entries[0].page, 'https://a/@anna/1');
		assert.equal(secure.entries[0].id, plain.entries[0].id);
	});

test('an entry has the links of its post, and line breaks', async () => {
	const gina = await member(url, 'gina');
	const html = async (status) => {
		await gina.write(status);
		return (await fetchFeed('/@gina.atom')).entries[0].html;
	};

	assert.equal(await html('a\nb\n\nc <br> d'), 'a<br>b<br><br>c &lt;br&gt; d');
	assert.equal(await html('@anna and @nobody, #a\nhttps://example.org/?a=1&b="<'),
		`<a href="${url}/@anna">@anna</a> and @nobody, ` +
		`<a href="${url}/tag/a">#a</a><br>` +
		'<a href="https://example.org/?a=1&amp;b=">' +
		'example.org/?a=1&amp;b=</a>&quot;&lt;');
	for (const evil of ['<script>alert(1)</script>', '&lt;b&gt; &#60; &amp;',
		'javascript:alert(1)', '"><img src=x onerror=alert(1)>', ']]>',
		'https://example.org/"onclick="x', "https://example.org/'><b>",
		'{{BASE}}', '<a href="x">y</a>'])
		assert.doesNotMatch((await html(evil))
			.replace(/<a href="https:\/\/example[^"<>]*">([^<>]*)<\/a>/g, '$1'),
		/[<>"]/, evil);
	for (const { text } of [await nobody.get('/@gina.atom')])
		assert.doesNotMatch(text, /<(br|a|script|img|b)\b/);
});

// The hosts in the ids of all entries, the oldest first, as a program finds them
// that is started with this RETWIS_URL, and asked at an old address of the site.
async function hostsOf(own) {
	const { status, text } = await cgi('profile', { ...variables('GET',
		'/@hedi.atom', '', { HTTP_HOST: 'old.example' }),
	RETWIS_REDIS: address, ...own && { RETWIS_URL: own } });

	assert.equal(status, 200);
	return parseFeed(text).entries.map(({ id }) => id.match(
		/^tag:([a-z.]+),\d{4}-\d\d-\d\d:post\/\d+$/)[1]).reverse();
}

test('with RETWIS_URL posts keep their ids when the site moves', async () => {
	const hedi = await member(url, 'hedi');
	const ago = (seconds) => Math.floor(Date.now() / 1000) - seconds;
	// So that nobody has to wait, what has just happened is put back.
	const write = async (seconds) => {
		await hedi.write('Hello');
		const [id] = await redis('LRANGE', 'timeline', 0, 0);

		await redis('HSET', `post:${id}`, 'time', ago(seconds));
	};
	const noted = (seconds, host) =>
		redis('LSET', 'addresses', 0, `${ago(seconds)} ${host}`);

	await write(100);
	assert.deepEqual(await hostsOf(''), ['old.example']);
	assert.equal(await redis('EXISTS', 'addresses'), 0);
	assert.deepEqual(await hostsOf('https://Club.example:8443/'),
		['old.example']);
	await noted(90, 'club.example');
	await write(80);
	assert.deepEqual(await hostsOf('https://club.example'),
		['old.example', 'club.example']);
	assert.equal(await redis('LLEN', 'addresses'), 1);
	assert.deepEqual(await hostsOf('https://new.example'),
		['old.example', 'club.example']);
	assert.deepEqual((await redis('LRANGE', 'addresses', 0, -1))
		.map((entry) => entry.replace(/^\d{10} /, '')),
	['new.example', 'club.example']);
	await noted(70, 'new.example');
	await write(60);
	assert.deepEqual(await hostsOf('http://new.example'),
		['old.example', 'club.example', 'new.example']);
});
