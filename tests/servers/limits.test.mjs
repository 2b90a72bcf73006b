// What a stranger may use up: few password hashes, for which others would have
// to wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { anotherNginx } from '../lib/nginx.mjs';
import { startStack } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { password, Visitor } from '../lib/visitor.mjs';
import { emptyForm } from './site.mjs';

const servers = ['nginx', 'nginx-fcgiwrap', 'apache', 'apache-cgi'];

// Of a flood: from how many addresses, how many a second, and how often a
// known browser signs in amid it.
const ADDRESSES = 1000;
const RATE = 20;
const KNOWN = 15;

// This many at once, from one address of this machine: how many were let
// through, and one that was not.
async function tries(url, path, localAddress, n = 12) {
	const answers = await Promise.all(Array.from({ length: n }, () =>
		emptyForm(url, path, localAddress)));

	for (const { status } of answers)
		assert.ok(status === 422 || status === 429, `${status}`);
	return [answers.filter((a) => a.status === 422).length,
		answers.find((a) => a.status === 429)];
}

function checkRefusal(answer) {
	assert.match(answer.headers['retry-after'], /^[1-9]\d*$/);
	assert.match(answer.text, /One moment, please/);
	assert.equal(answer.headers['x-content-type-options'], 'nosniff');
	assert.equal(answer.headers['cache-control'], 'no-store');
}

async function checkOthers(url) {
	for (const path of ['/', '/login', '/register', '/timeline'])
		for (let i = 0; i < 10; i++)
			assert.equal((await request(url, path)).status, 200);
}

for (const server of servers)
	test(`${server}: a client gets few password hashes`, async () => {
		const { url, stop } = await startStack({ server, env: {
			RETWIS_LOGIN_RATE: '1', RETWIS_LOGIN_BURST: '4' } });
		const [passed, refused] = await tries(url, '/login');

		// Four; Apache and nginx count the first and the last
		// differently.
		assert.ok(passed >= 3 && passed <= 6, `${passed} passed`);
		checkRefusal(refused);
		// The same counter for everything that costs a hash.
		assert.equal((await tries(url, '/register'))[0], 0);
		for (const path of ['/account/password', '/account/code',
			'/account/leave', '/reset', '/reset/x'])
			assert.equal((await emptyForm(url, path)).status, 429, path);
		await checkOthers(url);
		assert.ok((await tries(url, '/login', '127.0.0.2'))[0] >= 3);
		await stop();
	});

// Each from another address; and a member's browser from another one each time,
// as on the road. A machine that cannot answer so many a second gets fewer, or
// else it would refuse everybody for whom it has no time. Resolves to all
// answers.
async function flood(strangers, kim, from) {
	const others = [], known = [];
	const began = Date.now();

	for (let n = 0; n < ADDRESSES; n++) {
		await sleep(Math.max(0, began + n * 1000 / RATE - Date.now()));
		await others[n - RATE];
		others.push(strangers.postOnce('/login',
			{ username: `x${n}`, password: 'a guess' }, from(n)));
		if (n % (ADDRESSES / KNOWN) < 1) {
			kim.cookies.delete('auth');
			known.push(await kim.postRaw('/login',
				{ username: 'kim', password }, from(2000 + n)));
		}
	}
	return { others: await Promise.all(others), known };
}

