// The headers of every answer.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { borrowStack, root } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { cgi, fastcgi, variables } from '../lib/program.mjs';

const { url, var: folder, socket } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');

await anna.write('hello');

// The content security policy: nothing from elsewhere, nothing inline.
const policy = [
	"default-src 'none'", "script-src 'self'", "style-src 'self'",
	"img-src 'self'", "connect-src 'self'",
	"manifest-src 'self'", "form-action 'self'",
	"base-uri 'none'", "frame-ancestors 'none'",
];
const security = {
	'content-security-policy': policy.join('; '),
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'same-origin',
	'cross-origin-opener-policy': 'same-origin',
};

// Every page, and every kind of answer: pages, redirects, errors.
const addresses = [
	['GET', '/', 200], ['GET', '/login', 200], ['GET', '/register', 200],
	['GET', '/timeline', 200], ['GET', '/@anna', 200],
	['GET', '/search?q=a', 200],
	['GET', '/@anna/1', 200], ['GET', '/logout', 303],
	['GET', '/profile?u=anna', 303], ['GET', '/@anna/2', 404],
	['GET', '/@anna/followers', 200], ['GET', '/bio', 303],
	['GET', '/notifications', 303], ['GET', '/scheduled', 303],
	['POST', '/scheduled', 303],
	['POST', '/bio', 303], ['GET', '/feed', 303], ['POST', '/feed', 303],
	['GET', '/timeline.atom', 200], ['GET', '/@anna.atom', 200],
	['GET', '/feed/x.atom', 404], ['GET', '/calendar/x.ics', 404],
	['GET', '/@anna/99.ics', 404], ['GET', '/health', 200],
	['GET', '/nothing', 404], ['GET', '/?a=%', 400], ['PUT', '/', 405],
	['POST', '/login', 422], ['POST', '/register', 422],
	['POST', '/post', 303], ['POST', '/follow', 303],
	['GET', '/likes', 303], ['GET', '/saved', 303], ['GET', '/dates', 200], ['GET', '/account/quiet', 303],
	['GET', '/members', 303], ['GET', '/members.csv', 404],
	['POST', '/quiet', 303], ['GET', '/act', 405], ['POST', '/act', 303],
	['GET', '/answer', 405], ['POST', '/answer', 303],
];

function checkSecurity(answer, what) {
	const names = answer.rawHeaders.filter((_, i) => i % 2 === 0)
		.map((name) => name.toLowerCase());

	for (const [name, value] of Object.entries(security)) {
		assert.equal(answer.headers[name], value, what);
		assert.equal(names.filter((n) => n === name).length, 1, what);
	}
}

for (const [method, path, status] of addresses)
	test(`security headers of ${method} ${path}`, async () => {
		const answer = method === 'POST'
			? await nobody.postRaw(path, {})
			: await nobody.send(method, path);

		assert.equal(answer.status, status);
		checkSecurity(answer, path);
		assert.equal(answer.headers['cache-control'],
			path === '/logout' ? 'no-store' : 'no-cache');
	});

test('every status that a page answers has its phrase', () => {
	const sources = ['http', 'view', 'pages', 'program'].flatMap((room) =>
		readdirSync(`${root}/src/${room}`).map((file) =>
			readFileSync(`${root}/src/${room}/${file}`, 'utf8')))
		.join('\n');
	const used = [...sources.matchAll(/\b(?:page_\w+|\w*refuse\w*)\(\w+, ([345]\d\d)\b/g),
		...sources.matchAll(/\bstatus = ([345]\d\d);/g),
		...sources.matchAll(/\breturn ([45]\d\d);/g)].map(([, n]) => n);
	const [, phrases] = sources.match(/\} phrases\[\] = \{(.*?)\};/s);

	assert.ok(used.length > 50);
	for (const status of new Set(used))
		assert.match(phrases, new RegExp(`\\{ ${status}, "`), status);
});

