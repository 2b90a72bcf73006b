// The page that a visitor wanted opens after signing in or registering, and
// never a page of another site.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formFields, formValue } from '../lib/page.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { startInviting } from './lib/inviting.mjs';

const { url } = await borrowStack();
const shut = (await borrowStack({ RETWIS_READERS: 'members', ...lean })).url;
const asked = (await borrowStack({ RETWIS_SIGNUP: 'asked', ...lean })).url;
const signIn = { username: 'anna', password };
const register = (username) => ({ username, password, password2: password });
const promise = /go\s+straight to the page you wanted/;

for (const site of [url, shut]) {
	const anna = await member(site, 'anna');

	await anna.write('A word');
}


const loginPath = (path) => `/login?back=${encodeURIComponent(path)}`;

// Follows the link with these words, as it is in the page.
function linkOf({ text }, words) {
	const [, href] = text.match(new RegExp(`href="([^"]*)"[^>]*>${words}<`));

	return href.replace(/&amp;/g, '&');
}

const sites = [['anybody', url], ['members', shut]];

for (const [who, site] of sites)
	for (const path of ['/notifications', '/likes', '/account', '/scheduled',
		'/delete?id=1&x=a%26b', '/bio'])
		test(`${path} of a site that ${who} may read`, async () => {
			const visitor = new Visitor(site);
			let page = await visitor.get(path);

			if (page.status === 303)
				page = await visitor.get(page.location);
			assert.match(page.text, promise);
			const fields = formFields(page.text, '/login');

			assert.equal(fields.back, path);
			const { status, location } = await visitor.postRaw('/login',
				{ ...fields, ...signIn });

			assert.deepEqual([status, location], [303, path]);
		});

test('a shared link to a post, of a site that members read', async () => {
	const visitor = new Visitor(shut);
	const first = await visitor.get('/@anna/1');

	assert.equal(first.status, 401);
	assert.match(first.text, promise);
	const again = await visitor.postRaw('/login', { ...formFields(first.text,
		'/login'), username: 'anna', password: 'wrong horse' });

	assert.equal(again.status, 401);
	assert.match(again.text, promise);
	const empty = await visitor.postRaw('/login',
		{ ...formFields(again.text, '/login'), username: '' });

	assert.equal(empty.status, 422);
	const answer = await visitor.postRaw('/login',
		{ ...formFields(empty.text, '/login'), ...signIn });

	assert.deepEqual([answer.status, answer.location], [303, '/@anna/1']);
});

test('a reader who signs in comes back to the same page', async () => {
	for (const [path, words] of [['/@anna/1', 'Sign in'],
		['/timeline?start=0&after=1', 'Sign in'], ['/tag/a%2Fb', 'Sign in'],
		['/@anna', 'Sign in']]) {
		const visitor = new Visitor(url);
		const login = await visitor.get(
			linkOf(await visitor.get(path), words));

		assert.match(login.text, promise, path);
		const answer = await visitor.postRaw('/login',
			{ ...formFields(login.text, '/login'), ...signIn });

		assert.equal(answer.location, path);
	}
});

test('from the form to sign in to the one to register, and back', async () => {
	for (const [i, site] of [url, shut].entries()) {
		const visitor = new Visitor(site);
		let page = await visitor.get(loginPath('/@anna/1'));

		page = await visitor.get(linkOf(page, 'Register'));
		assert.match(page.text, promise);
		page = await visitor.get(linkOf(page, 'Sign in'));
		page = await visitor.get(linkOf(page, 'Register'));
		const refused = await visitor.postRaw('/register', {
			...formFields(page.text, '/register'), ...register('anna') });

		assert.equal(refused.status, 422);
		const { status, location } = await visitor.postRaw('/register', {
			...formFields(refused.text, '/register'),
			...register(`new${i}`) });

		assert.deepEqual([status, location], [303, '/@anna/1']);
	}
});

test('a newcomer who has to wait is not promised the page', async () => {
	const visitor = new Visitor(asked);
	const page = await visitor.get('/register?back=/@anna/1');

	assert.doesNotMatch(page.text, promise);
	const { location } = await visitor.postRaw('/register', {
		...formFields(page.text, '/register'), ...register('newest'),
		who: 'Me' });

	assert.equal(location, '/?welcome=1');
});

test('an invitation link that has the page with it', async () => {
	const { stack, linkFor } = await startInviting();
	const visitor = new Visitor(stack.url);
	const page = await visitor.get(`${await linkFor()}?back=/timeline`);

	assert.match(page.text, promise);
	const refused = await visitor.postRaw('/register', {
		...formFields(page.text, '/register'), ...register('ben'),
		password2: 'another horse' });

	assert.equal(refused.status, 422);
	const { location } = await visitor.postRaw('/register', {
		...formFields(refused.text, '/register'), ...register('ben') });

	assert.equal(location, '/timeline');
	assert.equal((await visitor.get(`${await linkFor()}?back=/likes`))
		.location, '/likes');
});

