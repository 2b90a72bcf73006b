// Which updates the live gateway sends, and to whom.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { write } from '../lib/acts.mjs';
import { push } from '../lib/gateway.mjs';
import { openStream, Stream } from '../lib/stream.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack();
const { url, redis, port } = stack;
const gate = { path: `${stack.var}/live.sock` };
const open = [];

after(() => {
	for (const stream of open)
		stream.close();
	return stack.stop();
});

function watch(visitor, address, { to = gate, headers } = {}) {
	const stream = openStream(to, address, visitor?.cookies.get('auth'),
		headers);

	open.push(stream);
	return stream;
}

let count = 0;

// Two new members; the first one follows the second, and has opened the home
// page since.
async function two() {
	count++;
	const anna = await member(url, `anna${count}`);
	const ben = await member(url, `ben${count}`);

	await anna.follow(ben.name);
	await anna.get('/');
	return [anna, ben];
}

async function raw(bytes) {
	const stream = new Stream(connect(gate), bytes);

	open.push(stream);
	await stream.ends();
	return stream;
}

test('a stream says at once what the state is', async () => {
	const [anna, ben] = await two();
	const first = watch(anna, '/live?at=home&since=0');

	assert.equal((await first.answers(200)).head.split('\r\n').sort()
		.join('\n'), [
		'Cache-Control: no-store',
		'Connection: close',
		'Content-Type: text/event-stream',
		'HTTP/1.1 200 OK',
		'X-Accel-Buffering: no',
		'X-Content-Type-Options: nosniff'].join('\n'));
	assert.deepEqual(await first.tells(0, 0),
		{ posts: 0, unread: 0, id: '0.0' });
	const [{ retry }] = first.blocks;

	assert.ok(retry >= 1000 && retry <= 4000, retry);
	const id = await write(ben, 'hello');

	assert.deepEqual(await watch(anna, '/live?at=home&since=0').tells(1, 0),
		{ posts: 1, unread: 0, id: `${id}.0` });
});

for (const [through, to] of [['the socket', gate], ['nginx', { port }]])
	test(`posts, notices and their numbers come through ${through}`,
		async () => {
			const [anna, ben] = await two();
			const seen = await write(ben, 'seen');
			const home = watch(anna, `/live?at=home&since=${seen}`,
				{ to });
			const all = watch(anna, `/live?at=timeline&since=${seen}`,
				{ to });
			const bell = watch(anna, '/live', { to });

			await home.tells(0, 0);
			await all.tells(0, 0);
			await bell.tells(0, 0);
			await write(ben, 'one');
			await home.tells(1, 0);
			await all.tells(1, 0);
			const id = await write(ben, `two, @${anna.name}`);

			await home.tells(2, 1);
			await all.tells(2, 1);
			assert.equal((await bell.tells(0, 1)).id, '0.1');
			await ben.follow(anna.name);
			await bell.tells(0, 2);
			const mine = await write(anna, 'mine');

			await ben.post('/act', { like: mine });
			await bell.tells(0, 3);
			await ben.post('/act', { repost: mine });
			await bell.tells(0, 4);
			await ben.post('/post', { status: 'yes', reply_to: mine });
			await bell.tells(0, 5);
			await anna.get('/notifications');
			await write(ben, `three, @${anna.name}`);
			await bell.tells(0, 1);
			assert.ok(home.news.at(-1).posts > 2);
			assert.ok(id > seen);
		});

test('an announcement moves the bell of everybody but whoever wrote it', async () => {
	const [anna, ben] = await two();
	const host = await membersOf(stack).memberAs(`host${count}`, 'host');
	const carl = await member(url, `carl${count}`);
	const pages = [['/live', anna], ['/live', carl],
		['/live?at=home', anna], ['/live?at=conversation&root=7', carl]]
		.map(([address, who]) => watch(who, address));
	const own = watch(host, '/live');

	for (const page of [...pages, own])
		await page.tells(0, 0);
	const id = await write(host, 'Regatta', { announce: 1 });

	for (const page of pages)
		await page.tells(0, 1);
	await write(ben, `@${anna.name}, see this`);
	await pages[0].tells(0, 2);
	await anna.get('/notifications');
	await write(ben, `@${anna.name}, and this`);
	await pages[0].tells(0, 1);
	await own.tells(0, 0);
	await host.post('/delete', { id });
});

