// /account: changing the password, and what ends with the old one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { faults, formFields, heading, messages } from '../lib/page.mjs';

const { url, redis } = await startStack({ env: {
	RETWIS_NAME: 'Ruderclub', RETWIS_LIMIT_SIGN_IN: '4/600' } });
const path = '/account/password';
const fresh = 'another horse battery';

function change(who, old, one, two = one) {
	return who.submit(path, { old, password: one, password2: two });
}

// The windows of all limits end at once.
async function endWindows() {
	for (const key of await redis('KEYS', 'limit:*'))
		await redis('DEL', key);
}

async function idOf(name) {
	return redis('HGET', 'users', name);
}

async function isSignedIn(visitor) {
	return heading((await visitor.get('/')).text) === 'Home';
}

test('the page is found from the profile', async () => {
	const anna = await member(url, 'anna');
	const profile = await anna.get('/@anna');

	assert.match(profile.text, /<a href="\/account">/);
	const page = await anna.get('/account');

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), 'Account');
	const { csrf, ...fields } = formFields(page.text, path);

	assert.match(csrf, /^[0-9a-f]{64}$/);
	assert.deepEqual(fields, { username: 'anna', old: '', password: '',
		password2: '' });
	assert.deepEqual(messages(page.text), {});
	assert.doesNotMatch(page.text, /role="status"/);
});

test('a visitor who is signed out is sent to the sign-in page', async () => {
	for (const [answer, back] of [
		[await new Visitor(url).get('/account'), '?back=%2Faccount'],
		[await new Visitor(url).get(path), `?back=${encodeURIComponent(path)}`],
		[await change(new Visitor(url), password, fresh), '']]) {
		assert.equal(answer.status, 303);
		assert.equal(answer.location, `/login${back}`);
	}
});

test('Reload, and addresses that are none', async () => {
	const rita = await member(url, 'rita');

	assert.equal((await rita.get(path)).location, '/account');
	assert.equal((await rita.submit('/account')).status, 405);
	for (const other of ['/account/passwords', '/accounts'])
		assert.equal((await rita.get(other)).status, 404, other);
	assert.equal(await rita.moved('/account/'), '/account');
});

test('a new password ends all sessions but this one', async () => {
	const ben = await member(url, 'ben');
	const phone = new Visitor(url);

	await phone.login('ben');
	assert.equal(await isSignedIn(phone), true);
	const answer = await change(ben, password, fresh);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/account');
	const page = await ben.get(answer.location);

	assert.match(page.text, /role="status">Password changed/);
	assert.equal(await isSignedIn(ben), true);
	assert.equal(await isSignedIn(phone), false);
	assert.equal((await phone.login('ben')).status, 401);
	assert.equal((await phone.login('ben', fresh)).status, 303);
	assert.equal(await isSignedIn(ben), true);
	assert.match(await redis('HGET', `user:${await idOf('ben')}`, 'password'),
		/^\$argon2id\$/);
});

test('the private feed ends with it', async () => {
	const fay = await member(url, 'fay');

	const address = await fay.makeFeed();

	assert.equal((await fay.get(address)).status, 200);
	await change(fay, password, fresh);
	assert.equal((await fay.get(address)).status, 404);
});

test('a mistake is reported next to its field, and changes nothing', async () => {
	const carl = await member(url, 'carl');
	const user = `user:${await idOf('carl')}`;
	const before = await redis('HGETALL', user);
	const table = [
		[['wrong', fresh], 'old-bad', /^Wrong password\.$/],
		[['', fresh], 'old-bad', /^Enter your current password/],
		[[password, password], 'password-bad', /your current password/],
		[[password, 'short'], 'password-bad', /at least 8/],
		[[password, ''], 'password-bad', /^Choose a password/],
		[[password, 'password1'], 'password-bad', /most common passwords/],
		[[password, 'my name is CARL'], 'password-bad', /your name/],
		[[password, 'the ruderclub boat'], 'password-bad', /this site/],
		[[password, fresh, 'other'], 'password2-bad', /don't match/],
	];

	for (const [typed, field, why] of table) {
		await endWindows();
		const answer = await change(carl, ...typed);

		assert.equal(answer.status, 422, typed);
		assert.match(messages(answer.text)[field], why, typed);
		assert.ok(faults(answer.text).includes(field), typed);
		assert.equal(Object.keys(messages(answer.text)).length, 1, typed);
		const { csrf: _, ...fields } = formFields(answer.text, path);

		assert.deepEqual(fields, { username: 'carl', old: '',
			password: '', password2: '' });
	}
	assert.deepEqual(await redis('HGETALL', user), before);
	assert.equal(await isSignedIn(carl), true);
});

test('wrong and bad ones count as attempts, a good one does not', async () => {
	const dora = await member(url, 'dora');

	await endWindows();
	for (const typed of [['wrong', fresh], [password, 'short'],
		[password, password], ['wrong', fresh]])
		assert.equal((await change(dora, ...typed)).status, 422, typed);
	const answer = await change(dora, password, fresh);

	assert.equal(answer.status, 429);
	assert.ok(answer.headers['retry-after'] > 0);
	assert.match(messages(answer.text)['form-bad'], /^Too many attempts/);
	await endWindows();
	for (let i = 0; i < 6; i++) {
		const [old, next] = i % 2 ? [fresh, password] : [password, fresh];

		assert.equal((await change(dora, old, next)).status, 303, `${i}`);
	}
});

test('a form of another session changes nothing', async () => {
	const emil = await member(url, 'emil');
	const answer = await emil.postRaw(path, { csrf: 'f'.repeat(64),
		old: password, password: fresh, password2: fresh });

	assert.equal(answer.status, 403);
	assert.equal((await new Visitor(url).login('emil')).status, 303);
});

test('of two tabs that change it at once, one gets an error', async () => {
	const gus = await member(url, 'gus');
	const tabs = await Promise.all(['first', 'second'].map((tab) =>
		change(gus, password, `${tab} horse battery`)));

	assert.deepEqual(tabs.map((tab) => tab.status).sort(), [303, 422]);
	const won = tabs[0].status === 303 ? 'first' : 'second';

	assert.equal((await new Visitor(url).login('gus',
		`${won} horse battery`)).status, 303);
});

test('registering refuses the same', async () => {
	for (const secret of ['henry is here', 'RUDERCLUB again']) {
		const answer = await new Visitor(url).register('henry', secret);

		assert.equal(answer.status, 422, secret);
		assert.match(messages(answer.text)['register-password-bad'],
			/That password contains/);
	}
});
