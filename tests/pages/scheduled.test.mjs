// Scheduled posts: written, listed, refused, cancelled; without the worker.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { writesOf } from '../lib/redis.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { faults, formFields, formValue, heading, messages }
	from '../lib/page.mjs';
import { at, hour, minute, waiting } from '../lib/later.mjs';
import { signIn, typing } from '../lib/typing.mjs';
import { tripsOf } from '../lib/trips.mjs';

process.env.TZ = 'UTC';
const stack = await borrowStack();
const { url, redis } = stack;
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.write('Who comes along?');
await member(url, 'cleo');
beforeEach(() => redis('DEL', '{later}:due', '{later}:of:1', '{later}:of:3'));

async function list(visitor = anna) {
	const page = await visitor.get('/scheduled');

	assert.equal(page.status, 200);
	return waiting(page.text);
}

async function fields(path = '/') {
	return formFields((await anna.get(path)).text, '/post');
}

// Sends the form of a page.
async function send(more, path = '/') {
	return anna.postRaw('/post', { ...await fields(path), ...more });
}

async function cancelAll() {
	for (const { id } of await list())
		assert.equal((await anna.post('/scheduled', { id })).location,
			'/scheduled');
}

// ---- the form -------------------------------------------------------------

test('each form of a post has a place for the time, which is empty', async () => {
	for (const path of ['/', '/@ben/1']) {
		const { text } = await anna.get(path);

		assert.equal((await fields(path)).at, '');
		assert.match(text, /<details class="later">/);
		assert.match(text, /In this site's time zone, UTC/);
	}
});

test('a form with a time waits', async () => {
	const time = at(hour);
	const answer = await send({ status: 'Good morning\n\n<all>!',
		at: time });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/scheduled');
	const [post, ...more] = await list();

	assert.deepEqual(more, []);
	assert.equal(post.body, 'Good morning\n\n<all>!');
	assert.equal(post.when.slice(0, 16), time.slice(0, 16));
	assert.equal(await redis('LLEN', 'timeline'), 1);
	assert.deepEqual(await list(ben), []);
});

test('the form that is sent twice is there once', async () => {
	const form = { ...await fields(), status: 'Once', at: at(hour) };

	for (let i = 0; i < 3; i++)
		assert.equal((await anna.postRaw('/post', form)).status, 303);
	assert.equal((await list()).length, 1);
	// Going back and choosing another time makes a second one.
	await anna.postRaw('/post', { ...form, at: at(2 * hour) });
	assert.equal((await list()).length, 2);
});

test('the soonest is first', async () => {
	for (const [status, ms] of [['b', 2 * hour], ['c', 3 * hour],
		['a', hour]])
		await send({ status, at: at(ms) });
	assert.deepEqual((await list()).map(({ body }) => body),
		['a', 'b', 'c']);
});

test('a reply waits, too, and says what it answers', async () => {
	await send({ status: 'I!', at: at(hour) }, '/@ben/1');
	const [post] = await list();

	assert.equal(post.reply, '/@ben/1');
	assert.equal(post.gone, false);
});

test('one to a deleted post says that it will never be published', async () => {
	await ben.write('A question');
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	await send({ status: 'An answer', at: at(hour) }, `/@ben/${id}`);
	await ben.post('/delete', { id });
	assert.equal((await list())[0].gone, true);
	const time = at(hour);
	const refused = await send({ status: 'Again', reply_to: id, at: time });

	assert.equal(refused.status, 422);
	assert.match(messages(refused.text)['status-bad'], /gone/);
	assert.equal(formValue(refused.text, 'at'), time);
});

test('a post that is due says so until the worker comes', async () => {
	await send({ status: 'Soon', at: at(minute) });
	assert.equal((await list())[0].due, false);
	await redis('ZADD', '{later}:of:1', 1000,
		(await redis('ZRANGE', '{later}:of:1', 0, 0))[0]);
	assert.equal((await list())[0].due, true);
});

// ---- refusals --------------------------------------------------------------

const refused = [
	[at(-minute), /passed/], ['1970-01-01T00:00', /passed/],
	[at(367 * 24 * hour), /within a year/], ['9999-12-31T23:59', /year/],
	['2027-02-29T12:00', /isn't a date/], ['tomorrow', /isn't a date/],
	['"><script>hit()</script>', /isn't a date/], ['{{AT}}', /isn't a date/],
];

for (const [typed, message] of refused)
	test(`not at ${typed}`, async () => {
		const form = await fields('/@ben/1');
		const before = await writesOf(redis);
		const page = await anna.postRaw('/post', { ...form,
			status: '\n "Text" & more', at: typed });

		assert.equal(page.status, 422);
		assert.equal(heading(page.text), 'Not posted yet');
		assert.match(messages(page.text)['at-bad'], message);
		assert.deepEqual(Object.keys(messages(page.text)), ['at-bad']);
		assert.ok(faults(page.text).includes('at-bad'));
		assert.match(page.text, /<details class="later" open>/);
		assert.deepEqual(formFields(page.text, '/post'), { ...form,
			status: '\n "Text" & more', at: typed });
		assert.doesNotMatch(page.text, /<script>hit/);
		assert.equal(await writesOf(redis), before);
	});

test('text and time may be wrong together', async () => {
	const page = await send({ status: ' ', at: 'soon' });

	assert.equal(page.status, 422);
	assert.deepEqual(Object.keys(messages(page.text)),
		['status-bad', 'at-bad']);
	const time = at(hour);
	const long = await send({ status: 'x'.repeat(281), at: time });

	assert.deepEqual(Object.keys(messages(long.text)), ['status-bad']);
	assert.equal(formValue(long.text, 'at'), time);
	assert.deepEqual(await list(), []);
});

test('a hundred may wait, and no more', async () => {
	const form = await fields();
	const time = at(hour);

	for (let i = 0; i < 100; i++)
		await anna.postRaw('/post', { ...form, status: `${i}`,
			at: time });
	const page = await anna.postRaw('/post', { ...form, status: 'x',
		at: time });

	assert.equal(page.status, 422);
	assert.match(messages(page.text)['at-bad'], /Cancel one of them/);
	assert.equal(formFields(page.text, '/post').status, 'x');
	assert.equal((await list()).length, 100);
	await cancelAll();
	assert.deepEqual(await list(), []);
	assert.deepEqual(await redis('KEYS', '{later}*'), []);
});

// ---- nothing typed is lost ------------------------------------------------

test('the time is kept with the text, signed out and in again', async () => {
	const { visitor, fields: form } = await typing(url, 'cleo');
	const time = at(hour);
	const asked = await visitor.postRaw('/post', { ...form,
		status: 'Later', at: time });

	assert.equal(asked.status, 401);
	assert.equal(formFields(asked.text, '/login').at, time);
	const page = await signIn(visitor, asked,
		{ username: 'cleo', password });
	const kept = formFields(page.text, '/post');

	assert.deepEqual([kept.status, kept.at], ['Later', time]);
	assert.equal((await visitor.postRaw('/post', kept)).location,
		'/scheduled');
	assert.equal((await list(visitor))[0].body, 'Later');
});

// ---- cancelling -----------------------------------------------------------

test('cancelling asks first, and looking at it cancels nothing', async () => {
	await send({ status: '<i>Perhaps</i>', at: at(hour) });
	const [{ id }] = await list();
	const path = `/scheduled?id=${id}`;
	const { status, text } = await anna.get(path);

	assert.equal(status, 200);
	assert.equal(heading(text), 'Cancel this post?');
	assert.match(text, /&lt;i&gt;Perhaps&lt;\/i&gt;/);
	assert.match(text, /<a href="\/scheduled">Keep it<\/a>/);
	assert.equal((await list()).length, 1);
	// Another member's is none.
	assert.equal((await ben.get(path)).status, 404);
	assert.equal((await anna.postRaw('/scheduled',
		formFields(text, '/scheduled'))).location, '/scheduled');
	assert.deepEqual(await list(), []);
	const gone = await anna.get(path);

	assert.equal(gone.status, 404);
	assert.match(gone.text, /no longer scheduled/);
});

test('cancelling twice gets a message', async () => {
	await send({ status: 'Never', at: at(hour) });
	const [{ id }] = await list();

	assert.equal((await anna.post('/scheduled', { id })).status, 303);
	const again = await anna.post('/scheduled', { id });

	assert.equal(again.status, 404);
	assert.equal(heading(again.text), 'Scheduled posts');
	assert.match(again.text, /been published or cancelled/);
	assert.deepEqual(await list(), []);
});

test('cancelling too late gets a message', async () => {
	await send({ status: 'Now', at: at(hour) });
	const [{ id }] = await list();
	const [entry] = await redis('ZRANGE', '{later}:due', 0, 0);

	await redis('ZADD', '{later}:due', -Date.now() - 9000, entry);
	const answer = await anna.post('/scheduled', { id });

	assert.equal(answer.status, 409);
	assert.match(answer.text, /too late/);
	assert.equal((await list()).length, 1);
	await redis('ZADD', '{later}:due', Date.now() + 99000, entry);
});

test('only one\'s own, and by the form', async () => {
	await send({ status: 'Mine', at: at(hour) });
	const [{ id }] = await list();

	assert.equal((await ben.post('/scheduled', { id })).status, 404);
	for (const csrf of ['', 'forged', await ben.csrf()])
		assert.equal((await anna.postRaw('/scheduled', { id, csrf }))
			.status, 403);
	for (const answer of [await nobody.get('/scheduled'),
		await nobody.postRaw('/scheduled', { id })])
		assert.match(answer.location, /^\/login(\?|$)/);
	for (const wrong of ['', 'x', '../x', '%'])
		assert.equal((await anna.post('/scheduled', { id: wrong }))
			.status, 404);
	assert.equal((await list()).length, 1);
});

// ---- round trips ----------------------------------------------------------

test('the list takes two, four with replies, however many', async () => {
	const { ask, proxy } = await tripsOf(stack, anna);
	const look = () => proxy.trips(async () => {
		const env = { HTTP_COOKIE: `auth=${anna.cookies.get('auth')}`,
			RETWIS_BUS: proxy.address };

		assert.equal((await ask('scheduled', 'GET', '/scheduled', {},
			env)).status, 200);
	});
	const seen = [await look()];

	for (const [n, reply_to] of [[1, ''], [20, ''], [1, 1], [20, 1]]) {
		for (let i = 0; i < n; i++)
			await send({ status: `${i}`, reply_to, at: at(hour) });
		seen.push(await look());
	}
	assert.deepEqual(seen, [2, 2, 2, 4, 4]);
});
