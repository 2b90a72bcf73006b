// A second tab: since it was loaded, its member has signed out, in again, or in
// as somebody else. Nothing is lost, and nobody is treated as an attacker.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { at, hour, waiting } from '../lib/later.mjs';
import { bring, luggage, post as brought } from '../lib/luggage.mjs';
import { formFields, heading } from '../lib/page.mjs';
import { indexed, writesOf } from '../lib/redis.mjs';
import { routes } from '../lib/routes.mjs';
import { borrowStack, root, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await borrowStack(unlimited);
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const benId = await idOf('ben');
const post = await write(ben, 'To be liked.', { answers: 'comes' });
await redis('HSET', `post:${post}`, 'announced', 9999999999);
const again = 'That form has expired.';
const notOurs = 'That form isn\'t from this site.';
const elsewhere = [{ 'sec-fetch-site': 'cross-site' },
	{ 'sec-fetch-site': 'same-site' }, { origin: 'http://example.org' },
	{ origin: 'null' }, { referer: 'http://example.org/page' },
	{ referer: `http://example.org/${url}/` }];

// Once a minute workers look after all sessions, and may write just then: so what
// was changed counts only if it is changed the second time, too.
async function withoutWrites(action, isSecond = false) {
	await indexed(redis);
	const before = await writesOf(redis);
	const answer = await action();
	const after = await writesOf(redis);

	if (after !== before && !isSecond)
		return withoutWrites(action, true);
	assert.equal(after, before, 'something was changed');
	assert.equal(answer.headers['set-cookie'], undefined);
	return answer;
}

// ---- the forms of strangers ------------------------------------------------

const doors = [
	['/login', { username: 'ben', password }],
	['/login', { username: 'ben', password: 'wrong' }],
	['/login', {}],
	['/register', { username: 'carl', password, password2: password }],
	['/register', {}],
];

for (const [path, fields] of doors)
	test(`signed in, ${path} with ${JSON.stringify(fields)} goes home`, async () => {
		for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }]) {
			const answer = await withoutWrites(() =>
				anna.postRaw(path, fields, headers));

			assert.equal(answer.status, 303);
			assert.equal(answer.location, '/');
		}
		assert.match((await anna.get('/')).text, /<a href="\/@anna">/);
		assert.equal(await redis('HEXISTS', 'users', 'carl'), 0);
	});

test('from another site it does not even go home', async () => {
	for (const headers of elsewhere)
		for (const [path, fields] of doors) {
			const answer = await withoutWrites(() =>
				anna.postRaw(path, fields, headers));

			assert.equal(answer.status, 403);
			assert.equal(heading(answer.text), notOurs);
		}
});

// ---- the forms of members --------------------------------------------------

const id = `${post}`;
const like = () => redis('ZSCORE', `likes:${post}`, 1);
const reposted = () => redis('ZSCORE', 'reposted:1', post);
const saved = () => redis('ZSCORE', 'saved:1', post);
const read = () => redis('ZSCORE', `read:${post}`, 1);
const left = () => redis('ZSCORE', 'left:1', post);
const answered = () => redis('ZSCORE', `answers:${post}`, 1);
const follows = () => redis('ZSCORE', 'following:1', benId);
const feed = () => redis('HGET', 'user:1', 'feed');
const last = () => redis('HGET', 'user:1', 'last');
const bio = () => redis('HGET', 'user:1', 'bio');

// What is pressed, and the state after it has worked; in this order.
const presses = [
	['/act', { like: id, back: `/@ben/${post}` }, like, true],
	['/act', { unlike: id, back: '/timeline?start=1&after=2' }, like, false],
	['/act', { repost: id, back: '/' }, reposted, true],
	['/act', { unrepost: id, back: '/' }, reposted, false],
	['/act', { save: id, back: '/' }, saved, true],
	['/act', { unsave: id, back: '/' }, saved, false],
	['/act', { leave: id, back: '/notifications' }, left, true],
	['/act', { join: id, back: '/notifications' }, left, false],
	['/act', { read: id, back: '/announcements' }, read, true],
	['/act', { answer: `${id}.1`, back: '/' }, answered, true],
	['/act', { unanswer: `${id}.1`, back: '/' }, answered, false],
	['/answer', { answer: `${id}.0`, guests: '2' }, answered, true],
	['/follow', { follow: benId }, follows, true],
	['/follow', { unfollow: benId }, follows, false],
	['/feed', { feed: 'new' }, feed, true],
	['/feed', { feed: 'off' }, feed, false],
	['/bio', { seen: 'off' }, last, true],
	['/bio', { seen: 'on' }, last, false],
];

