// What a stranger may take: few password hashes, for which others wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { emptyForm } from './site.mjs';

// So many at once, from an address of this machine: how many came through,
// and one that did not.
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

for (const server of ['nginx', 'nginx-fcgiwrap', 'apache', 'apache-cgi']) {
	test(`${server}: a client gets few password hashes`, async () => {
		const { url, stop } = await startStack({ server, env: {
			RETWIS_LOGIN_RATE: '1', RETWIS_LOGIN_BURST: '4' } });
		const [passed, refused] = await tries(url, '/login');

		// Four; Apache and nginx count the first and the last otherwise.
		assert.ok(passed >= 3 && passed <= 6, `${passed} passed`);
		checkRefusal(refused);
		// The same counter for both, since both cost a hash.
		assert.equal((await tries(url, '/register'))[0], 0);
		await checkOthers(url);
		assert.ok((await tries(url, '/login', '127.0.0.2'))[0] >= 3);
		await stop();
	});

	test(`${server}: many clients get few password hashes`, async () => {
		const { url, stop } = await startStack({ server, env: {
			RETWIS_LOGIN_RATE_ALL: '1', RETWIS_LOGIN_BURST_ALL: '60' } });
		const [first] = await tries(url, '/login', '127.0.0.2', 45);
		const [second, refused] = await tries(url, '/register',
			'127.0.0.3', 45);

		// And one more a second.
		assert.ok(first + second >= 60 && first + second <= 80,
			`${first} and ${second} passed`);
		checkRefusal(refused);
		await checkOthers(url);
		await stop();
	});
}
