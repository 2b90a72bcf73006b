// Redis stopped, paused, restarting, out of connections, of memory, of disk:
// 503 within three seconds where it is needed, and everything works again soon
// after.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { oneRedis } from '../lib/database.mjs';
import { noting, programs, startStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { bodies, formFields, heading, posts } from '../lib/page.mjs';
import { at, hour } from '../lib/later.mjs';
import { pagesIn, until, wakePages } from '../lib/processes.mjs';
import { restart, whileFull, whilePaused, whileReplica, whileStopped, withoutDisk,
	withoutMemory } from '../lib/outage.mjs';

// After a time-out a process fails fast, for 250 ms. A crowd may take longer,
// and then waits for another time-out, or two.
const stack = await startStack({
	env: { ...noting, RETWIS_REDIS_TIMEOUT: '500' } });
const anna = await member(stack.url, 'anna');

await member(stack.url, 'ben');
await anna.post('/post', { status: 'before', answers: 'comes' });
const csrf = await anna.csrf();
const [{ path: status }] = posts((await anna.get('/')).text);
const benId = await stack.redis('HGET', 'users', 'ben');

const ownFeed = await anna.makeFeed();
const feed = await stack.redis('HGET', 'user:1', 'feed');

const reading = ['/', '/timeline', '/search?q=a', '/@anna', status, '/logout',
	'/login', '/register', '/profile?u=anna', '/@anna/followers', '/bio',
	'/notifications', '/likes', '/saved', '/dates', '/scheduled', '/account/quiet',
	'/members',
	'/feed', '/timeline.atom', '/@anna.atom', '/tag/x.atom',
	ownFeed, '/tag/x',
	`/delete?id=${status.split('/').pop()}`];
const writing = [
	['/post', { status: 'meanwhile', csrf }],
	['/follow', { follow: benId, csrf }],
	['/quiet', { mute: benId, csrf }],
	['/bio', { bio: 'meanwhile', csrf }],
	['/bio', { seen: 'off', csrf }],
	['/post', { status: 'later', at: at(hour), csrf }],
	['/act', { like: status.split('/').pop(), csrf }],
	['/act', { repost: status.split('/').pop(), csrf }],
	['/act', { answer: `${status.split('/').pop()}.0`, csrf }],
	['/answer', { answer: `${status.split('/').pop()}.0`, csrf }],
	['/feed', { feed: 'new', csrf }],
	['/logout', { csrf }],
];
// What was typed is sent again by a button.
const acting = [
	['/remove', { id: status.split('/').pop(), reason: 'meanwhile', csrf }],
	['/standing', { uid: benId, standing: 'stopped', confirm: '1',
		reason: 'meanwhile', csrf }],
	['/waiting', { refuse: benId, reason: 'meanwhile', csrf }],
	['/report', { member: benId, reason: 'other', text: 'meanwhile', csrf }],
	['/reports', { case: '1', do: 'note', text: 'meanwhile', csrf }],
];
const entering = [
	['/login', { username: 'anna', password }],
	['/register', { username: 'carl', password, password2: password }],
];

// Each as a promise, so that many can be under way at once.
function ask([path, fields]) {
	const visitor = new Visitor(stack.url);
	const cookie = entering.some(([p]) => p === path) && fields ? {}
		: { cookie: `auth=${anna.cookies.get('auth')}` };

	return fields ? visitor.postRaw(path, fields, cookie)
		: visitor.get(path, cookie);
}

const all = [...reading.map((path) => [path]), ...writing, ...acting, ...entering];

// What was typed comes back in its form.
const again = 'Not done yet';
const headings = { '/post': 'Not posted yet', '/bio': 'Edit profile',
	...Object.fromEntries(acting.map(([path]) => [path, again])) };

function checkUnavailable(answer, [what, fields], otherwise = 'Back in a moment.') {
	assert.equal(answer.status, 503, what);
	assert.match(answer.headers['retry-after'], /^[1-9]\d*$/);
	assert.match(answer.headers['content-type'], /^text\/html/);
	assert.equal(heading(answer.text),
		(fields && !fields.seen && headings[what]) || otherwise, what);
	assert.equal(answer.headers['set-cookie'], undefined);
	if (headings[what] === again && fields)
		assert.deepEqual(formFields(answer.text, what), fields);
}

// This many at once; each gets its answer within three seconds.
async function checkDown(requests, check = checkUnavailable) {
	const checks = requests.map(async (request) => {
		const start = Date.now();

		check(await ask(request), request);
		assert.ok(Date.now() - start < 3000, `${request[0]} took too long`);
	});

	// None is left over for the next test.
	await Promise.allSettled(checks);
	await Promise.all(checks);
}

async function isUp() {
	const answers = await Promise.all(reading.map((path) => ask([path])));

	return answers.every((answer) => answer.status < 400);
}

const pages = readdirSync(programs).filter((name) => !name.startsWith('.'));

function pids() {
	return pagesIn(stack.var).map((p) => p.pid).sort();
}

// Runs the outage, and checks that all pages work soon after, in the same
// processes.
async function recovers(outage) {
	await wakePages(stack.var, pages);
	const before = pids();

	assert.ok(before.length >= 18, `${before.length} page processes`);
	await outage();
	await until('all pages work again', isUp, 10);
	assert.deepEqual(pids(), before, 'a page program was restarted');
}

// Nothing restarts several servers.
const unsupervised = { skip: oneRedis };

function fifty(requests) {
	return Array.from({ length: 50 }, (_, i) =>
		requests[i % requests.length]);
}

test('paused: fifty requests, any pages', () => recovers(() =>
	whilePaused(stack, () => checkDown(fifty(all)))));

for (const request of [['/'], writing[0]])
	test(`paused: fifty requests to ${request[0]} alone`, () => recovers(() =>
		whilePaused(stack, () => checkDown(fifty([request])))));

// A stranger for whose password there is no time is not even looked up.
test('paused: fifty requests to /login alone', () => recovers(async () => {
	const statuses = [];

	await whilePaused(stack, () => checkDown(fifty([entering[0]]),
		(answer, request) => {
			statuses.push(answer.status);
			if (answer.status !== 429)
				checkUnavailable(answer, request);
		}));
	assert.ok(statuses.filter((status) => status === 503).length >= 5,
		`${statuses}`);
}));

test('paused: not even a connection that is new gets through', async () => {
	await recovers(async () => {
		await stack.redis('CLIENT', 'KILL', 'TYPE', 'normal');
		await whilePaused(stack, () => checkDown(fifty(all)));
	});
});

test('stopped: fifty requests, any pages', unsupervised, () => recovers(() =>
	whileStopped(stack, () => checkDown(fifty(all)))));

test('restarted: at most a short break', unsupervised, () => recovers(async () => {
	await restart(stack);
	const answers = await Promise.all(fifty(reading.map((p) => [p]))
		.map(ask));

	for (const answer of answers)
		if (answer.status >= 400)
			checkUnavailable(answer, []);
}));

test('out of connections', () => recovers(() =>
	whileFull(stack, () => checkDown(fifty(all)))));

// A lost phone can be signed out even while memory is full.
const refused = writing.filter(([path]) => path !== '/logout');

async function checkReadOnly(requests) {
	for (const request of [...requests, ...entering])
		checkUnavailable(await ask(request), request,
			'Nothing can be saved right now.');
	for (const path of reading) {
		const answer = await ask([path]);

		assert.ok(answer.status < 400, `${path}: ${answer.status}`);
	}
	const home = await ask(['/']);

	assert.equal(heading(home.text), 'Home');
	assert.ok(bodies(home.text).includes('before'));
}

test('out of memory: reading works', () => recovers(() =>
	withoutMemory(stack, () => checkReadOnly(refused))));

test('out of memory: signing out works', () => recovers(async () => {
	const desk = await member(stack.url, 'eva'), phone = new Visitor(stack.url);

	await phone.login('eva');
	await phone.csrf();
	await withoutMemory(stack, async () => {
		assert.equal((await phone.logout()).status, 303);
		assert.equal(heading((await desk.get('/')).text), 'Home');
		assert.equal((await desk.logoutEverywhere()).status, 303);
	});
	assert.equal(phone.cookies.has('auth'), false);
}));

test('out of disk: reading works', async () => {
	const before = pids();

	await withoutDisk(stack, () => checkReadOnly([...refused,
		['/logout', { csrf }]]));
	await until('writing works again', async () =>
		(await ask(writing[1])).status === 303);
	assert.deepEqual(pids(), before);
});

// The connection is renewed now and then, in case a master is found: only what is
// under way just then may fail.
test('a replica: reading works, and forms say that nothing is saved', unsupervised,
	() => recovers(() => whileReplica(stack, async () => {
		await checkReadOnly([...refused, ['/logout', { csrf }]]);
		const end = Date.now() + 3000;
		const statuses = [];

		while (Date.now() < end) {
			statuses.push((await ask(['/'])).status);
			await ask(writing[1]);
		}
		assert.deepEqual(new Set(statuses), new Set([200]));
	})));

test('forms that were refused did nothing, and those after do', async () => {
	assert.equal(await stack.redis('HGET', 'user:1', 'feed'), feed);
	assert.equal(await stack.redis('HEXISTS', 'users', 'carl'), 0);
	assert.deepEqual(bodies((await anna.get('/')).text), ['before']);
	assert.equal((await anna.write('after')).status, 303);
	assert.deepEqual(bodies((await anna.get('/@anna')).text),
		['after', 'before']);
	assert.equal((await ask(entering[1])).status, 303);
	assert.equal((await ask(entering[0])).status, 303);
});
