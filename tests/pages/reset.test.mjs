// /reset/TOKEN: setting a new password with a link from the host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { withoutMemory } from '../lib/outage.mjs';
import { startStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { formFields, heading, messages } from '../lib/page.mjs';

const stack = await startStack({ env: { RETWIS_LIMIT_SIGN_IN: '10/900' } });
const { url, redis } = stack;
const fresh = 'another horse battery';

// The path that the host passes on.
async function linkFor(name) {
	const ran = await adminOf(stack)(['reset', name]);

	assert.equal(ran.status, 0, ran.errors);
	return ran.output.match(/^\/reset\/[0-9a-f]{33,}$/m)[0];
}

test('the link is whole if the site has an address', async () => {
	await member(url, 'url');
	const { output } = await adminOf(stack)(['reset', 'url'],
		{ env: { RETWIS_URL: 'https://club.example.org/' } });

	assert.match(output, /^With this link @url can .* Give it\nto nobody else\.\n\nhttps:\/\/club\.example\.org\/reset\/[0-9a-f]{33,}\n$/);
});

function reset(path, one = fresh, two = one, visitor = new Visitor(url)) {
	return visitor.postRaw(path, { password: one, password2: two });
}

async function isSignedIn(visitor) {
	return heading((await visitor.get('/')).text) === 'Home';
}

function checkGone(answer, what) {
	assert.equal(answer.status, 410, what);
	assert.equal(heading(answer.text), 'This link no longer works.');
	assert.equal(answer.headers['cache-control'], 'no-store');
}

test('looking at it spends nothing, and using it spends it', async () => {
	const anna = await member(url, 'anna');
	const path = await linkFor('anna');

	for (let i = 0; i < 5; i++) {
		const page = await new Visitor(url).get(path);

		assert.equal(page.status, 200);
		assert.equal(page.headers['cache-control'], 'no-store');
		assert.match(page.text, /For <bdi>@anna<\/bdi>/);
		assert.deepEqual(formFields(page.text, path), { username: 'anna',
			password: '', password2: '' });
	}
	const phone = new Visitor(url);
	const answer = await reset(path, fresh, fresh, phone);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	assert.equal(await isSignedIn(phone), true);
	assert.equal(await isSignedIn(anna), false);
	assert.equal((await new Visitor(url).login('anna')).status, 401);
	assert.equal((await new Visitor(url).login('anna', fresh)).status, 303);
	checkGone(await new Visitor(url).get(path), 'looked at again');
	checkGone(await reset(path), 'used again');
});

test('a mistake spends nothing', async () => {
	await member(url, 'ben');
	const path = await linkFor('ben');
	const table = [
		[['short'], 'password-bad', /at least 8/],
		[['password1'], 'password-bad', /most common passwords/],
		[['my name is ben'], 'password-bad', /your name/],
		[[fresh, 'other'], 'password2-bad', /don't match/],
	];

	for (const [typed, field, why] of table) {
		const answer = await reset(path, ...typed);

		assert.equal(answer.status, 422, typed);
		assert.match(messages(answer.text)[field], why);
		assert.deepEqual(formFields(answer.text, path), { username: 'ben',
			password: '', password2: '' });
	}
	assert.equal((await new Visitor(url).login('ben')).status, 303);
	assert.equal((await reset(path)).status, 303);
});

test('of two who use it at once one gets an error', async () => {
	await member(url, 'carl');
	const path = await linkFor('carl');
	const both = await Promise.all([reset(path), reset(path)]);

	assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
});

test('one answer for all that does not work', async () => {
	const dora = await member(url, 'dora');
	const id = Number(await redis('HGET', 'users', 'dora'));
	const old = await linkFor('dora');
	const path = await linkFor('dora');
	const token = path.split('/').pop();

	for (const wrong of [old, '/reset/', '/reset/x', `${path}0`,
		`/reset/${token.slice(1)}`, `/reset/${'0'.repeat(32)}`,
		`/reset/${'0'.repeat(32)}${id.toString(16)}`,
		`/reset/${dora.cookies.get('auth')}`,
		`/reset/${(await redis('HGET', `user:${id}`, 'reset')).split(' ')[0]}`,
		`${path}/`, '/reset/%20', `/reset/${'f'.repeat(32)}ffff`]) {
		checkGone(await new Visitor(url).get(wrong), wrong);
		checkGone(await reset(wrong), wrong);
	}
	await redis('HSET', `user:${id}`, 'reset',
		`${(await redis('HGET', `user:${id}`, 'reset')).split(' ')[0]} ` +
		`${Math.floor(Date.now() / 1000) - 1}`);
	checkGone(await reset(path), 'too old');
	assert.equal(await isSignedIn(dora), true);
});

test('it lasts for a day, and the database knows no token', async () => {
	const eva = await member(url, 'eva');
	const id = await redis('HGET', 'users', 'eva');
	const path = await linkFor('eva');
	const [digest, end] =
		(await redis('HGET', `user:${id}`, 'reset')).split(' ');
	const left = end - Date.now() / 1000;

	assert.match(digest, /^[0-9a-f]{64}$/);
	assert.ok(!path.includes(digest));
	assert.ok(left > 86300 && left <= 86400, `${left}`);
	// A new password ends it.
	await eva.submit('/account/password', { old: password, password: fresh,
		password2: fresh });
	checkGone(await reset(path, 'a third horse battery'), 'after a new one');
});

test('from another site it does nothing', async () => {
	await member(url, 'fritz');
	const path = await linkFor('fritz');
	const answer = await new Visitor(url).postRaw(path,
		{ password: fresh, password2: fresh },
		{ origin: 'https://elsewhere.example' });

	assert.equal(answer.status, 403);
	assert.equal((await reset(path)).status, 303);
});

test('a full Redis locks nobody out', async () => {
	await member(url, 'gus');
	const path = await linkFor('gus');

	await withoutMemory(stack, async () => {
		const answer = await reset(path);

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/login');
		assert.equal(answer.headers['set-cookie'], undefined);
	});
	assert.equal((await new Visitor(url).login('gus', fresh)).status, 303);
});

test('a visitor signed in as somebody else is asked nothing', async () => {
	const hans = await member(url, 'hans');

	await member(url, 'ida');
	const answer = await reset(await linkFor('ida'), fresh, fresh, hans);

	assert.equal(answer.status, 303);
	assert.match((await hans.get('/')).text, /<a href="\/@ida">/);
});

// ---- on the pages ----------------------------------------------------------

const host = await member(url, 'helen');

await adminOf(stack)(['host', 'helen']);

async function makeLink(name, secret = password, visitor = host) {
	return visitor.submit('/reset', { uid: await redis('HGET', 'users', name),
		password: secret });
}

test('a host makes a link, and the member is told who did', async () => {
	const nora = await member(url, 'nora');
	const { text } = await host.get('/@nora');

	assert.equal(formFields(text, '/reset').uid,
		await redis('HGET', 'users', 'nora'));
	const answer = await makeLink('nora');

	assert.equal(answer.status, 200);
	assert.equal(answer.headers['cache-control'], 'no-store');
	const [, path] = answer.text.match(
		/value="http:\/\/[^/"]*(\/reset\/[0-9a-f]{33,})"/);

	assert.match((await nora.get('/notifications')).text,
		/<bdi>@helen<\/bdi><\/a>\s*created a link for you to set a new password/);
	assert.equal((await reset(path)).status, 303);
	assert.equal((await new Visitor(url).login('nora', fresh)).status, 303);
	assert.equal((await adminOf(stack)(['check'])).status, 0);
});

test('not without the host\'s own password, nor too often', async () => {
	await member(url, 'olga');
	const id = await redis('HGET', 'users', 'olga');

	for (const [wrong, why] of [['', 'Enter your password.'],
		['wrong horse', 'Wrong password.'], [fresh, 'Wrong password.']]) {
		const answer = await makeLink('olga', wrong);

		assert.equal(answer.status, 422);
		assert.equal(messages(answer.text)['password-bad'], why);
		assert.equal(formFields(answer.text, '/reset').uid, id);
	}
	for (let i = 0; i < 8; i++)
		await makeLink('olga', 'wrong horse');
	assert.equal((await makeLink('olga')).status, 429);
	assert.equal(await redis('HEXISTS', `user:${id}`, 'reset'), 0);
});

test('neither for another host, nor by somebody else', async () => {
	await member(url, 'paul');
	const rita = await member(url, 'rita');

	await adminOf(stack)(['host', 'paul']);
	const paul = new Visitor(url);

	await paul.login('paul');
	for (const host of ['helen', 'paul']) {
		const { status, text } = await makeLink(host, password, paul);

		assert.equal(status, 403, host);
		assert.equal(heading(text), 'That member is a host.');
		assert.match(text, /retwis-admin/);
	}
	assert.doesNotMatch((await paul.get('/@helen')).text, /"\/reset"/);
	assert.equal((await makeLink('rita', password, rita)).status, 404);
	assert.equal((await makeLink('rita', password, new Visitor(url))).status,
		404);
	assert.equal((await paul.get('/reset')).status, 405);
	assert.equal((await rita.get('/reset')).status, 404);
	assert.equal((await paul.submit('/reset', { uid: 'x', password })).status,
		400);
	assert.equal((await paul.submit('/reset', { uid: '9999', password }))
		.status, 404);
});
