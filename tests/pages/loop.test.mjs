// One process serves many requests at once: nobody waits for a slow web server,
// and nobody gets Redis' replies to somebody else.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { borrowStack, temporaryFolder } from '../lib/stack.mjs';
import { Connection, endPages, isStuck, openFiles, requestBytes, startPage,
	variables } from '../lib/program.mjs';
import { CutProxy } from '../lib/cutproxy.mjs';
import { formValue } from '../lib/page.mjs';
import { redisLoad } from '../lib/redis.mjs';
import { until } from '../lib/processes.mjs';

const stack = await borrowStack();
const folder = temporaryFolder();
const proxy = await new CutProxy(stack.socket).open(`${folder}/proxy.sock`);
const MEMBERS = 64;
const IDS = [...Array(MEMBERS).keys()].map((i) => i + 11);

after(() => {
	endPages();
	rmSync(folder, { recursive: true, force: true });
});

// Members with a session of the article's kind need no password.
const secret = (id) => `${id}`.padStart(64, 'f');

await redisLoad(stack.socket, [`SET next_user_id ${MEMBERS + 11}`,
	...IDS.flatMap((id) => [`HSET users member${id} ${id}`,
		`HSET auths ${secret(id)} ${id}`,
		`HSET user:${id} username member${id} auth ${secret(id)}`]),
].join('\n') + '\n');

const env = { RETWIS_REDIS: proxy.address, RETWIS_REDIS_TIMEOUT: '1000' };
const pages = Object.fromEntries(await Promise.all(
	['home', 'bio', 'post', 'timeline'].map(async (page) =>
		[page, await startPage(page, folder, env)])));

// The variables of a request by that member.
const by = (id, method, path, body = '', more = {}) => variables(method, path,
	body, { HTTP_COOKIE: `auth=${secret(id)}`, ...more });

const kept = Object.fromEntries(Object.entries(pages).map(
	([page, { socket }]) => [page, new Connection(socket)]));

async function isServed(page, path = page === 'home' ? '/' : `/${page}`) {
	const { status } = await kept[page].ask(by(11, 'GET', path));

	assert.equal(status, 200, path);
}

async function csrfOf(id) {
	const { text } = await kept.home.ask(by(id, 'GET', '/'));

	return formValue(text, 'csrf');
}

async function formBytes(id, page, fields) {
	const form = `csrf=${await csrfOf(id)}&${fields}`;

	return requestBytes(by(id, 'POST', `/${page}`, form), form);
}

test('a request that comes byte by byte delays nobody', async () => {
	const bytes = await formBytes(12, 'bio', 'bio=Slowly');
	const slow = new Connection(pages.bio.socket);
	const answer = slow.answer();

	for (let i = 0; i < bytes.length; i++) {
		slow.write(bytes.subarray(i, i + 1));
		await isServed('bio');
	}
	assert.equal((await answer).status, 303);
	assert.equal(await stack.redis('HGET', 'user:12', 'bio'), 'Slowly');
	slow.leave();
});

// The web server may send the next request over that connection at once, and it
// can be anybody's.
test('a form that nobody reads leaves its connection open', async () => {
	for (const [path, refused] of [['/timeline', 405], ['/timeline?%zz', 400]]) {
		const form = 'status=Hello';
		const { status } = await kept.timeline.ask(
			by(11, 'POST', path, form), form);

		assert.equal(status, refused);
		await isServed('timeline');
	}
});

/* ---- when a web server gives up ------------------------------------------ */

// The points up to which a request arrives before the connection ends.
const ends = { 'in its head': 5, 'between its variables': 60,
	'before its form': -40, 'in its form': -12, 'before its end': -8 };

const begun = Date.now();
const stopped = Object.entries(ends).map(async ([where, at]) => {
	const id = where === 'before its end' ? 15 : 13;
	const bytes = await formBytes(id, 'bio', 'bio=Stopped');
	const connection = new Connection(pages.bio.socket);

	connection.listen();
	connection.write(bytes.subarray(0, at));
	await connection.closed;
	return { where, ms: Date.now() - begun, bytes: connection.bytes };
});

