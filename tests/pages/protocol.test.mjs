// Requests that no browser sends: 400, 405, 411, 413, 414, 415 and 431.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { rawRequest } from '../lib/http.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { Connection, cgi, fastcgi, requestBytes, variables } from '../lib/program.mjs';

const { url, port, var: folder, socket } = await borrowStack();
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const form = 'application/x-www-form-urlencoded';

const methods = { '/': 'GET, HEAD', '/timeline': 'GET, HEAD',
	'/search?q=a': 'GET, HEAD', '/notifications': 'GET, HEAD',
	'/@anna': 'GET, HEAD', '/@anna/1': 'GET, HEAD',
	'/timeline.atom': 'GET, HEAD', '/@anna.atom': 'GET, HEAD',
	'/feed/x.atom': 'GET, HEAD', '/calendar/x.ics': 'GET, HEAD',
	'/@anna/1.ics': 'GET, HEAD', '/feed': 'GET, HEAD, POST',
	'/profile?u=anna': 'GET, HEAD', '/login': 'GET, HEAD, POST',
	'/register': 'GET, HEAD, POST', '/logout': 'GET, HEAD, POST',
	'/post': 'POST', '/follow': 'POST', '/act': 'POST',
	'/answer': 'POST',
	'/likes': 'GET, HEAD', '/saved': 'GET, HEAD', '/dates': 'GET, HEAD', '/members': 'GET, HEAD',
	'/about': 'GET, HEAD', '/imprint': 'GET, HEAD',
	'/scheduled': 'GET, HEAD, POST', '/account': 'GET, HEAD',
	'/manifest.json': 'GET, HEAD', '/robots.txt': 'GET, HEAD',
	'/.well-known/change-password': 'GET, HEAD',
	'/account/name': 'GET, HEAD, POST', '/account/import': 'GET, HEAD, POST',
	'/account/password': 'GET, HEAD, POST',
	'/account/export': 'GET, HEAD, POST',
	'/quiet': 'GET, HEAD, POST', '/account/quiet': 'GET, HEAD',
	'/account/sessions': 'GET, HEAD, POST', '/reset/x': 'GET, HEAD, POST',
	'/join/x': 'GET, HEAD', '/invitations': 'GET, HEAD, POST' };

for (const [path, allow] of Object.entries(methods))
	test(`${path} accepts ${allow} and nothing else`, async () => {
		for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE',
			'PATCH', 'OPTIONS', 'PROPFIND', 'SEARCH']) {
			if (allow.split(', ').includes(method))
				continue;
			const answer = await nobody.send(method, path);

			assert.equal(answer.status, 405, method);
			assert.equal(answer.headers.allow, allow);
		}
	});

test('unknown methods are refused', async () => {
	for (const method of ['FOO', 'GE', 'GET,', 'HEAD,POST', 'get', '_'])
		for (const page of ['login', 'home']) {
			const path = page === 'home' ? '/' : `/${page}`;
			const answer = await fastcgi(`${folder}/${page}.sock`,
				variables(method, path));

			assert.equal(answer.status, 405, method);
		}
	const foo = await rawRequest(port, 'FOO / HTTP/1.1\r\nHost: x\r\n' +
		'Connection: close\r\n\r\n');

	assert.equal(foo.status, 405);
});

async function postRaw(headers, body = '', path = '/login', options = {}) {
	return rawRequest(port, `POST ${path} HTTP/1.1\r\nHost: x\r\n` +
		`Connection: close\r\n${headers}\r\n${body}`, options);
}

test('a body has at most 64 KiB', async () => {
	const body = (size) => `username=${'x'.repeat(size - 9)}`;
	const most = await nobody.postRaw('/login', body(65536));

	assert.equal(most.status, 422);
	const more = await nobody.postRaw('/login', body(65537));

	assert.equal(more.status, 413);
	const long = await fastcgi(`${folder}/login.sock`,
		variables('POST', '/login', body(65537)), '');

	assert.equal(long.status, 413);
});

test('a body has a length', async () => {
	assert.equal((await postRaw(`Content-Type: ${form}\r\n`)).status, 411);
	const chunked = await postRaw(`Content-Type: ${form}\r\n` +
		'Transfer-Encoding: chunked\r\n', '5\r\na=b&c\r\n0\r\n\r\n');

	assert.equal(chunked.status, 411);
});