test('replies are announced to all who look at the conversation', async () => {
	const [anna, ben, cleo, dora] = await Promise.all(['anna', 'ben', 'cleo',
		'dora'].map((name) => member(url, `${name}_talks`)));
	const root = await write(anna, 'Who comes?');
	const first = await write(ben, 'I do.', { reply_to: root });
	const other = await write(cleo, 'Something else.');
	const at = (since, of = root) =>
		`/live?at=conversation&root=${of}&since=${since}`;
	const talk = watch(dora, at(first)), late = watch(ben, at(root));
	const apart = watch(dora, at(other, other));

	await talk.tells(0, 0);
	assert.equal((await late.tells(1, 0)).id, `${first}.0`);
	await apart.tells(0, 0);
	// Also a reply to a reply is one of this conversation.
	const second = await write(cleo, 'Me too.', { reply_to: first });

	assert.equal((await talk.tells(1, 0)).id, `${second}.0`);
	await late.tells(2, 1);
	await write(anna, 'Good.', { reply_to: second });
	await talk.tells(2, 0);
	await late.tells(3, 1);
	await write(dora, 'Yes.', { reply_to: other });
	await apart.tells(1, 0);
	// What is deleted is not new.
	await cleo.post('/delete', { id: second });
	await redis('PUBLISH', 'live:conversations', root);
	await talk.tells(1, 0);
	await late.tells(2, 0);
	assert.deepEqual(talk.news.map((n) => n.posts), [0, 1, 2, 1]);
	assert.deepEqual(apart.news.map((n) => n.posts), [0, 1]);
});

test('what a muted member writes is no news, on any list', async () => {
	const [anna, ben] = await two();
	const cleo = await member(url, `cleo${count}`);
	const id = await redis('HGET', 'users', ben.name);

	await anna.follow(cleo.name);
	const root = await write(anna, 'Who comes?');
	const home = watch(anna, `/live?at=home&since=${root}`);
	const all = watch(anna, `/live?at=timeline&since=${root}`);
	const talk = watch(anna,
		`/live?at=conversation&root=${root}&since=${root}`);
	const other = watch(ben, `/live?at=timeline&since=${root}`);
	const lists = [home, all, talk];

	for (const list of lists)
		await list.tells(0, 0);
	await write(ben, 'I do.', { reply_to: root });
	for (const list of lists)
		await list.tells(1, 1);
	// It counts no longer, and its notice is gone.
	await anna.submit('/quiet', { mute: id });
	for (const list of lists)
		await list.tells(0, 0);
	await write(ben, 'Really.', { reply_to: root });
	const shown = await write(cleo, 'Me too.', { reply_to: root });

	for (const list of lists)
		await list.tells(1, 1);
	await ben.post('/act', { repost: shown });
	await write(cleo, 'Once more.');
	await home.tells(2, 1);
	await all.tells(2, 1);
	await other.tells(5, 1);
	await anna.submit('/quiet', { unmute: id });
	await talk.tells(3, 1);
	await all.tells(5, 1);
});

test('a conversation that nobody began has no news', async () => {
	const [anna] = await two();

	for (const root of ['1', '999999999'])
		await watch(anna, `/live?at=conversation&root=${root}`).tells(0, 0);
});