test('no request is served before all of its variables have come', async () => {
	const whole = requestBytes(by(11, 'GET', '/timeline'));
	const cuts = [...Array(whole.length - 8).keys()];

	await Promise.all(cuts.map(async (k) => {
		const connection = new Connection(pages.timeline.socket);

		connection.listen();
		connection.socket.end(whole.subarray(0, k));
		await connection.closed;
		assert.equal(connection.bytes, 0, `${k} bytes`);
	}));
	await isServed('timeline');
});

// Whatever was sent over a connection, nothing is left of it.
async function leavesNothing(page, action) {
	await isServed(page);
	const before = openFiles(pages[page].pid);

	await action();
	await isServed(page);
	// Its second connection to Redis may be new.
	await until('all are closed', () =>
		openFiles(pages[page].pid) <= before + 1);
}

const leaving = (page, bytes) => {
	const connection = new Connection(pages[page].socket);

	return new Promise((done) => connection.socket.write(bytes, done))
		.then(() => connection.leave());
};

test('a client leaves in a request', () => leavesNothing('home', async () => {
	const bytes = requestBytes(by(11, 'GET', '/'), '', true);

	for (let k = 0; k <= bytes.length; k += 7)
		await leaving('home', bytes.subarray(0, k));
	await leaving('home', bytes);
}));

test('a client leaves while Redis has not answered', () =>
	leavesNothing('home', async () => {
		proxy.hold();
		for (let i = 0; i < 20; i++)
			await leaving('home', requestBytes(by(11, 'GET', '/')));
		proxy.heal();
	}));

/* ---- answers ------------------------------------------------------------ */

const LONG = 50;

// A page that takes more than a third of a socket's buffer.
async function fillTimeline() {
	const body = '&'.repeat(280);

	await redisLoad(stack.socket, [`SET next_post_id ${LONG}`,
		...[...Array(LONG).keys()].flatMap((i) => [
			`HSET post:${i + 1} user_id 11 username member11 ` +
				`time 1700000000 body ${body}`,
			`LPUSH timeline ${i + 1}`]),
	].join('\n') + '\n');
	const { text } = await kept.timeline.ask(by(11, 'GET', '/timeline'));

	assert.ok(text.length > 70000, `${text.length}`);
}

// As many answers as fill the socket: {silent, asked}. The next request is sent
// only when the program has finished the last one.
async function askUnread() {
	const silent = new Connection(pages.timeline.socket);
	let asked = 0;

	silent.socket.pause();
	for (; !isStuck(pages.timeline.pid); asked++) {
		assert.ok(asked < 20, `${asked}`);
		silent.write(requestBytes(by(11, 'GET', '/timeline'), '', true));
		await isServed('timeline');
		await isServed('timeline');
	}
	return { silent, asked };
}

test('answers that nobody reads delay nobody, and are whole', async () => {
	await fillTimeline();
	const { silent, asked } = await askUnread();

	silent.listen();
	silent.socket.resume();
	for (let i = 0; i < asked; i++) {
		const { status, headers, text } = await silent.answer();

		assert.equal(status, 200);
		assert.equal(Buffer.byteLength(text), Number(headers['content-length']));
		assert.match(text, /<\/html>\s*$/);
	}
	silent.leave();
});

test('a client leaves in the middle of an answer', () =>
	leavesNothing('timeline', async () =>
		(await askUnread()).silent.leave()));

test('what follows an early answer is not taken for another request', async () => {
	const form = 'status=Hello';
	const bytes = requestBytes(by(11, 'POST', '/timeline', form), form, true);
	const connection = new Connection(pages.timeline.socket);

	const last = -(8 + form.length + 8);

	// The records of the form arrive later, or never.
	for (const rest of [bytes.subarray(last), Buffer.alloc(0)]) {
		connection.write(bytes.subarray(0, last));
		assert.equal((await connection.answer()).status, 405);
		connection.write(rest);
		assert.equal((await connection.ask(by(11, 'GET', '/timeline'))).status,
			200);
	}
	connection.leave();
});

/* ---- Redis --------------------------------------------------------------- */

const readers = IDS.map((id) => ({ id, by: by(id, 'GET', '/'),
	connection: new Connection(pages.home.socket) }));

async function learnCsrf() {
	for (const reader of readers)
		reader.csrf = await csrfOf(reader.id);
	assert.equal(new Set(readers.map((r) => r.csrf)).size, MEMBERS);
}

