// Where a visitor comes from, and when, as the web server and a proxy in front
// of it report it to the page; and that the page's own refusal reaches the
// visitor.
import assert from 'node:assert/strict';
import { chmodSync, renameSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { request } from '../lib/http.mjs';
import { messages } from '../lib/page.mjs';

// For the stack: this machine is a proxy.
export const clientEnv = { RETWIS_TRUSTED_PROXIES: '127.0.0.1',
	RETWIS_LIMIT_SIGN_IN: '1/600' };

const body = 'username=nobody&password=wrong';

function guess(url, localAddress, forwarded) {
	return request(url, '/login', { method: 'POST', body, localAddress,
		headers: { 'content-type': 'application/x-www-form-urlencoded',
			'content-length': body.length, ...forwarded } });
}

// What the web server sends to the socket of a page during the action.
async function overhear(path, action) {
	const behind = path.replace('.sock', '2.sock');
	let heard = '';
	const between = createServer((from) => {
		const to = connect(behind);

		from.on('data', (bytes) => { heard += bytes.toString('latin1'); });
		from.pipe(to).pipe(from);
	});

	renameSync(path, behind);
	await new Promise((done) => between.listen(path, done));
	chmodSync(path, 0o666);
	await action();
	between.close();
	renameSync(behind, path);
	return heard;
}

// In milliseconds, from nginx's seconds or Apache's microseconds.
function timeOf(heard) {
	const found = [...heard.matchAll(
		/HTTP_RETWIS_ASKED(?:(\d+\.\d{3})|t=(\d+) D=(\d+))/g)];

	assert.equal(heard.split('HTTP_RETWIS_ASKED').length, 2);
	assert.equal(found.length, 1, heard);
	const [[, seconds, first, rest]] = found;

	return seconds ? seconds * 1000 : (Number(first) + Number(rest)) / 1000;
}

// A request that claims to have waited too long.
function forged() {
	return { 'retwis-asked': `${Date.now() / 1000 - 20}`.slice(0, 14) };
}

export function testClients(test, { url, redis, var: folder }, server) {
	test('no client decides when its request arrived', async () => {
		assert.equal((await guess(url, '127.0.0.3', forged())).status, 401);
	});

	if (['nginx', 'apache'].includes(server))
		test('the web server says when a request arrived', async () => {
			const before = Date.now();
			const time = timeOf(await overhear(`${folder}/login.sock`,
				() => guess(url, '127.0.0.4', forged())));

			assert.ok(time > before - 1000 && time < Date.now() + 1,
				`${time - before}`);
		});

	test('a visitor is where the web server or our proxy says', async () => {
		const table = [
			['127.0.0.1', undefined, '127.0.0.1'],
			['127.0.0.2', '192.0.2.9', '127.0.0.2'],
			['127.0.0.1', '192.0.2.1', '192.0.2.1'],
			['127.0.0.1', '10.0.0.1, 192.0.2.2', '192.0.2.2'],
			['127.0.0.1', ['10.0.0.1', '192.0.2.3'], '192.0.2.3'],
			['127.0.0.1', '2001:db8::1', '2001:db8::/48'],
		];

		for (const [from, forwarded, client] of table) {
			const headers = forwarded && { 'x-forwarded-for': forwarded };
			const key = `limit:sign-in-address:${client}`;

			assert.equal((await guess(url, from, headers)).status, 401);
			assert.equal(await redis('GET', key), '1', `${forwarded}`);
			const answer = await guess(url, from, headers);

			assert.equal(answer.status, 429);
			assert.match(answer.headers['retry-after'], /^\d{3}$/);
			assert.match(messages(answer.text)['login-form-bad'],
				/Try again in 10 minutes\./);
		}
	});

	test('only this machine may ask how the site is', async () => {
		const health = (from, path) => request(url, path,
			{ localAddress: from });

		for (const path of ['/health', '/health?write']) {
			assert.equal((await health('127.0.0.1', path)).text, 'ok\n');
			assert.equal((await health('127.0.0.2', path)).status, 403);
		}
	});

	test('so it is with https', async () => {
		const feed = (from, proto) => request(url, '/timeline.atom', {
			localAddress: from, headers: { 'x-forwarded-proto': proto } });

		assert.match((await feed('127.0.0.1', 'https')).text,
			/href="https:\/\//);
		assert.doesNotMatch((await feed('127.0.0.2', 'https')).text,
			/href="https:\/\//);
	});
}