// Signs in again; returns the csrf that the earlier tabs still have.
async function oldCsrf() {
	const old = await anna.csrf();

	await anna.logout();
	await anna.login('anna');
	return old;
}

// The page, and its form with the button that is pressed.
async function pressOld(path, fields, csrf) {
	const page = await withoutWrites(() =>
		anna.postRaw(path, { ...fields, csrf },
			{ 'sec-fetch-site': 'same-origin' }));

	assert.equal(page.status, 403);
	assert.equal(heading(page.text), again);
	assert.match(page.text, /signed out or in since that page was loaded/);
	assert.match(page.text, /signed in as <a href="\/@anna">/);
	assert.equal(page.headers['cache-control'], 'no-store');
	const form = formFields(page.text, path);

	assert.deepEqual(form, { ...fields, csrf: await anna.csrf() });
	return anna.postRaw(path, form);
}

for (const [path, fields, state, is] of presses)
	test(`a stale tab's ${path} ${JSON.stringify(fields)}: one press`, async () => {
		assert.equal((await state() ?? null) !== null, !is);
		const answer = await pressOld(path, fields, await oldCsrf());

		// A new feed address is shown at once.
		assert.equal(answer.status, fields.feed === 'new' ? 200 : 303);
		assert.equal((await state() ?? null) !== null, is);
		if (fields.back)
			assert.equal(answer.location, `${fields.back}#p${post}`);
	});

test('a stale tab deletes, by one press', async () => {
	const own = await write(anna, 'To be deleted.');
	const answer = await pressOld('/delete', { id: `${own}` },
		await oldCsrf());

	assert.equal(answer.status, 303);
	assert.equal((await anna.get(`/@anna/${own}`)).status, 404);
});

test('a stale tab deletes what is in an archive, by one press', async () => {
	const press = async () => {
		const { status, location } = await pressOld('/delete',
			{ archived: '7-1236000007' }, await oldCsrf());

		return [status, location];
	};

	await redis('ZADD', 'archive:1', 1236000007 + 7 / 2 ** 20,
		'7 1236000007\nanna\n\nThen');
	assert.deepEqual(await press(), [303, '/@anna']);
	assert.equal(await redis('EXISTS', 'archive:1'), 0);
	assert.deepEqual(await press(), [404, undefined]);
});

test('a stale tab changes a date and cancels it, by one press', async () => {
	const date = new Date(Date.now() + 30 * 864e5).toISOString().slice(0, 10);
	const place = async () => (await redis('HGET', `post:${dated}`, 'date'))
		.split(/ |\n/).slice(2);

	await anna.post('/post', { status: 'Come!', date });
	const [dated] = await redis('LRANGE', 'own:1', 0, 0);
	const changed = await pressOld('/edit', { id: `${dated}`, version: '0', date,
		from: '19:30', to: '', place: 'Here & there' }, await oldCsrf());

	assert.equal(changed.location, `/@anna/${dated}`);
	assert.deepEqual(await place(), ['1', 'Here', '&', 'there']);
	const cancelled = await pressOld('/act', { cancel: `${dated}`,
		back: '/dates' }, await oldCsrf());

	assert.equal(cancelled.location, '/dates');
	assert.deepEqual((await place()).slice(0, 2), ['2', 'cancelled']);
});