// More than the gateway reads at once, and it reads each of them once.
test('each of many conversations gets its news', async () => {
	const [anna, ben] = await two();
	const roots = [];

	for (let i = 0; i < 20; i++)
		roots.push(await write(anna, `Question ${i}`));
	const streams = [anna, ben].flatMap((visitor) => roots.map((root) =>
		watch(visitor, `/live?at=conversation&root=${root}&since=${root}`)));

	for (const stream of streams)
		await stream.until('an event', () => stream.news.length);
	for (const root of roots)
		await write(ben, 'Answer', { reply_to: root });
	for (const stream of streams)
		await stream.until('one reply', () =>
			stream.news.at(-1).posts === 1);
	for (const stream of streams)
		stream.close();
});

test('posts that are new for nobody are not announced', async () => {
	const [anna, ben] = await two();
	const cleo = await member(url, `cleo${count}`);
	const home = watch(anna, '/live?at=home&since=0');

	await home.tells(0, 0);
	await write(cleo, 'not for anna');
	await write(ben, 'for anna');
	await home.tells(1, 0);
	assert.deepEqual(home.news.map((n) => n.posts), [0, 1]);
});

test('a post with a smaller id that comes late is new, too', async () => {
	const [anna, ben] = await two();
	const id = await redis('HGET', 'users', anna.name);
	const late = await write(await member(url, `cleo${count}`), 'late');
	const seen = await write(ben, 'seen');
	const home = watch(anna, `/live?at=home&since=${seen}`);

	await home.tells(0, 0);
	await redis('LPUSH', `posts:${id}`, late);
	await redis('PUBLISH', `live:${id}`, '');
	await home.tells(1, 0);
});

test('a message for many reaches those who are here', async () => {
	const [anna] = await two();
	const id = await redis('HGET', 'users', anna.name);
	const home = watch(anna, '/live?at=home&since=1');

	await home.tells(0, 0);
	await push(redis, `posts:${id}`, 99999);
	await redis('PUBLISH', 'live:many', `987654 ${id} 123456`);
	await home.tells(1, 0);
});

test('the mark of an empty list is no post', async () => {
	const [anna] = await two();
	const id = await redis('HGET', 'users', anna.name);

	await redis('LPUSH', `posts:${id}`, 0);
	await watch(anna, '/live?at=home&since=0').tells(0, 0);
	await push(redis, `posts:${id}`, 77777);
	await watch(anna, '/live?at=home&since=0').tells(1, 0);
});

test('a post that is deleted again is not new', async () => {
	const [anna, ben] = await two();
	const seen = await write(ben, 'seen');
	const now = () => watch(anna, `/live?at=home&since=${seen}`);
	const id = await write(ben, 'a mistake');

	await now().tells(1, 0);
	await ben.post('/delete', { id });
	await now().tells(0, 0);
	await write(ben, 'what I meant');
	await now().tells(1, 0);
});

test('of more than fifty, fifty are shown', async () => {
	const [anna] = await two();
	const id = await redis('HGET', 'users', anna.name);

	for (let post = 50000; post < 50080; post++)
		await push(redis, `posts:${id}`, post);
	await watch(anna, '/live?at=home&since=50000').tells(50, 0);
});

// ---- reconnecting ------------------------------------------------------

test('with Last-Event-ID nothing is missed, and nothing is sent twice',
	async () => {
		const [anna, ben] = await two();
		const seen = await write(ben, 'seen');
		const first = watch(anna, `/live?at=home&since=${seen}`);

		await write(ben, 'one');
		const { id } = await first.tells(1, 0);

		first.close();
		await write(ben, `two, @${anna.name}`);
		await write(ben, 'three');
		const again = { headers: { 'Last-Event-ID': id } };
		// As an EventSource does, with its original address.
		const same = watch(anna, `/live?at=home&since=${seen}`, again);
		// Without the header: everything since that event.
		const other = watch(anna, '/live?at=home', again);
		const last = await same.tells(3, 1);

		await other.tells(2, 1);
		const known = watch(anna, `/live?at=home&since=${seen}`,
			{ headers: { 'Last-Event-ID': last.id } });

		await known.answers(200);
		await write(ben, 'four');
		await known.tells(4, 1);
		assert.equal(known.news.length, 1);
	});

