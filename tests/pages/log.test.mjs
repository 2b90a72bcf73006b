// What a host reads in the log: refused sign-ins, and slow requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cgi, variables } from '../lib/program.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';
import { openProxy } from '../lib/wire.mjs';

const stack = await borrowStack();
const { url } = stack;
const here = { RETWIS_REDIS: stack.address, HTTP_HOST: 'localhost' };

const anna = await member(url, 'anna');

// One sign-in as plain CGI: {status, errors}, without the lines that only a
// busy machine adds.
async function signIn(username, more = {}, secret = 'not this one') {
	const fields = { username, password: secret };
	const body = new URLSearchParams(fields).toString();

	const { status, errors } = await cgi('login', { ...variables('POST',
		'/login', body, here), REMOTE_ADDR: '192.0.2.7', ...more }, body);

	return { status, errors: errors.replace(/^.* took .*\n/m, '') };
}

const on = { RETWIS_LOG_SIGN_IN: 'on' };

test('a refused sign-in is a line, and says nothing of anybody', async () => {
	for (const more of [{}, { RETWIS_LOG_SIGN_IN: 'off' }]) {
		const { status, errors } = await signIn('anna', more);

		assert.equal(status, 401);
		assert.equal(errors, 'retwis: sign-in refused: ' +
			'wrong name or password\n');
	}
});

test('where the host wants it, the line says whose and from where', async () => {
	const { errors } = await signIn('anna', on);

	assert.equal(errors, 'retwis: sign-in refused: wrong name or password, ' +
		'name "anna" from 192.0.2.7\n');
});

test('too many tries are logged differently', async () => {
	const limit = { RETWIS_LIMIT_SIGN_IN: '1/600', ...on };

	await signIn('ben', limit);
	const { status, errors } = await signIn('ben', limit);

	assert.equal(status, 429);
	assert.equal(errors, 'retwis: sign-in refused: too many tries, ' +
		'name "ben" from 192.0.2.7\n');
});

test('a good one is no line', async () => {
	const { status, errors } = await signIn('anna', on, password);

	assert.deepEqual([status, errors], [303, '']);
});

// A stranger has typed the name: it must not look like a line of the log, or
// end one.
const hostile = [
	['a\nretwis: all is well', '"a\\x0aretwis: all is well"'],
	['a\r\x1b[2J\x07', '"a\\x0d\\x1b[2J\\x07"'],
	['a" from 192.0.2.9', '"a\\x22 from 192.0.2.9"'],
	['back\\slash', '"back\\x5cslash"'],
	['Ren\u00e9e \u202e', '"Ren\\xc3\\xa9e \\xe2\\x80\\xae"'],
	['x'.repeat(70), `"${'x'.repeat(60)}"...`],
];

for (const [name, shown] of hostile)
	test(`the name ${JSON.stringify(name).slice(0, 30)} stays in its line`,
		async () => {
			const { errors } = await signIn(name, on);

			assert.equal(errors, 'retwis: sign-in refused: wrong name ' +
				`or password, name ${shown} from 192.0.2.7\n`);
		});

// ---- slow requests ---------------------------------------------------------

const form = new URLSearchParams({ status: 'private words', nonce: 'slow',
	csrf: await anna.csrf() }).toString();

for (const [page, status, ...request] of [
	['timeline', 200, 'GET', '/timeline?private=words', ''],
	['post', 303, 'POST', '/post', form]])
	test(`a ${page} over a second logs the page and the time`, async () => {
		const proxy = await openProxy(`${stack.var}/slow.sock`,
			stack.socket, 1, () => sleep(1100));
		const answer = await cgi(page, variables(...request, { ...here,
			RETWIS_REDIS: proxy.address, RETWIS_REDIS_TIMEOUT: '2500',
			HTTP_COOKIE: anna.cookieHeader(),
			HTTP_ORIGIN: 'http://localhost',
			REMOTE_ADDR: '192.0.2.7' }), request[2]);

		await proxy.close();
		assert.equal(answer.status, status);
		assert.match(answer.errors,
			RegExp(`^retwis: ${page} took [12]\\.\\d s\\n$`));
	});

test('a fast one is no line', async () => {
	const begun = Date.now();
	const { errors } = await cgi('timeline',
		variables('GET', '/timeline', '', here));

	if (Date.now() - begun < 1000)
		assert.equal(errors, '');
});