// Side by side, since they mostly wait.
test('many clients get few password hashes', { concurrency: true }, (t) =>
	Promise.all(servers.map((server) => t.test(server, async () => {
		const { url, stop } = await startStack({ server, env: {
			RETWIS_TRUSTED_PROXIES: '127.0.0.1',
			RETWIS_LIMIT_SIGN_IN_ALL: '20/600' } });
		const from = (n) => ({ 'x-forwarded-for':
			`198.18.${n >> 8}.${n & 255}` });
		const kim = new Visitor(url);

		await kim.postRaw('/register', { username: 'kim', password,
			password2: password }, from(5000));
		// An empty field is no attempt.
		for (let n = 0; n < 40; n++)
			assert.equal((await emptyForm(url, '/login', undefined,
				from(n))).status, 422);
		const { others, known } = await flood(new Visitor(url), kim, from);
		const checked = others.filter((a) => a.status === 401).length;
		const refused = others.filter((a) => a.status === 429);

		assert.deepEqual(known.map((a) => a.status), Array(KNOWN).fill(303));
		// Kim's registration has been counted, too.
		assert.ok(checked <= 19, `${checked} passwords were checked`);
		assert.equal(checked + refused.length, ADDRESSES);
		assert.match(refused.at(-1).headers['retry-after'], /^[1-9]\d*$/);
		assert.match(refused.at(-1).text, /Too many people are signing in/);
		await checkOthers(url);
		await stop();
	}))));

// Requests from 127.0.0.1 come through a proxy that the host trusts, and
// 127.0.0.2 is a stranger, who may claim anything.
async function passed(url, forwarded, from = '127.0.0.1') {
	const answers = await Promise.all(Array.from({ length: 12 }, (_, i) =>
		emptyForm(url, '/login', from, { 'x-forwarded-for': forwarded,
			'retwis-client': String(i) })));

	return answers.filter((a) => a.status === 422).length;
}

for (const server of servers)
	test(`${server}: behind a proxy, visitors are counted`, async () => {
		const { url, stop } = await startStack({ server, env: {
			RETWIS_TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16',
			RETWIS_LOGIN_RATE: '1', RETWIS_LOGIN_BURST: '4' } });

		assert.ok(await passed(url, '192.0.2.1') >= 3);
		assert.ok(await passed(url, '192.0.2.2') >= 3);
		// Anybody can make up the words before the visitor's address,
		// and another of our proxies has added those after it.
		assert.equal(await passed(url, '192.0.2.9, 192.0.2.1'), 0);
		assert.equal(await passed(url, '192.0.2.8, 192.0.2.2, 10.9.1.1'), 0);
		assert.ok(await passed(url, '10.9.1.1, 192.0.2.3') >= 3);
		assert.ok(await passed(url, '192.0.2.4', '127.0.0.2') >= 3);
		assert.equal(await passed(url, '192.0.2.5', '127.0.0.2'), 0);
		assert.equal(await passed(url, '127.0.0.1', '127.0.0.2'), 0);
		assert.ok(await passed(url, '192.0.2.4') >= 3);
		await stop();
	});

// Here a header gives the address, as behind a host's own proxy.
async function triesFrom(url, address) {
	const answers = await Promise.all(Array.from({ length: 12 }, () =>
		emptyForm(url, '/login', undefined, { 'x-real-ip': address })));

	return answers.filter((a) => a.status === 422).length;
}

test('nginx: 64 bits of IPv6 are one client', async () => {
	const stack = await startStack({ env: {
		RETWIS_LOGIN_RATE: '1', RETWIS_LOGIN_BURST: '4' } });
	const { port, close } = await anotherNginx(stack, 'proxied', (free) => [
		[/listen .*;/, `listen 127.0.0.1:${free}; ` +
			'set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;']]);
	const url = `http://127.0.0.1:${port}`;

	for (const [one, same, other] of [
		['2001:db8:1::1', '2001:db8:1::2', '2001:db8:1:1::1'],
		['2001:db8:2:3:4::', '2001:db8:2:3:ffff:ffff:ffff:ffff',
			'2001:db8:2:4::'],
		['2001:db8::a', '2001:db8:0:0:b::', '2001:db8:0:1::'],
		['192.0.2.10', '192.0.2.10', '192.0.2.11']]) {
		assert.ok(await triesFrom(url, one) >= 3, one);
		assert.equal(await triesFrom(url, same), 0, same);
		assert.ok(await triesFrom(url, other) >= 3, other);
	}
	close();
	await stack.stop();
});