function checkOwn({ id, csrf }, { status, text }) {
	if (status === 503) {
		assert.doesNotMatch(text, /member\d|name="csrf"/);
		return;
	}
	assert.equal(status, 200);
	assert.deepEqual([...new Set(text.match(/\bmember\d+/g))],
		[`member${id}`]);
	assert.equal(formValue(text, 'csrf'), csrf);
}

// Each reads her own page. Returns how many could.
async function allRead() {
	const answers = await Promise.all(readers.map((r) =>
		r.connection.ask(r.by)));

	answers.forEach((answer, i) => checkOwn(readers[i], answer));
	return answers.filter(({ status }) => status === 200).length;
}

// At every byte of the first replies, then here and there.
function* cuts() {
	for (let n = 1; n < 64; n++)
		yield n;
	for (let n = 64; ; n = n + 997)
		yield n;
}

test('Redis dies at any byte: each sees a page of her own or 503', async () => {
	await learnCsrf();
	assert.equal(await allRead(), MEMBERS);
	for (const n of cuts()) {
		proxy.heal();
		proxy.cutAfterBytes(n);
		const good = await allRead();

		if (!proxy.wasCut)
			break;
		assert.ok(good < MEMBERS, `${n} bytes`);
	}
	proxy.heal();
	assert.equal(await allRead(), MEMBERS);
});

test('replies that come too late are nobody\'s', async () => {
	proxy.hold();
	assert.equal(await allRead(), 0);
	proxy.heal();
	await until('all is well', async () => await allRead() === MEMBERS);
});

test('a post does not continue over a newer connection', async () => {
	let wasCut = true;

	for (let trip = 0; wasCut; trip++)
		for (const isSeen of [false, true]) {
			const form = `csrf=${await csrfOf(14)}&` +
				`nonce=n${trip}${isSeen}&status=${trip}${isSeen}`;
			const vars = by(14, 'POST', '/post', form);

			proxy.heal();
			proxy.cutAfterWrites(trip, isSeen);
			const { status } = await kept.post.ask(vars, form);

			({ wasCut } = proxy);
			proxy.heal();
			// No post depends on its last commands.
			assert.ok(status === 503 || trip > 2, `${trip} ${status}`);
			assert.equal((await kept.post.ask(vars, form)).status, 303);
			assert.equal(await stack.redis('LLEN', 'own:14'),
				2 * trip + (isSeen ? 2 : 1));
		}
});

test('a request that stops halfway is closed after five seconds', async () => {
	for (const { where, ms, bytes } of await Promise.all(stopped)) {
		assert.ok(ms > 4900, `${where}: ${ms} ms`);
		assert.equal(bytes > 0, /form|end/.test(where), where);
	}
	assert.equal(await stack.redis('HGET', 'user:13', 'bio'), null);
	assert.equal(await stack.redis('HGET', 'user:15', 'bio'), 'Stopped');
});

// A laptop was asleep: what has come meanwhile is not late.
test('a page that was stopped for longer reads on afterwards', async () => {
	mkdirSync(`${folder}/asleep`);
	const page = await startPage('timeline', `${folder}/asleep`, env);
	const bytes = requestBytes(by(11, 'GET', '/timeline'));
	const connection = new Connection(page.socket);
	const answer = connection.answer();

	connection.write(bytes.subarray(0, 5));
	// By then it has read the five bytes, too.
	const other = new Connection(page.socket);

	assert.equal((await other.ask(by(11, 'GET', '/timeline'))).status, 200);
	other.leave();
	process.kill(page.pid, 'SIGSTOP');
	await setTimeout(5500); // five seconds are what it waits
	connection.write(bytes.subarray(5));
	process.kill(page.pid, 'SIGCONT');
	assert.equal((await answer).status, 200);
	connection.leave();
	page.stop();
	assert.deepEqual(await page.ended, [0, null]);
});

test('no program has died of this, and all end well', async () => {
	for (const page of Object.values(pages)) {
		page.stop();
		assert.deepEqual(await page.ended, [0, null]);
		assert.match(page.out.errors,
			/^(retwis: (\w+ took|Redis at \S+) .*\n)*$/);
	}
});