test('an answer that sets or drops a cookie is stored nowhere', async () => {
	const visitor = new Visitor(url);
	const fields = { username: 'carl', password, password2: password };

	for (const path of ['/logout', '/register', '/logout', '/login',
		'/logout']) {
		const answer = await visitor.post(path, fields);

		assert.equal(answer.status, 303, path);
		assert.ok(answer.headers['set-cookie'], path);
		assert.equal(answer.headers['cache-control'], 'no-store', path);
	}
});

test('a page for a member is stored nowhere', async () => {
	const paths = ['/', '/timeline', '/search?q=a', '/@anna', '/@anna/1',
		'/@anna/followers', '/bio', '/feed', '/notifications', '/tag/x',
		'/delete?id=1', '/logout', '/login', '/nothing', '/@nobody',
		'/?a=%', '/likes', '/scheduled'];

	for (const path of paths) {
		const answer = await anna.get(path);

		checkSecurity(answer, path);
		assert.equal(answer.headers['cache-control'], 'no-store', path);
	}
	const refused = await anna.post('/post', { status: '' });

	assert.equal(refused.status, 422);
	assert.equal(refused.headers['cache-control'], 'no-store');
});

test('pages say what they are and what they depend on', async () => {
	for (const path of ['/', '/@anna', '/nothing']) {
		const { headers, text } = await anna.get(path);

		assert.equal(headers['content-type'], 'text/html; charset=utf-8');
		assert.equal(headers.vary, 'Cookie');
		assert.equal(Number(headers['content-length']),
			Buffer.byteLength(text));
	}
});

test('HEAD is GET without the page', async () => {
	for (const path of ['/', '/timeline', '/@anna', '/nothing',
		'/timeline.atom']) {
		const get = await nobody.get(path);
		const head = await nobody.send('HEAD', path);

		assert.equal(head.status, get.status);
		assert.equal(head.text, '');
		for (const name of ['content-length', 'content-type', 'vary',
			'cache-control', ...Object.keys(security)])
			assert.equal(head.headers[name], get.headers[name], name);
	}
});

test('HEAD gives no body to the web server either', async () => {
	const answer = await fastcgi(`${folder}/timeline.sock`,
		variables('HEAD', '/timeline'));

	assert.equal(answer.status, 200);
	assert.equal(answer.text, '');
});

test('the cookie is Secure under HTTPS, and only there', async () => {
	const body = `username=anna&password=${password.replaceAll(' ', '+')}`;
	const cookie = async (more) => {
		const answer = await fastcgi(`${folder}/login.sock`,
			variables('POST', '/login', body, more), body);

		assert.equal(answer.status, 303);
		return answer.headers['set-cookie'];
	};

	assert.match(await cookie({ HTTPS: 'on' }), /; Secure$/);
	for (const https of [undefined, '', 'off'])
		assert.doesNotMatch(await cookie(https === undefined ? {}
			: { HTTPS: https }), /Secure/);
});

test('as plain CGI a page is the same, byte for byte', async () => {
	const env = { RETWIS_REDIS: `unix:retwis@${socket}` };
	const direct = await cgi('timeline',
		{ ...variables('GET', '/timeline'), ...env });
	const behind = await nobody.get('/timeline');

	assert.equal(direct.status, 200);
	assert.equal(direct.errors, '');
	assert.equal(direct.text, behind.text);
	for (const [name, value] of Object.entries(security))
		assert.equal(direct.headers[name], value);
});

test('HTTPS alone, where the host says so, and over HTTPS only', async () => {
	const header = async (env) => (await cgi('timeline', {
		RETWIS_REDIS: `unix:retwis@${socket}`, ...env,
		...variables('GET', '/timeline') }))
		.headers['strict-transport-security'];

	assert.equal(await header({ RETWIS_HSTS: '600', HTTPS: 'on' }),
		'max-age=600');
	for (const env of [{ RETWIS_HSTS: '600' }, { HTTPS: 'on' },
		{ RETWIS_HSTS: '0', HTTPS: 'on' },
		{ RETWIS_HSTS: '600', HTTPS: 'off' }])
		assert.equal(await header(env), undefined, JSON.stringify(env));
});