test('a stale tab cancels what waits, by one press', async () => {
	await anna.post('/post', { status: 'Later.', at: at(hour) });
	const [entry] = waiting((await anna.get('/scheduled')).text);
	const answer = await pressOld('/scheduled', { id: entry.id },
		await oldCsrf());

	assert.equal(answer.status, 303);
	assert.equal(await redis('ZCARD', '{later}:due'), 0);
});

test('a line that a stale tab empties', async () => {
	await anna.post('/bio', { bio: 'A line' });
	const answer = await pressOld('/bio', { bio: '' }, await oldCsrf());

	assert.equal(answer.status, 303);
	assert.equal(await bio(), null);
});

test('a reply without a text in a stale tab is still a reply', async () => {
	const reply = { status: '', reply_to: id, nonce: 'n', at: '' };
	const answer = await pressOld('/post', reply, await oldCsrf());

	assert.equal(answer.status, 422);
	assert.equal(formFields(answer.text, '/post').reply_to, id);
});

test('a stale tab signs out, by one press', async () => {
	const answer = await pressOld('/logout', {}, await oldCsrf());

	assert.equal(answer.status, 303);
	assert.equal(anna.cookies.has('auth'), false);
	await anna.login('anna');
});

test('the tab of another member says who is signed in now', async () => {
	const csrf = await ben.csrf();
	const answer = await pressOld('/act', { like: id, back: '/' }, csrf);

	assert.equal(answer.status, 303);
	assert.equal(await redis('ZCARD', `likes:${post}`), 1);
});

test('hostile words in a stale form are still text', async () => {
	const csrf = await oldCsrf();
	const back = '"><script>alert(1)</script>';
	const page = await withoutWrites(() => anna.postRaw('/act',
		{ like: 'x" autofocus="', back, other: 'carried', csrf }));

	assert.equal(page.status, 403);
	assert.deepEqual(formFields(page.text, '/act'), { like: 'x" autofocus="',
		back, csrf: await anna.csrf() });
	assert.doesNotMatch(page.text, /<script>|carried/);
});

const page = async (path, fields) => (await anna.postRaw(path,
	{ ...fields, csrf: await oldCsrf() })).text;

test('it names what the button is about', async () => {
	for (const [path, fields] of [['/act', { like: id }], ['/act', { unlike: id }],
		['/act', { repost: id }], ['/act', { save: id }],
		['/act', { unsave: id }], ['/act', { pin: id }],
		['/act', { unpin: id }], ['/act', { leave: id }],
		['/act', { join: id }], ['/act', { read: id }], ['/delete', { id }],
		['/act', { answer: `${id}.0` }],
		['/act', { unanswer: `${id}.0` }],
		['/answer', { answer: `${id}.0`, guests: '0' }],
		['/post', { status: '', reply_to: id }]])
		assert.match(await page(path, fields), new RegExp(
			`<bdi>@ben</bdi>: <a href="/@ben/${post}" `
			+ 'dir="auto">To be liked\\.</a>'), path);
	assert.match(await page('/follow', { follow: benId }),
		/about <a href="\/@ben"><bdi>@ben<\/bdi><\/a>/);
});

