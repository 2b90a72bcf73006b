// /account: where a member is signed in, and signing those browsers out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { heading } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';

const { url, redis } = await startStack();
const path = '/account/sessions';

const agents = {
	'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) ' +
		'Gecko/20100101 Firefox/128.0',
	'Chrome on Android': 'Mozilla/5.0 (Linux; Android 10; K) ' +
		'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ' +
		'Mobile Safari/537.36',
	'Safari on iPhone': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac ' +
		'OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
		'Mobile/15E148 Safari/604.1',
	'Edge on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) ' +
		'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ' +
		'Safari/537.36 Edg/140.0.0.0',
	'w3m': 'w3m/0.5.3+git20230121',
	'A browser': '<script>hit()</script>',
};

async function signIn(name, agent) {
	const visitor = new Visitor(url);
	const answer = await visitor.postRaw('/login', { username: name, password },
		agent === undefined ? {} : { 'user-agent': agent });

	assert.equal(answer.status, 303);
	return visitor;
}

// [{what, here, used, id}] of the page's list.
async function devices(visitor) {
	const { text } = await visitor.get('/account');
	const items = text.matchAll(/<li>\s*<p><strong>([^<]*)<\/strong>( <span class="mark">this device<\/span>)?<br>\s*<span class="when">last used ([^<]*)<\/span><\/p>\s*<button type="submit" name="end" value="([0-9a-f]{64})"/g);

	return [...items].map(([, what, here, used, id]) =>
		({ what, here: !!here, used, id }));
}

async function isSignedIn(visitor) {
	return heading((await visitor.get('/')).text) === 'Home';
}

test('each browser is in the list, this one first', async () => {
	await member(url, 'anna');
	let visitor;

	for (const agent of Object.values(agents))
		visitor = await signIn('anna', agent);
	const list = await devices(visitor);

	assert.deepEqual(list.map(({ what }) => what).sort(),
		[...Object.keys(agents), 'A browser'].sort());
	assert.deepEqual(list.map(({ here }) => here),
		[true, false, false, false, false, false, false]);
	assert.equal(list[0].what, 'A browser');
	for (const { used } of list)
		assert.equal(used, 'today');
	const id = await redis('HGET', 'users', 'anna');

	assert.deepEqual(list.map((device) => device.id).sort(),
		(await redis('HKEYS', `sessions:${id}`)).sort());
});

test('the session on another device ends', async () => {
	const ben = await member(url, 'ben');
	const phone = await signIn('ben', agents['Safari on iPhone']);
	const { id } = (await devices(ben)).find(({ here }) => !here);

	for (let i = 0; i < 2; i++) {
		const answer = await ben.submit(path, { end: id });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/account#devices');
	}
	assert.equal(await isSignedIn(phone), false);
	assert.equal((await devices(ben)).length, 1);
});

test('ending the own one, and all, is signing out', async () => {
	const carl = await member(url, 'carl');
	const phone = await signIn('carl', '');
	const [{ id }] = await devices(phone);
	let answer = await phone.submit(path, { end: id });

	assert.equal(answer.location, '/');
	assert.equal(phone.cookies.has('auth'), false);
	assert.equal(await isSignedIn(carl), true);
	await phone.login('carl');
	answer = await carl.submit(path, { end: 'all' });
	assert.equal(answer.location, '/');
	assert.equal(carl.cookies.has('auth'), false);
	assert.equal(await isSignedIn(phone), false);
});

test('no id ends nothing, nor does one of somebody else', async () => {
	const dora = await member(url, 'dora'), emil = await member(url, 'emil');
	const [{ id }] = await devices(emil);

	for (const end of ['', 'ALL', 'x', id.slice(1), id.toUpperCase()])
		assert.equal((await dora.submit(path, { end })).status, 400, end);
	assert.equal((await dora.submit(path)).status, 400);
	assert.equal((await dora.submit(path, { end: id })).status, 303);
	assert.equal(await isSignedIn(dora), true);
	assert.equal(await isSignedIn(emil), true);
});

test('signed out, by Reload, and from a stale tab', async () => {
	const fay = await member(url, 'fay');
	const csrf = await fay.csrf();

	assert.equal((await fay.get(path)).location, '/account');
	assert.equal((await new Visitor(url).postRaw(path, { end: 'all' }))
		.location, '/login');
	await fay.logout();
	await fay.login('fay');
	const answer = await fay.postRaw(path, { csrf, end: 'all' });

	assert.equal(answer.status, 403);
	assert.equal(heading(answer.text), 'That form has expired.');
	assert.match(answer.text, /name="end" value="all"/);
	assert.equal(await isSignedIn(fay), true);
});

test('a day that is over is shown, and today is noted', async () => {
	const gus = await member(url, 'gus');
	const phone = await signIn('gus', agents.w3m);
	const id = await redis('HGET', 'users', 'gus');
	const age = async (visitor, day) => {
		const { id: digest, what } = (await devices(visitor))[0];

		await redis('HSET', `sessions:${id}`, digest, `0 ${day} ${what}`);
		return digest;
	};

	const then = new Date(Date.now() - 40 * 86400 * 1000);
	const day = then.toISOString().slice(0, 10);

	await age(phone, day);
	await age(gus, day);
	// The page is sent first.
	await until('the day is noted', async () =>
		(await devices(gus))[0].used === 'today');
	const [, other] = await devices(gus);

	assert.equal(other.used, `on ${then.toLocaleDateString('en-GB',
		{ dateStyle: 'long', timeZone: 'UTC' })}`);
});

// As an older Retwis left it: all of a member's browsers had one secret.
test('a browser from before the change remains signed in', async () => {
	const hans = await member(url, 'hans');
	const id = await redis('HGET', 'users', 'hans');
	const secret = 'b'.repeat(32) + Number(id).toString(16);

	await redis('DEL', `sessions:${id}`);
	await redis('HSET', `user:${id}`, 'auth', secret);
	await redis('HSET', 'auths', secret, id);
	hans.cookies.set('auth', secret);
	const csrf = await hans.csrf();

	assert.equal(await isSignedIn(hans), true);
	await until('the secret is claimed', async () =>
		await redis('HEXISTS', `user:${id}`, 'auth') === 0);
	assert.equal(await redis('HEXISTS', 'auths', secret), 0);
	assert.deepEqual((await devices(hans)).map(({ what, here }) =>
		[what, here]), [['An older session', true]]);
	// A form that was open the whole time.
	const answer = await hans.postRaw('/post', { csrf, status: 'still here' });

	assert.equal(answer.status, 303);
});
