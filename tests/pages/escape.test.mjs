// Hostile texts are displayed as texts, wherever they are shown; and links to
// members with the names of a classic database lead to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, formValue, heading, newest, posts } from '../lib/page.mjs';

const { url, redis } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');

const hostile = [
	'<script>alert(1)</script>', '</textarea><script>alert(2)</script>',
	'"><img src=x onerror=alert(3)>', "' onmouseover='alert(4)",
	'{{BODY}} {{#SIGNED_IN}} {{>POST}} {{%AUTOESCAPE}}', '&lt;b&gt; &amp;',
	'<!-- comment', ']]> <![CDATA[', '</p></article></main></body></html>',
	'javascript:alert(5)', 'http://example.org/?a=b&c=d', '`${alert(6)}`',
	'\\u003cscript\\u003e', '%3Cscript%3E', '&#60;script&#62;', '+ADw-',
];

// Tags and attributes that none of our pages contains, whatever the texts say.
function checkMarkup(html, what) {
	const live = new RegExp('^<script src="/static/live.js" defer data-from=' +
		'"/live(\\?at=(home|timeline|conversation&amp;root=\\d+)' +
		'&amp;since=\\d+)?"( data-[a-z]+="[^"<>]*")* >$');
	const secret = '<script src="/static/password.js" defer data-show="Show" ' +
		'data-hide="Hide" data-of=": {field}">';
	const scripts = html.match(/<script[^>]*>/g)
		.map((script) => script.replace(/\?v=[0-9a-f]{12}"/, '"')
			.replace(/\s+/g, ' '))
		.filter((script) => !live.test(script) && script !== secret);

	assert.deepEqual(scripts, ['<script src="/static/counter.js" defer>',
		'<script src="/static/draft.js" defer>',
		'<script src="/static/acts.js" defer data-unreachable=' +
			'"The site can\'t be reached. Try again in a moment.">', .../class="adding"/.test(html)
			? ['<script src="/static/pictures.js" defer>'] : []], what);
	assert.doesNotMatch(html, /<[^>"]*("[^"]*"[^>"]*)* on\w+=/, what);
	assert.doesNotMatch(html, /<img src=x|<b>|<!--|\]\]>/, what);
	assert.equal(html.match(/<\/html>/g).length, 1, what);
}

test('posts come out as they went in', async () => {
	for (const text of hostile) {
		assert.equal((await anna.write(text)).status, 303, text);
		const [{ path, body }] = posts((await anna.get('/')).text);

		assert.equal(body, text);
		for (const one of ['/', '/@anna', '/timeline', path]) {
			const page = await anna.get(one);

			assert.equal(bodies(page.text)[0], text, one);
			checkMarkup(page.text, `${one}: ${text}`);
		}
	}
});

test('refused texts come back as they went in', async () => {
	for (const text of hostile) {
		const long = `${text}${'x'.repeat(280)}`;
		const page = await anna.post('/post', { status: long });
		const [, back] = page.text.match(
			/<textarea[^>]*>\n(.*?)<\/textarea>/s);

		assert.equal(page.status, 422);
		checkMarkup(page.text, text);
		assert.equal(back.replace(/&(\w+|#39);/g, (_, name) => ({
			lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" })[name]),
		long);
	}
});

test('refused names come back as they went in', async () => {
	for (const text of hostile)
		for (const path of ['/login', '/register']) {
			const page = await nobody.postRaw(path, { username: text });

			assert.equal(page.status, 422);
			checkMarkup(page.text, text);
			assert.equal(formValue(page.text, 'username'), text);
		}
});

test('addresses and queries are never shown', async () => {
	const text = encodeURIComponent(hostile[0]);

	for (const path of [`/${text}`, `/@${text}`, `/?start=${text}`,
		`/@anna?start=${text}`, `/profile?u=${text}`])
		checkMarkup((await nobody.get(path)).text, path);
});

const names = [
	...hostile, 'Salvatore Sanfilippo', 'Ada', 'a/b', '../etc/passwd',
	'50% off', 'a&b=c', 'who?', 'c#', 'a+b', 'è così', '名前', 'x"y', '.',
	'..', 'a;b', 'a:b@c', 'x.atom', '.atom', 'a.b.atom.atom',
	'\u202Eevil', 'A', 'abcdefghijklmnopqrstuvwxyz',
];

// A member as the PHP original would have stored them.
async function legacyMember(name) {
	const id = await redis('INCR', 'next_user_id');

	await redis('HSET', `user:${id}`, 'username', name, 'password',
		'in clear text', 'auth', `${'0'.repeat(24)}${1e7 + id}`);
	await redis('HSET', 'users', name, id);
	await redis('HSET', 'auths', `${'0'.repeat(24)}${1e7 + id}`, id);
	await redis('ZADD', 'users_by_time', 4e9 + id, name);
	return id;
}

async function legacyPost(user, body) {
	const id = await redis('INCR', 'next_post_id');

	await redis('HSET', `post:${id}`, 'user_id', user, 'time', 1234567890,
		'body', body);
	await redis('LPUSH', `posts:${user}`, id);
	await redis('LPUSH', `own:${user}`, id);
	await redis('LPUSH', 'timeline', id);
}

test('legacy names are shown, linked and found', async () => {
	for (const name of names) {
		const id = await legacyMember(name);

		await legacyPost(id, `from ${name}`);
		const timeline = await nobody.get('/timeline');
		const [post] = posts(timeline.text);
		const [first] = newest(timeline.text);

		checkMarkup(timeline.text, name);
		assert.equal(post.name, name);
		assert.equal(first.name, name);
		assert.equal(first.path, post.profile);
		assert.match(post.profile, /^\/@[A-Za-z0-9._~%-]+$/);
		const profile = await nobody.get(post.profile);

		assert.equal(profile.status, 200, name);
		checkMarkup(profile.text, name);
		assert.deepEqual(bodies(profile.text), [`from ${name}`]);
		const status = await nobody.get(post.path);

		assert.equal(status.status, 200, name);
		assert.deepEqual(bodies(status.text), [`from ${name}`]);
	}
});

test('legacy members sign in, post and are followed', async () => {
	for (const name of ['B/b & %?#+', '<b>"x"</b>', 'Grace Hopper']) {
		await legacyMember(name);
		const visitor = new Visitor(url);
		const path = `/@${encodeURIComponent(name)}`;

		assert.equal((await visitor.login(name, 'in clear text')).status,
			303, name);
		assert.equal((await visitor.write(`I am ${name}`)).status, 303);
		const home = await visitor.get('/');

		checkMarkup(home.text, name);
		assert.equal(heading(home.text), 'Home');
		const { location } = await anna.follow(name);

		assert.equal(decodeURIComponent(location), `/@${name}`);
		assert.match((await anna.get(path)).text, />Following ✓</);
	}
});
