// One site behind one of the web servers of conf/: a visit, bad requests, raw
// names, headers, static files. The same tests for all four.
import assert from 'node:assert/strict';
import { test as plainTest } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { rawRequest, request } from '../lib/http.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { acts, bodies, heading, newest, people, posts } from '../lib/page.mjs';
import { feedBodies, feedOf, parseFeed } from '../lib/atom.mjs';
import { clientEnv, testClients } from './client.mjs';
import { testCopy } from './copy.mjs';
import { testFeeds, testSecrets } from './feeds.mjs';
import { testImport } from './import.mjs';
import { testPictures } from './pictures.mjs';
import { testZip } from './zip.mjs';

export const form = 'application/x-www-form-urlencoded';

// The cheapest POST: it costs no hash, but is counted like one that does.
export function emptyForm(url, path, localAddress, headers) {
	return request(url, path, { method: 'POST', body: 'username=x',
		localAddress, headers: { 'content-type': form,
			'content-length': 10, ...headers } });
}

function testVisit(test, { url }) {
	test('two members register, post, follow, read and sign out', async () => {
		const anna = new Visitor(url);
		const ben = await member(url, 'ben');
		const welcome = await anna.get('/');

		assert.match(welcome.text, /href="\/register"/);
		assert.equal((await anna.register('anna')).location,
			'/?welcome=1');
		assert.equal((await ben.follow('anna')).location, '/@anna');
		assert.equal((await anna.write('Hello,\r\n<b>"world"</b> & 🦊'))
			.location, '/');
		const [post] = posts((await ben.get('/')).text);

		assert.equal(post.body, 'Hello,\n<b>"world"</b> & 🦊');
		for (const path of ['/timeline', '/@anna', post.path])
			assert.deepEqual(bodies((await ben.get(path)).text),
				[post.body]);
		const reply = await ben.post('/post', { status: 'Hi, #été',
			reply_to: post.path.split('/').pop() });
		const [location, id] = reply.location.split('#p');

		for (const path of [location, '/tag/%C3%89T%C3%89'])
			assert.ok(bodies((await anna.get(path)).text)
				.includes('Hi, #été'), path);
		for (const query of ['', '?', '?x=1'])
			assert.match((await anna.get(`/notifications${query}`)).text,
				/replied to you/);
		for (const [button, back] of [['like', location], ['repost', '/?']])
			assert.equal((await anna.post('/act',
				{ [button]: id, back })).location,
				`${back}#p${id}`);
		assert.deepEqual(bodies((await anna.get('/likes?')).text),
			['Hi, #été']);
		const [shown] = acts((await ben.get('/')).text);

		assert.deepEqual([shown.by, shown.like.count, shown.repost.count],
			['anna', 1, 1]);
		assert.equal((await ben.get(`/delete?id=${id}`)).status, 200);
		assert.equal((await ben.post('/delete', { id })).location, '/');
		assert.equal((await ben.get(location)).status, 404);
		for (const path of ['/@anna/followers', '/@ben/following?start=0'])
			assert.match((await ben.get(path)).text,
				/<ul class="people">\s*<li /);
		assert.equal((await anna.post('/bio', { bio: 'I row.' }))
			.location, '/@anna');
		assert.match((await anna.get('/bio?')).text, /value="I row."/);
		for (const query of ['', '?', '?x=1'])
			assert.equal(heading((await anna.get(`/scheduled${query}`))
				.text), 'Scheduled posts');
		assert.equal((await ben.unfollow('anna')).status, 303);
		assert.equal((await anna.logout()).location, '/');
		assert.match((await anna.get('/')).text, /action="\/login"/);
		assert.equal((await anna.login('Anna')).status, 303);
		assert.equal(heading((await anna.get('/')).text), 'Home');
	});
}