test('Last-Event-ID of somebody else says nothing', async () => {
	const [anna, ben] = await two();

	await write(ben, 'one');
	for (const id of ['', 'x', '1', '1.', '.1', '1.2.3', '-1.0',
		'99999999999999999999.0', '%31.0'])
		await watch(anna, '/live?at=home&since=0',
			{ headers: { 'Last-Event-ID': id } }).tells(1, 0);
});

test('without since or Last-Event-ID, what comes from now on is new',
	async () => {
		const [anna, ben] = await two();

		await write(ben, 'before');
		const stream = watch(anna, '/live?at=home');

		await stream.tells(0, 0);
		await write(ben, 'after');
		await stream.tells(1, 0);
	});

// No query is under way any more that would find out by itself what the test is
// about.
function noLook() {
	return new Promise((done) => setTimeout(done, 1000));
}

// ---- sessions ----------------------------------------------------------

test('signing out cuts all streams of that session off', async () => {
	const [anna, ben] = await two();
	const streams = ['/live', '/live?at=home', '/live?at=timeline']
		.map((address) => watch(anna, address));
	const other = watch(ben, '/live');

	for (const stream of streams)
		await stream.tells(0, 0);
	const old = anna.cookies.get('auth');

	await noLook();
	const before = Date.now();

	await anna.logout();
	for (const stream of streams) {
		await stream.ends();
		assert.deepEqual(stream.blocks.at(-1),
			{ event: 'end', data: 'signed out' });
	}
	// Because of the message, and not of the periodic check.
	assert.ok(Date.now() - before < 15000);
	assert.deepEqual((await openStream(gate, '/live', old).ends()).blocks.at(-1),
		{ event: 'end', data: 'signed out' });
	assert.equal(other.ended, false);
	await anna.login(anna.name);
	await watch(anna, '/live').tells(0, 0);
});

// A host who locks out an intruder, or a member, does the same.
for (const [words, input] of [[['passwd'], 'some other password'],
	[['delete', '--yes']]])
	test(`retwis-admin ${words.join(' ')} cuts all streams off`, async () => {
		const [anna] = await two();
		const stream = watch(anna, '/live?at=home');

		await stream.tells(0, 0);
		await noLook();
		const before = Date.now();
		const ran = await adminOf(stack)([...words, anna.name], { input });

		assert.equal(ran.status, 0, ran.errors);
		await stream.ends();
		assert.deepEqual(stream.blocks.at(-1),
			{ event: 'end', data: 'signed out' });
		assert.ok(Date.now() - before < 15000);
	});

test('after a new follow, earlier posts still count as new', async () => {
	const [anna, ben] = await two();
	const seen = await write(ben, 'seen');
	const home = watch(anna, `/live?at=home&since=${seen}`);

	await home.tells(0, 0);
	await write(ben, 'one');
	await home.tells(1, 0);
	await anna.follow((await two())[1].name);
	await write(ben, 'two');
	await home.tells(2, 0);
	await anna.unfollow(ben.name);
	await home.tells(0, 0);
	// No message came before it was true.
	assert.deepEqual(home.news.map((n) => n.posts), [0, 1, 2, 0]);
});

// The stream ends when the site has not been visited for long, although the
// page is still open.
test('a timeline that is not there takes nothing back', async () => {
	const [anna, ben] = await two();
	const id = await redis('HGET', 'users', anna.name);
	const seen = await write(ben, 'seen');
	const home = watch(anna, `/live?at=home&since=${seen}`);

	await home.tells(0, 0);
	await write(ben, 'one');
	await home.tells(1, 0);
	await redis('UNLINK', `posts:${id}`);
	await ben.follow(anna.name);
	await home.tells(1, 1);
	await anna.get('/');
	await write(ben, 'two');
	await home.tells(2, 1);
});

