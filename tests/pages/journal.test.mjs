// What a host reads in the journal: sign-ins, what hosts and members change, and slow
// requests.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cgi, variables } from '../lib/program.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { switchOn } from '../lib/totp.mjs';
import { member, password, Visitor } from '../lib/visitor.mjs';
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

test('a good one is a line, too', async () => {
	const { status, errors } = await signIn('Anna', {}, password);

	assert.deepEqual([status, errors],
		[303, 'retwis: "anna" signed in from 192.0.2.7\n']);
});

test('a wrong code is a line, with an address where the host wants it', async () => {
	const visitor = await member(url, 'codie');
	const { spare } = await switchOn(visitor);
	const enter = async (code, more) => {
		const half = new Visitor(url);

		await half.login('codie');
		const body = new URLSearchParams({ code }).toString();
		const { errors } = await cgi('login', { ...variables('POST', '/login',
			body, here), HTTP_COOKIE: half.cookieHeader(),
		REMOTE_ADDR: '192.0.2.7', ...more }, body);

		return errors;
	};

	assert.equal(await enter('000000', {}),
		'retwis: sign-in refused: wrong code\n');
	assert.equal(await enter('000000', on),
		'retwis: sign-in refused: wrong code from 192.0.2.7\n');
	assert.equal(await enter(spare[0], on),
		'retwis: "codie" signed in from 192.0.2.7\n');
});

// ---- what members and hosts change ------------------------------------------

const elsewhere = 'a new one, much longer';

// What a page logs of a form that this member sends: a line without its
// beginning.
async function logged(page, path, who, fields) {
	const body = new URLSearchParams({ csrf: who ? await who.csrf() : '',
		...fields }).toString();
	const { status, errors } = await cgi(page, { ...variables('POST', path,
		body, here), REMOTE_ADDR: '2001:db8:1:2:3::4',
	...who && { HTTP_COOKIE: who.cookieHeader() } }, body);

	assert.ok(status < 400, `${path}: ${status}`);
	const line = errors.replace(/^.* took .*\n/m, '');

	assert.match(line, /^retwis: .* from 2001:db8:1:2::\/64\n$/);
	for (const secret of [password, elsewhere])
		assert.ok(!line.includes(secret), line);
	return line.slice('retwis: '.length, -' from 2001:db8:1:2::/64\n'.length);
}

const { idOf, memberAs, stand } = membersOf(stack);

test('what a host does is a line: who, whom, and from where', async () => {
	const host = await memberAs('hosta', 'host');

	await member(url, 'kim');
	const uid = await idOf('kim');
	const gives = (standing, more) => logged('standing', '/standing', host,
		{ uid, standing, confirm: '1', reason: 'Be kind.', ...more });

	assert.equal(await gives('stopped'), '"hosta" suspended "kim"');
	assert.equal(await gives('member'), '"hosta" made "kim" a member');
	assert.equal(await gives('moderator'), '"hosta" made "kim" a moderator');
	assert.equal(await logged('reset', '/reset', host, { uid, password }),
		'"hosta" created a password reset link for "kim"');
	assert.equal(await gives('host', { password }),
		'"hosta" made "kim" a host');
});

test('which settings of the site a host changes, and of texts only which', async () => {
	const host = await memberAs('hostc', 'host');
	const changes = (fields) => logged('site', '/site', host, fields);

	assert.equal(await changes({ readers: 'members', signup: 'open' }),
		'"hostc" set readers: "all" → "members"');
	assert.equal(await changes({ readers: 'all', password }),
		'"hostc" set readers: "members" → "all"');
	assert.equal(await changes({ name: 'A "club"' }),
		'"hostc" set name: "Retwis" → "A \\x22club\\x22"');
	assert.equal(await changes({ name: '' }),
		'"hostc" set name: "A \\x22club\\x22" → as on the server');
	assert.equal(await changes({ rules: 'Nobody may log this.' }),
		'"hostc" changed the text rules');
	assert.equal(await changes({ welcome: 'Nor this.' }),
		'"hostc" changed the text welcome');
	await stack.redis('DEL', 'site');
});

test('whom a host lets in, and whom not', async () => {
	const host = await memberAs('hostb', 'host');

	for (const name of ['wim', 'wum']) {
		await member(url, name);
		await stack.redis('HSET', `user:${await stand(name, 'waiting')}`,
			'who', 'a friend');
	}
	const approve = await idOf('wim'), refuse = await idOf('wum');

	assert.equal(await logged('waiting', '/waiting', host, { approve }),
		'"hostb" approved "wim"');
	assert.equal(await logged('waiting', '/waiting', host, { refuse, reason: 'hm' }),
		'"hostb" declined "wum"');
});

test('registering, a new password, and leaving', async () => {
	assert.equal(await logged('register', '/register', null,
		{ username: 'lena', password, password2: password }),
	'"lena" registered');
	const lena = new Visitor(url);

	await lena.login('lena');
	assert.equal(await logged('account', '/account/password', lena,
		{ old: password, password: elsewhere, password2: elsewhere }),
	'"lena" set a new password');
	const again = new Visitor(url);

	await again.login('lena', elsewhere);
	assert.equal(await logged('leave', '/account/leave', again,
		{ username: 'lena', password: elsewhere }), '"lena" left');
});

test('a new password by a reset link, of a name that PHP allowed', async () => {
	const name = 'a\nretwis: "b" left from 192.0.2.1';

	await member(url, 'otto');
	const id = await idOf('otto');
	const token = `${'0'.repeat(31)}1${Number(id).toString(16)}`;

	await stack.redis('HSET', `user:${id}`, 'username', name, 'reset',
		`${createHash('sha256').update(token).digest('hex')} 4000000000`);
	await stack.redis('HSET', 'users', name, id);
	assert.equal(await logged('reset', `/reset/${token}`, null,
		{ password: elsewhere, password2: elsewhere }),
	'"a\\x0aretwis: \\x22b\\x22 left from 192.0.2.1" set a new password with ' +
		'a reset link');
	await stack.redis('HSET', `user:${id}`, 'username', 'otto');
	await stack.redis('HDEL', 'users', name);
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