// A hand-written request: [what, request line, headers, body, statuses].
const type = `Content-Type: ${form}\r\n`;
const length = (n) => `Content-Length: ${n}\r\n`;
const bad = [
	['an unknown method', 'FOO /', '', '', [405]],
	['PUT', 'PUT /timeline', length(0), '', [405]],
	['DELETE', 'DELETE /@anna', '', '', [405]],
	['POST to a page that has none', 'POST /timeline', type + length(0), '',
		[405]],
	['GET of an action', 'GET /post', '', '', [405]],
	['no length', 'POST /login', type, '', [411]],
	['a body in chunks', 'POST /login',
		`${type}Transfer-Encoding: chunked\r\n`,
		'5\r\na=b&c\r\n0\r\n\r\n', [411]],
	['a long body', 'POST /login', type + length(65537),
		'x'.repeat(65537), [413]],
	['a very long body', 'POST /login', type + length(5e6),
		'x'.repeat(5e6), [413]],
	['a length that is none', 'POST /login', type + length('x'), '', [400]],
	['a body of another type', 'POST /login',
		`Content-Type: text/plain\r\n${length(3)}`, 'a=b', [415]],
	['a body of no type', 'POST /login', length(3), 'a=b', [415]],
	['bad encoding of a field', 'POST /login', type + length(3), 'a=%', [400]],
	['a field given twice', 'POST /login', type + length(7), 'a=1&a=2',
		[400]],
	['bad encoding of a query', 'GET /?a=%zz', '', '', [400]],
	['bad encoding of a name', 'GET /@%zz', '', '', [400]],
	['a query given twice', 'GET /timeline?a=1&a=2', '', '', [200]],
	['a long address', `GET /${'x'.repeat(20000)}`, '', '', [414]],
	['a long cookie', 'GET /', `Cookie: auth=${'x'.repeat(20000)}\r\n`, '',
		[400, 431]],
	['many headers', 'GET /', 'X-Y: z\r\n'.repeat(10000), '', [400, 431]],
];