test('a session that ended unnoticed is cut off all the same',
	async () => {
		const [anna] = await two();
		const id = await redis('HGET', 'users', anna.name);
		const old = watch(anna, '/live');

		await old.tells(0, 0);
		await noLook();
		await redis('HINCRBY', `user:${id}`, 'generation', 1);
		await old.until('its end', () => old.ended, 40);
		assert.equal(old.blocks.at(-1).event, 'end');
	});

// A phone and a desktop, each with a session of its own.
test('two browsers get the same news, and one can leave without the other', async () => {
	const [anna] = await two();
	const id = await redis('HGET', 'users', anna.name);
	const phone = new Visitor(url);
	const tell = async (n) => {
		await redis('ZADD', `notices:${id}`, 0, 'seen', n, `follow 0 ${n}`);
		await redis('PUBLISH', `live:${id}`, 'look');
	};

	await phone.login(anna.name);
	// That sign-in caused a notification.
	await redis('DEL', `notices:${id}`);
	const here = watch(anna, '/live'), there = watch(phone, '/live');

	await here.tells(0, 0);
	await there.tells(0, 0);
	await noLook();
	await tell(1);
	await here.tells(0, 1);
	await there.tells(0, 1);
	await phone.logout();
	await there.ends();
	assert.deepEqual(there.blocks.at(-1),
		{ event: 'end', data: 'signed out' });
	await tell(2);
	await here.tells(0, 2);
	assert.equal(here.ended, false);
});

test('a session that PHP Retwis made is good, too', async () => {
	const [anna] = await two();
	const id = await redis('HGET', 'users', anna.name);
	const secret = '0123456789abcdefghijklmnop';

	await redis('HSET', `user:${id}`, 'auth', secret);
	await redis('HSET', 'auths', secret, id);
	const stream = openStream(gate, '/live', secret);

	await stream.tells(0, 0);
	stream.close();
});

test('strangers get no stream, and need not come again', async () => {
	const [anna] = await two();
	const secret = anna.cookies.get('auth');

	for (const wrong of [undefined, '', 'x', '"', 'f'.repeat(32) + 1,
		`${secret}0`, secret.replace(/^./, (c) => c === '0' ? '1' : '0'),
		'é'.repeat(10), 'x'.repeat(500)]) {
		const stream = await openStream(gate, '/live', wrong).ends();

		assert.deepEqual(stream.blocks.slice(1),
			[{ event: 'end', data: 'signed out' }], wrong);
	}
	const answer = await new Visitor(url).get('/live');

	assert.equal(answer.status, 200);
	assert.match(answer.text, /^event: end$/m);
});

// ---- limits ------------------------------------------------------------

test('a member has twenty streams at most', async () => {
	const [anna, ben] = await two();
	const streams = Array.from({ length: 20 }, () => watch(anna, '/live'));

	for (const stream of streams)
		await stream.tells(0, 0);
	const more = watch(anna, '/live');

	await more.answers(429);
	assert.match(more.head, /Retry-After: \d+/);
	await watch(ben, '/live').tells(0, 1);
	streams[0].close();
	await streams[1].until('room again', async () => {
		const again = watch(anna, '/live');

		await again.until('an answer', () => again.status);
		return again.status === 200;
	});
});