test('a member who is signed in already is sent there', async () => {
	const anna = new Visitor(url);

	await anna.login('anna');
	for (const path of ['/login', '/register'])
		assert.equal((await anna.get(`${path}?back=/@anna/1`)).location,
			'/@anna/1');
	assert.equal((await anna.postRaw('/login', { back: '/likes' })).location,
		'/likes');
});

test('a button that a session\'s end has stopped leads to its page', async () => {
	const answer = await new Visitor(url).postRaw('/act',
		{ like: '1', back: '/@anna' });

	assert.equal(answer.location, loginPath('/@anna'));
	const refused = await new Visitor(shut).postRaw('/act',
		{ like: '1', back: '/@anna' });

	assert.equal(formValue(refused.text, 'back'), '/@anna');
});

const foreign = ['//evil.example', '//evil.example/@anna', '/\\evil.example',
	'\\\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '', 'x',
	'@evil.example', '.evil.example', '/\t/evil.example', '/\r\n/evil.example',
	'/a\r\nSet-Cookie: auth=x', '\t//evil.example', ' /x', '/a b', '/#x', '/é',
	'/\u0001', '/\u007f', `/${'x'.repeat(2000)}`];

test('no other site is a page that somebody wanted', async () => {
	for (const back of foreign) {
		const query = encodeURIComponent(back);

		for (const form of ['/login', '/register']) {
			const page = await new Visitor(url).get(`${form}?back=${query}`);

			assert.equal(page.status, 200, back);
			assert.equal(formValue(page.text, 'back'), undefined, back);
			assert.doesNotMatch(page.text, /evil|back=/, back);
			assert.doesNotMatch(page.text, promise);
		}
		const answer = await new Visitor(url).postRaw('/login',
			{ ...signIn, back });

		assert.deepEqual([answer.status, answer.location], [303, '/'], back);
		assert.equal(answer.headers['set-cookie'].filter((line) =>
			/^auth=x/.test(line)).length, 0);
	}
	const anna = new Visitor(url);

	await anna.login('anna');
	for (const back of foreign)
		assert.equal((await anna.get(
			`/login?back=${encodeURIComponent(back)}`)).location, '/', back);
});

test('what is decoded once is not decoded twice', async () => {
	for (const back of ['/%2F/evil.example', '/%2Fevil.example',
		'/%5Cevil.example', '/%0D%0ASet-Cookie:%20auth=x', '/@anna%3Fx']) {
		const visitor = new Visitor(url);
		const page = await visitor.get(loginPath(back));
		const { location } = await visitor.postRaw('/login',
			{ ...formFields(page.text, '/login'), ...signIn });

		assert.equal(location, back);
		assert.equal(new URL(location, url).origin, url);
	}
	const page = await new Visitor(url).get(
		`/login?back=${encodeURIComponent('/x?a="><script>')}`);

	assert.equal(formValue(page.text, 'back'), '/x?a="><script>');
	assert.doesNotMatch(page.text, /<script>/);
});

test('an address on another host is no page of ours', async () => {
	for (const path of ['//evil.example/x', '//evil.example']) {
		const page = await new Visitor(shut).get(path);

		assert.equal(page.status, 401);
		assert.doesNotMatch(page.text, /evil/);
	}
});

test('nothing is promised where nothing was wanted', async () => {
	for (const site of [url, shut])
		for (const path of ['/', '/login', '/register', '/?welcome=1',
			'/login?left=1', '/?start=50']) {
			const { text } = await new Visitor(site).get(path);

			assert.doesNotMatch(text, /back=|name="back"/, path);
			assert.doesNotMatch(text, promise, path);
		}
	assert.equal((await new Visitor(shut).postRaw('/post', {})).text,
		(await new Visitor(shut).get('/')).text);
	assert.doesNotMatch((await new Visitor(shut).get('/logout')).text, promise);
});

test('an address that is a secret stays in no other address', async () => {
	const token = '0123456789abcdef0123456789abcdef';

	for (const site of [url, shut])
		for (const path of [`/feed/${token}.atom`, `/calendar/${token}.ics`, `/reset/${token}`,
			`/join/${token}`, `/join/${token}?back=/reset/${token}`,
			`/login?back=/reset/${token}`]) {
			const { text } = await new Visitor(site).get(path);

			assert.doesNotMatch(text, new RegExp(token), path);
		}
});