test('a length is a number', async () => {
	for (const length of ['-1', 'x', '1x', '+1', ' 1', '0x10', '1e1',
		'9'.repeat(30)])
		for (const run of [(page, env) =>
			cgi(page, { RETWIS_REDIS: `unix:${socket}`, ...env }),
		(page, env) => fastcgi(`${folder}/${page}.sock`, env)]) {
			const answer = await run('login', variables('POST', '/login',
				'', { CONTENT_LENGTH: length }));

			assert.equal(answer.status, 400, length);
		}
});

test('a body is a form', async () => {
	const types = ['text/plain', 'multipart/form-data; boundary=x',
		'application/json', `${form}x`, 'x', '', ` ${form}`,
		'application/x-www-form', `text/html; ${form}`];
	const length = 'Content-Length: 0\r\n';

	for (const type of types) {
		const answer = await fastcgi(`${folder}/login.sock`, variables(
			'POST', '/login', '', { CONTENT_TYPE: type }));

		assert.equal(answer.status, 415, type);
	}
	assert.equal((await postRaw(length)).status, 415);
	assert.equal((await postRaw(`${length}Content-Type: text/plain\r\n`))
		.status, 415);
	for (const type of [form, `${form}; charset=UTF-8`, form.toUpperCase()])
		assert.equal((await postRaw(
			`${length}Content-Type: ${type}\r\n`)).status, 422, type);
});

test('a body that was cut short is not taken for a whole one', async () => {
	const whole = 'username=anna&password=correct+horse+battery';
	const table = [[whole, whole.slice(0, -8)], [whole, '']];

	for (const [announced, sent] of table) {
		const env = variables('POST', '/login', announced);
		const behind = await fastcgi(`${folder}/login.sock`, env, sent);
		const plain = await cgi('login',
			{ ...env, RETWIS_REDIS: `unix:retwis@${socket}` }, sent);

		assert.equal(behind.status, 400);
		assert.equal(plain.status, 400);
		const client = await postRaw(`Content-Type: ${form}\r\n` +
			`Content-Length: ${announced.length}\r\n`, sent, '/login',
		{ half: true });

		assert.ok(!(client.status < 400), `answered ${client.status}`);
	}
});

const broken = ['%', '%4', '%zz', '%4x', 'a%', '%%41', '%-1', '% 1'];

test('percent signs are encoded, everywhere', async () => {
	for (const text of broken) {
		const raw = text.replace(' ', '+');

		for (const path of [`/?x=${raw}`, `/?${raw}=x`, `/timeline?${raw}`,
			`/profile?u=${raw}`, `/@${raw}`, `/@anna/${raw}`, `/${raw}`]) {
			const answer = await rawRequest(port, `GET ${path} HTTP/1.1` +
				'\r\nHost: x\r\nConnection: close\r\n\r\n');

			assert.equal(answer.status, 400, path);
		}
		const posted = await anna.postRaw('/post', `status=${text}`);

		assert.equal(posted.status, 400, text);
	}
});

test('a field is there once; in a query the first one counts', async () => {
	const table = ['a=1&a=2', 'a&a', 'u=anna&u=anna', 'u=a&%75=b',
		'start=1&start=1', '=&='];

	for (const text of table) {
		for (const path of ['/', '/timeline', '/@anna', '/profile'])
			assert.notEqual((await nobody.get(`${path}?${text}`)).status,
				400, `${path}?${text}`);
		assert.equal((await nobody.postRaw('/login', text)).status, 400);
	}
	assert.equal((await nobody.get('/?utm=a&utm=b')).status, 200);
	assert.equal((await nobody.get('/profile?u=anna&u=ben')).location,
		'/@anna');
});

test('a form has at most 32 fields', async () => {
	const fields = (n) => Array.from({ length: n }, (_, i) => `f${i}=`)
		.join('&');

	assert.equal((await nobody.postRaw('/login', fields(32))).status, 422);
	assert.equal((await nobody.postRaw('/login', fields(33))).status, 400);
	assert.equal((await nobody.get(`/?${fields(33)}`)).status, 400);
});