test('it names nothing that is not there', async () => {
	const none = { id: '99', like: '99', unrepost: '99', follow: '99' };

	for (const path of ['/act', '/follow', '/logout'])
		assert.doesNotMatch(await page(path, none), /It's about/);
});

// ---- passwords and files ---------------------------------------------------

const secret = 'not to be seen again';
const filledIn = [
	['/account/password', { old: secret, password: secret, password2: secret },
		'/account', 'Type the passwords again'],
	['/account/code', { password: secret }, '/account/code',
		'Type your password again'],
	['/account/code', { code: secret }, '/account/code',
		'Type your password again'],
	...['off', 'spare'].map((button) => ['/account/code',
		{ [button]: 'x', password: secret, code: secret }, '/account/code',
		'Type your password and a code again']),
	['/account/leave', { username: 'anna', password: secret },
		'/account/leave', 'Type your name and your password again'],
	['/reset', { uid: benId, password: secret }, '/@ben',
		'Type your password again'],
];

// Only a host makes links for others.
async function asHost(action) {
	await stand('anna', 'host');
	try {
		return await action();
	} finally {
		await redis('HDEL', 'user:1', 'standing');
		await redis('DEL', 'hosts');
	}
}

function assertFillIn({ status, text }, path, where, what) {
	assert.equal(status, 403);
	assert.equal(heading(text), again);
	assert.match(text, new RegExp(`<a href="${where}">${what}</a>`));
	assert.equal(formFields(text, path), undefined);
	assert.doesNotMatch(text, /not to be seen|type="(password|file)"/);
}

for (const [path, fields, where, what] of filledIn)
	test(`a stale tab's ${path} says what to do, and gives nothing back`, () =>
		asHost(async () => {
			const csrf = await oldCsrf();

			assertFillIn(await withoutWrites(() =>
				anna.postRaw(path, { ...fields, csrf })),
			path, where, what);
		}));

// A file is announced before its form is read. The announcement is withdrawn,
// since otherwise a second file would be refused because the first one is still
// under way.
test("a stale tab's file is to be chosen again", async () => {
	const file = luggage([brought(1, { body: secret })]);
	const csrf = await oldCsrf();

	for (let i = 0; i < 2; i++)
		assertFillIn(await bring(anna, file, { csrf }),
			'/account/import', '/account#import', 'Choose the file again');
	assert.equal(await redis('EXISTS', 'luggage:1'), 0);
});

test('for another member the link is that member\'s page, if there is one', () =>
	asHost(async () => {
		for (const [uid, where] of [[benId, '/@ben'], ['99', '/']]) {
			const { text } = await anna.postRaw('/reset',
				{ uid, password: secret, csrf: await oldCsrf() });

			assert.match(text, new RegExp(
				`<a href="${where}">Type your password again</a>`));
		}
	}));

// ---- every form ------------------------------------------------------------

// Each form of a template is in the table, or else visitors who are not signed
// in send it, without csrf.
test('the table has every form of the templates', () => {
	const templates = readdirSync(`${root}/templates`)
		.filter((file) => file.endsWith('.tpl')).map((file) =>
		readFileSync(`${root}/templates/${file}`, 'utf8')).join('');
	const sent = [...templates.matchAll(
		/<form[^>]* method="post" action="([^"{]*)/g)]
		.map(([, action]) => action).filter(Boolean);
	const known = new Set([...routes.forms.map(({ address }) => address),
		...routes.hashing.map((address) => address.replace('TOKEN', ''))]);

	assert.ok(sent.length > 25);
	for (const action of sent)
		assert.ok(known.has(action), action);
});

// ---- attacks --------------------------------------------------------------

test('another site gets no button', async () => {
	const csrf = await oldCsrf();

	for (const headers of elsewhere)
		for (const [path, fields] of [...presses, ['/logout', {}],
			['/delete', { id }]]) {
			const answer = await withoutWrites(() => anna.postRaw(
				path, { ...fields, csrf }, headers));

			assert.equal(answer.status, 403);
			assert.equal(heading(answer.text), notOurs);
			assert.equal(formFields(answer.text, path), undefined);
		}
});

test('a field of no form of ours gets no button', async () => {
	const csrf = await oldCsrf();

	for (const [path, fields] of [['/act', { csrf }],
		['/follow', { uid: benId, csrf }],
		['/feed', { feed: 'x', csrf }], ['/bio', { seen: 'x', csrf }],
		['/act', { like: id, csrf: 'forged' }], ['/act', { like: id }],
		['/logout', {}], ['/logout', { csrf: `${csrf}0` }]]) {
		const answer = await withoutWrites(() =>
			anna.postRaw(path, fields));

		assert.equal(answer.status, 403);
		assert.equal(heading(answer.text), again);
	}
});

test('signed out elsewhere and not in again, it redirects to the sign-in', async () => {
	const stale = new Visitor(url);

	await stale.login('anna');
	const csrf = await stale.csrf();

	await anna.logoutEverywhere();
	const answer = await stale.postRaw('/act', { like: id, csrf });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/login');
});