const bad = [
	['no request', '\r\n\r\n', 400],
	['half a request line', 'GET /live\r\n\r\n', 400],
	['no version', 'GET /live \r\n\r\n', 400],
	['another protocol', 'GET /live FTP/1.1\r\n\r\n', 400],
	['a NUL', 'GET /live\0 HTTP/1.1\r\n\r\n', 400],
	['a NUL in a header', 'GET /live HTTP/1.1\r\nCookie: a\0b\r\n\r\n', 400],
	['no path', 'GET live HTTP/1.1\r\n\r\n', 400],
	['a header without a colon', 'GET /live HTTP/1.1\r\nCookie\r\n\r\n', 400],
	['a header without a name', 'GET /live HTTP/1.1\r\n: x\r\n\r\n', 400],
	['a folded header', 'GET /live HTTP/1.1\r\nA: x\r\n b: y\r\n\r\n', 400],
	['a long head', `GET /live HTTP/1.1\r\nA: ${'x'.repeat(20000)}`, 400],
	['bad encoding', 'GET /live?since=%zz HTTP/1.1\r\n\r\n', 400],
	['no number', 'GET /live?since=x HTTP/1.1\r\n\r\n', 400],
	['an empty number', 'GET /live?since= HTTP/1.1\r\n\r\n', 400],
	['a negative number', 'GET /live?since=-1 HTTP/1.1\r\n\r\n', 400],
	['a huge number', `GET /live?since=${'9'.repeat(30)} HTTP/1.1\r\n\r\n`,
		400],
	['a field twice', 'GET /live?at=home&at=away HTTP/1.1\r\n\r\n', 200],
	['no such list', 'GET /live?at=away HTTP/1.1\r\n\r\n', 400],
	['no conversation', 'GET /live?at=conversation&since=5 HTTP/1.1\r\n\r\n',
		400],
	['no id of one', 'GET /live?at=conversation&root=-5 HTTP/1.1\r\n\r\n',
		400],
	['another address', 'GET /lives HTTP/1.1\r\n\r\n', 404],
	['a longer address', 'GET /live/1 HTTP/1.1\r\n\r\n', 404],
	['HEAD', 'HEAD /live HTTP/1.1\r\n\r\n', 405],
	['POST', 'POST /live HTTP/1.1\r\nContent-Length: 3\r\n\r\na=b', 405],
	['another site', 'GET /live HTTP/1.1\r\nSec-Fetch-Site: cross-site\r\n' +
		'\r\n', 403],
	['a site beside this', 'GET /live HTTP/1.1\r\n' +
		'sec-fetch-site: same-site\r\n\r\n', 403],
];

for (const [what, bytes, status] of bad)
	test(`${what} gets ${status}`, async () => {
		const { head, status: given } = await raw(bytes);

		assert.equal(given, status);
		assert.equal(/\r\nAllow: GET\r\n/.test(head), status === 405);
	});

test('the request of our own page is good', async () => {
	const [anna] = await two();

	for (const site of ['same-origin', 'none'])
		await watch(anna, '/live', { headers: { 'Sec-Fetch-Site': site,
			'last-event-id': 'x', 'Accept': 'text/event-stream' } })
			.tells(0, 0);
	// In pieces, as a network may deliver it.
	const socket = connect(gate);
	const stream = new Stream(socket, 'GET /live HT');

	open.push(stream);
	for (const piece of ['TP/1.1\r', '\nCookie: x=y; auth=',
		`${anna.cookies.get('auth')}; z=1\r\n`, '\r', '\n']) {
		await new Promise((done) => setTimeout(done, 20));
		socket.write(piece);
	}
	await stream.tells(0, 0);
	// Bytes after it belong to nobody.
	socket.write('GET /live HTTP/1.1\r\n\r\n');
	await stream.until('a comment', () => stream.blocks
		.some((b) => b.comment === ''), 40);
	assert.equal(stream.ended, false);
});

test('a suspended member gets no more news until restored', async () => {
	const [anna, ben] = await two();
	const { idOf, stand } = membersOf(stack);
	const give = async (standing) => {
		assert.equal((await ben.submit('/standing',
			{ uid: await idOf(anna.name), standing, confirm: '1',
				reason: 'Be kind.' })).status, 303);
	};

	await stand(ben.name, 'host');
	const stream = watch(anna, '/live');

	await stream.tells(0, 0);
	await give('stopped');
	await stream.ends();
	assert.deepEqual(stream.blocks.at(-1),
		{ event: 'end', data: 'signed out' });
	await give('member');
	await watch(anna, '/live').tells(0, 0);
});