test('unknown and empty fields hurt nobody', async () => {
	for (const query of ['?', '?&', '?&&&', '?x', '?x=&y=', '?=x', '?a=b=c'])
		assert.equal((await nobody.get(`/timeline${query}`)).status, 200);
});

test('addresses and headers have a limit', async () => {
	const get = (path, headers = '') => rawRequest(port,
		`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
		`${headers}\r\n`);
	const path = await get(`/${'x'.repeat(20000)}`);

	assert.equal(path.status, 414);
	const long = await get('/', `Cookie: ${'x'.repeat(20000)}\r\n`);

	assert.ok([400, 431].includes(long.status), `${long.status}`);
	const many = await get('/', 'X: y\r\n'.repeat(20000));

	assert.ok([400, 431].includes(many.status), `${many.status}`);
	assert.equal((await nobody.get(`/${'x'.repeat(4000)}`)).status, 404);
});

test('nonsense is no request', async () => {
	for (const bytes of ['nonsense\r\n\r\n', 'GET\r\n\r\n', '\x16\x03\x01\x02',
		'GET / HTTP/9.9\r\n\r\n', 'GET x HTTP/1.1\r\nHost: x\r\n\r\n',
		'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n']) {
		const answer = await rawRequest(port, bytes, { half: true });

		assert.ok(!(answer.status < 400), `${bytes}: ${answer.status}`);
	}
});

test('a program answers 400 to what no web server would send', async () => {
	const env = variables('GET', '/');

	for (const [name, value] of [['REQUEST_URI', undefined],
		['REQUEST_URI', ''], ['REQUEST_URI', 'x'],
		['REQUEST_METHOD', undefined]]) {
		const changed = { ...env, [name]: value };

		if (value === undefined)
			delete changed[name];
		assert.equal((await fastcgi(`${folder}/home.sock`, changed)).status,
			400, name);
	}
});

test('variables that make no sense are none, and others are served', async () => {
	const tooLong = { ...variables('GET', '/login'), X: 'x'.repeat(65000) };
	const broken = ['c0000000c0000000', 'ffffffffffffffff', '80', '0101',
		'0b00524551554553545f555249', '010141'];
	const connection = new Connection(`${folder}/login.sock`);

	for (const bytes of broken) {
		connection.write(requestBytes(Buffer.from(bytes, 'hex'), '', true));
		assert.equal((await connection.answer()).status, 400, bytes);
		assert.equal((await connection.ask(variables('GET', '/login')))
			.status, 200);
	}
	assert.equal((await connection.ask(tooLong)).status, 200);
	// In two records, since one is too small for it.
	const [begin, params] = [requestBytes({}, '', true).subarray(0, 16),
		requestBytes(tooLong, '', true).subarray(16)];

	connection.write(Buffer.concat([begin, params.subarray(0, -16), params]));
	assert.equal((await connection.answer()).status, 400);
	assert.equal((await connection.ask(variables('GET', '/login'))).status,
		200);
	connection.leave();
});

test('a connection with anything but FastCGI is closed', async () => {
	const connection = new Connection(`${folder}/login.sock`);

	connection.listen();
	connection.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
	await connection.closed;
	assert.equal(connection.bytes, 0);
	assert.equal((await nobody.get('/login')).status, 200);
});

test('requests may come together', async () => {
	const connection = new Connection(`${folder}/login.sock`);
	const form = 'username=nobody&password=nothing+at+all';
	const [get, post] = [requestBytes(variables('GET', '/login'), '', true),
		requestBytes(variables('POST', '/login', form), form, true)];

	// A program reads 16 KiB at a time: with this many it has not seen the
	// end yet.
	const full = requestBytes(variables('GET', '/login', '',
		{ X: 'x'.repeat(16384 - get.length - 9) }), '', true);

	assert.equal(full.length, 16384);
	connection.listen();
	for (const together of [[get, post, get, post, get], [full, post]]) {
		connection.write(Buffer.concat(together));
		for (const one of together)
			assert.equal((await connection.answer()).status,
				one === post ? 401 : 200);
	}
	connection.leave();
});

test('after all this the site works as before', async () => {
	for (const path of ['/', '/timeline', '/@anna', '/login', '/register'])
		assert.equal((await nobody.get(path)).status, 200, path);
	assert.equal((await anna.write('still here')).status, 303);
});