function testBadRequests(test, { port }) {
	for (const [what, line, headers, body, statuses] of bad)
		test(`${what} gets ${statuses.join(' or ')}`, async () => {
			const answer = await rawRequest(port,
				`${line} HTTP/1.1\r\nHost: localhost\r\n` +
				`Connection: close\r\n${headers}\r\n${body}`);

			assert.ok(statuses.includes(answer.status),
				`${answer.status} ${answer.text.slice(0, 300)}`);
			assert.match(answer.headers['content-type'] ?? '', /^text\//);
			if (answer.status === 405)
				assert.match(answer.headers.allow, /^[A-Z, ]+$/);
			if (answer.text.includes('<html'))
				assert.match(answer.text, /<a class="brand" href="\/">/);
		});

	test('a body cut short is not taken for a whole one', async () => {
		const sent = 'username=anna&password=correct+horse+b';
		const answer = await rawRequest(port,
			'POST /login HTTP/1.1\r\nHost: localhost\r\n' +
			`Connection: close\r\n${type}${length(sent.length + 6)}` +
			`\r\n${sent}`, { half: true });

		assert.ok(!(answer.status < 400), `answered ${answer.status}`);
	});

	test('there is an answer even if nobody reads the body', async () => {
		const body = 'x'.repeat(30000);
		const answers = await Promise.all(Array.from({ length: 20 }, () =>
			rawRequest(port, 'POST /login HTTP/1.1\r\n' +
				'Host: localhost\r\nConnection: close\r\n' +
				`${length(body.length)}\r\n${body}`)));

		for (const { status } of answers)
			assert.equal(status, 415);
	});

	test('64 KiB of body and 6 KiB of address are good', async () => {
		const body = `username=${'x'.repeat(65536 - 9)}`;
		const posted = await rawRequest(port,
			'POST /login HTTP/1.1\r\nHost: localhost\r\n' +
			`Connection: close\r\n${type}${length(65536)}\r\n${body}`);
		const got = await rawRequest(port,
			`GET /${'x'.repeat(6000)} HTTP/1.1\r\nHost: localhost\r\n` +
			'Connection: close\r\n\r\n');

		assert.equal(posted.status, 422);
		assert.equal(got.status, 404);
	});
}

const names = ['a/b', 'who?', 'a&b=c', 'a+b', '50% off', 'c#', 'Ada L', '.',
	'..', 'x;y', 'a:b@c', '"<i>"', 'è', '../../etc', 'a//b', '%2F', '\\',
	'static', '@at', 'a b?c&d=e', 'x.php', 'x.atom', 'x', '.atom',
	'x.atom.atom'];

// An address that is a feed on its own; elsewhere the dot belongs to a name.
function pathOf(name) {
	const encode = (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;

	return `/@${encodeURIComponent(name)
		.replace(/[!'()*]|\.(?=atom$)/g, encode)}`;
}

async function addMember(redis, name) {
	const id = await redis('INCR', 'next_user_id');
	const post = await redis('INCR', 'next_post_id');

	await redis('HSET', `user:${id}`, 'username', name);
	await redis('HSET', 'users', name, id);
	await redis('ZADD', 'users_by_time', 4e9 + id, name);
	for (const list of ['members', 'directory'])
		await redis('ZADD', list, 0, `${name.toLowerCase()}\t${id}`);
	await redis('HSET', `post:${post}`, 'user_id', id, 'time', 1234567890,
		'body', `by ${name}`);
	for (const list of [`posts:${id}`, `own:${id}`, 'timeline'])
		await redis('LPUSH', list, post);
	return post;
}

function testNames(test, { url, redis }) {
	test('the links of all names lead to their members', async () => {
		const visitor = new Visitor(url);

		for (const name of names) {
			const id = await addMember(redis, name);
			const timeline = await visitor.get('/timeline');
			const [{ path }] = newest(timeline.text);
			const [{ profile: author }] = posts(timeline.text);
			const profile = await visitor.get(path);
			const post = await visitor.get(`${path}/${id}`);
			const followers = await visitor.get(`${path}/followers`);
			const search = await visitor.get(
				`/search?q=${encodeURIComponent(`@${name}`)}`);
			const classic = await visitor.get(
				`/profile.php?u=${encodeURIComponent(name)}`);

			assert.equal(path, pathOf(name));
			assert.equal(author, path);
			assert.equal(people(search.text)[0]?.path, path, name);
			for (const page of [profile, post]) {
				assert.equal(page.status, 200, name);
				assert.deepEqual(bodies(page.text), [`by ${name}`]);
			}
			assert.equal(followers.status, 200, name);
			assert.match(followers.text, /<title>Followers of/);
			const feed = await visitor.get(
				feedOf(profile.text).path);

			assert.equal(feed.status, 200, name);
			assert.deepEqual(feedBodies(feed.text), [`by ${name}`]);
			assert.equal(parseFeed(feed.text).page, url + path);
			assert.equal(classic.status, 301, name);
			const { location } = await visitor.get(
				classic.location.replace(url, ''));

			assert.equal(location, path);
		}
	});
}

const once = ['content-security-policy', 'x-content-type-options',
	'referrer-policy', 'cross-origin-opener-policy', 'cache-control',
	'content-type'];

function testHeaders(test, { url }) {
	test('every page has its headers, each once', async () => {
		for (const [method, path] of [['GET', '/'], ['HEAD', '/'],
			['GET', '/timeline'], ['GET', '/nothing'], ['GET', '/@nobody'],
			['PUT', '/'], ['GET', '/post']]) {
			const answer = await request(url, path, { method });
			const seen = answer.rawHeaders.filter((_, i) => i % 2 === 0)
				.map((name) => name.toLowerCase());

			for (const name of once)
				assert.equal(seen.filter((n) => n === name).length, 1,
					`${method} ${path}: ${name}`);
			for (const name of ['x-powered-by', 'status', 'set-cookie'])
				assert.ok(!seen.includes(name), name);
			assert.ok(!/\d/.test(answer.headers.server ?? ''));
			assert.equal(answer.text === '', method === 'HEAD');
		}
	});

	test('the classic addresses lead to ours', async () => {
		const table = [['/index.php', '/'], ['/home.php?start=10',
			'/?start=10'], ['/login.php', '/login'],
		['/profile.php?u=a%26b+c', '/profile?u=a%26b+c'],
		['/timeline.php?start=', '/timeline?start=']];

		for (const [from, to] of table) {
			const answer = await request(url, from);

			assert.equal(answer.status, 301, from);
			assert.equal(answer.location.replace(url, ''), to);
		}
		assert.equal((await request(url, '/other.php')).status, 404);
		assert.equal((await request(url, '/x/login.php')).status, 404);
	});
}

function testMoved(test, { url }) {
	test('other ways to write an address lead to the plain one', async () => {
		for (const [path, plain] of [['/%40ben', '/@ben'],
			['/%40ben/200', '/@ben/200'], ['/@ben/', '/@ben'],
			['/@ben/200/', '/@ben/200'], ['/timeline/', '/timeline'],
			['/%40ben/followers/', '/@ben/followers'],
			['/timeline/?start=1&x=a%2Fb/', '/timeline?start=1&x=a%2Fb/'],
			['/%40a%2Fb/', '/@a%2Fb'], ['/account/', '/account']]) {
			const { status, location } = await request(url, path);

			assert.equal(status, 301, path);
			assert.equal(location.replace(url, ''), plain);
		}
		for (const path of ['//evil.example/', '/\\evil.example/'])
			assert.equal((await request(url, path)).location, undefined);
	});
}

const immutable = 'public, max-age=31536000, immutable';

function testStatic(test, { url }) {
	test('pages name the version of each file, which is kept for good', async () => {
		const { text } = await request(url, '/login');
		const links = text.match(/\/static\/[^"]+/g);

		assert.ok(links.length >= 6);
		for (const link of links) {
			assert.match(link, /\?v=[0-9a-f]{12}$/);
			const { status, headers } = await request(url, link);

			assert.equal(status, 200, link);
			assert.equal(headers['cache-control'], immutable);
		}
	});

	test('so is a file that another names with its version', async () => {
		const style = await request(url, '/static/style.css');
		const [, icons] = style.text.match(/url\("([^"]+)"\)/);
		const { status, headers } = await request(url, `/static/${icons}`);

		assert.equal(status, 200, icons);
		assert.equal(headers['cache-control'], immutable);
	});

	// As the web server's own error pages do, and pages of another version.
	test('who names no version, or another one, gets the present file', async () => {
		const table = [['style.css', /^text\/css/],
			['logo.svg', /^image\/svg\+xml$/],
			['favicon.svg', /^image\/svg\+xml$/],
			['counter.js', /^(text|application)\/javascript/]];

		for (const [file, kind] of table) {
			const plain = await request(url, `/static/${file}`);
			const other = await request(url, `/static/${file}?v=1`);

			assert.equal(plain.status, 200);
			assert.match(plain.headers['content-type'], kind);
			for (const { headers } of [plain, other]) {
				assert.equal(headers['cache-control'], 'no-cache');
				assert.equal(headers['x-content-type-options'],
					'nosniff');
				assert.equal(headers['cross-origin-resource-policy'],
					'same-origin');
			}
			const again = await request(url, `/static/${file}`, { headers: {
				'if-modified-since': plain.headers['last-modified'] } });

			assert.equal(again.status, 304);
		}
	});

	test('nothing else is given away', async () => {
		for (const path of ['/static/', '/static/errors/', '/static/nothing',
			'/static/../Makefile', '/static/%2e%2e/Makefile',
			'/static/..%2fMakefile', '/static../Makefile', '/.git/config',
			'/conf/redis.conf', '/home.sock', '/templates/home.tpl',
			'/static/.%2e/conf/stack', '//static/../Makefile']) {
			const answer = await request(url, path);

			assert.ok([400, 403, 404].includes(answer.status),
				`${path}: ${answer.status}`);
			assert.doesNotMatch(answer.text, /^#|AUTOESCAPE|Index of/);
		}
	});
}

export async function testSite(server) {
	const stack = await startStack({ server, env: clientEnv });
	const test = (name, run) => plainTest(`${server}: ${name}`, run);

	testVisit(test, stack);
	testBadRequests(test, stack);
	testNames(test, stack);
	testFeeds(test, stack);
	testHeaders(test, stack);
	testMoved(test, stack);
	testStatic(test, stack);
	testImport(test, stack);
	testZip(test, stack);
	testPictures(test, stack);
	testSecrets(test, stack, server);
	testClients(test, stack, server);
	testCopy(test, stack, server);
}
