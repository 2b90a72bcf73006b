// Two-step sign-in: setting it up at /account/code, signing in with it, and
// that nothing opens without the code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { formFields, formValue, heading, messages } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { lean, startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { codeOf, secretOn, spareOn, switchOn } from '../lib/totp.mjs';
import { unzip } from '../lib/unzip.mjs';
import { SecureVisitor, Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: { RETWIS_LIMIT_CODE: '5/86400',
	RETWIS_LIMIT_SIGN_IN: '10/900', RETWIS_TRUSTED_PROXIES: '127.0.0.1' } });
const { url, redis } = stack;
const admin = adminOf(stack);
const again = 'another horse battery';

const { idOf, memberAs, stand } = membersOf(stack);
const keyOf = async (name) => `user:${await idOf(name)}`;

// As if the steps since the last code had passed.
async function pass(name) {
	await redis('HSET', await keyOf(name), 'totp_last', 0);
}

async function holder(name) {
	const visitor = await member(url, name);

	return { visitor, ...await switchOn(visitor) };
}

async function isSignedIn(visitor) {
	return heading((await visitor.get('/')).text) === 'Home';
}

// Somebody who has typed the right password.
async function halfway(name, secret = password, visitor = new Visitor(url)) {
	const answer = await visitor.login(name, secret);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/login');
	assert.equal(await isSignedIn(visitor), false);
	return visitor;
}

function enter(visitor, code, more = {}) {
	return visitor.postRaw('/login', { code, ...more });
}

// ---- setting it up ---------------------------------------------------------

test('the password shows the secret, and a code switches it on', async () => {
	const anna = await member(url, 'anna');
	const first = await anna.get('/account/code');

	assert.equal(first.status, 200);
	assert.equal(first.headers['cache-control'], 'no-store');
	assert.deepEqual(Object.keys(formFields(first.text, '/account/code')),
		['csrf', 'username', 'password']);
	for (const [typed, why] of [['', 'Enter your password.'],
		['not this one', 'Wrong password.']]) {
		const { status, text } = await anna.submit('/account/code',
			{ password: typed });

		assert.equal(status, 422);
		assert.deepEqual(messages(text), { 'password-bad': why });
		assert.doesNotMatch(text, /not this one|class="secret"/);
	}
	const { status, text } = await anna.submit('/account/code', { password });

	assert.equal(status, 200);
	assert.match(secretOn(text), /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
	assert.match(text, /<svg class="qr"[^>]* aria-label="QR code/);
	assert.match(text, /<input[^>]* inputmode="numeric"\s+autocomplete="one-time-code"/);
	assert.equal((await new Visitor(url).login('anna')).location, '/',
		'nothing has changed yet');
	for (const [code, why] of [['', 'Enter a code.'],
		['12345', 'A code has six digits, and a spare code has ten.'],
		[codeOf(secretOn(text), 5), 'Wrong code. Is the clock of your phone right?']]) {
		const wrong = await anna.submit('/account/code', { code });

		assert.equal(wrong.status, 422);
		assert.deepEqual(messages(wrong.text), { 'code-bad': why });
		assert.doesNotMatch(wrong.text, /class="secret"|class="qr"/);
	}
	const on = await anna.submit('/account/code',
		{ code: codeOf(secretOn(text)) });

	assert.equal(on.status, 200);
	assert.equal(new Set(spareOn(on.text)).size, 10);
	assert.match((await anna.get('/account')).text, /It's\s+on\./);
	const { text: now } = await anna.get('/account/code');

	assert.match(now, /You have 10 spare codes left/);
	assert.doesNotMatch(now, /\d{5}-\d{5}/);
	assert.equal((await anna.submit('/account/code',
		{ code: codeOf(secretOn(text)) })).location, '/account/code',
	'the form is sent again');
});

test('a new secret replaces one that was not switched on', async () => {
	const visitor = await member(url, 'twice');
	const secrets = [];

	for (let i = 0; i < 2; i++)
		secrets.push(secretOn((await visitor.submit('/account/code',
			{ password })).text));
	assert.notEqual(secrets[0], secrets[1]);
	assert.equal((await visitor.submit('/account/code',
		{ code: codeOf(secrets[0]) })).status, 422);
	assert.equal((await visitor.submit('/account/code',
		{ code: codeOf(secrets[1]) })).status, 200);
});

test('a secret waits for an hour, and no code switches on without one', async () => {
	const visitor = await member(url, 'late');
	const key = await keyOf('late');
	const { text } = await visitor.submit('/account/code', { password });
	const [, sealed] = (await redis('HGET', key, 'totp_new')).split(' ');
	const now = Math.floor(Date.now() / 1000);

	await redis('HSET', key, 'totp_new', `${now - 1} ${sealed}`);
	const answers = [await visitor.submit('/account/code',
		{ code: codeOf(secretOn(text)) })];

	await redis('HDEL', key, 'totp_new');
	answers.push(await visitor.submit('/account/code', { code: '123456' }));
	for (const answer of answers) {
		assert.equal(answer.status, 422);
		assert.match(answer.text, /That took too long/);
		assert.ok('password' in formFields(answer.text, '/account/code'));
	}
	assert.equal(await redis('HEXISTS', key, 'totp'), 0);
});

test('the database has neither secret nor codes, and the export neither', async () => {
	const { visitor, secret, spare } = await holder('secretive');
	const all = JSON.stringify(await redis('HGETALL', await keyOf('secretive')));
	const zip = await visitor.submit('/account/export');

	assert.equal(zip.status, 200);
	const files = Object.values(unzip(zip.bytes)).join('\n');

	assert.match(files, /secretive/);
	assert.doesNotMatch(files, /totp/);
	for (const text of [secret, secret.replace(/ /g, ''), ...spare,
		...spare.map((code) => code.replace('-', ''))]) {
		assert.ok(!all.includes(text));
		assert.ok(!files.includes(text));
	}
});

test('hosts and moderators are advised to use it', async () => {
	const hint = /We recommend that\s+you use this/;
	const rosa = await member(url, 'rosa');

	assert.doesNotMatch((await rosa.get('/account')).text, hint);
	for (const standing of ['moderator', 'host']) {
		await redis('HSET', await keyOf('rosa'), 'standing', standing);
		assert.match((await rosa.get('/account')).text, hint);
	}
	await switchOn(rosa);
	assert.doesNotMatch((await rosa.get('/account')).text, hint);
});

// ---- signing in ------------------------------------------------------------

test('after the password the page asks for a code, which opens once', async () => {
	const { visitor, secret } = await holder('ben');
	const phone = await halfway('ben');
	const form = await phone.get('/login');

	assert.equal(heading(form.text), 'Enter your code');
	assert.deepEqual(formFields(form.text, '/login'), { code: '' });
	assert.equal(phone.cookies.has('auth'), false);
	assert.equal(heading((await phone.get('/login?over=1')).text), 'Sign in');
	const code = codeOf(secret);
	const answer = await enter(phone, code);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	assert.equal(await isSignedIn(phone), true);
	assert.equal(phone.cookies.has('challenge'), false);
	assert.equal(await isSignedIn(visitor), true, 'who was signed in stays so');
	const other = await enter(await halfway('ben'), code);

	assert.equal(other.status, 401);
	assert.deepEqual(messages(other.text),
		{ 'code-bad': 'Wrong code, or one that was used.' });
	assert.equal((await enter(await halfway('ben'), codeOf(secret, -1))).status,
		401, 'nor one of an earlier step');
});

test('blanks, and the digits of other scripts, are no mistake', async () => {
	const { secret } = await holder('kim');
	const spaced = (code) => ` ${code.slice(0, 3)} ${code.slice(3)}\u00a0`;
	const digits = (zero) => (code) => [...code].map((digit) =>
		String.fromCodePoint(zero + Number(digit))).join('');

	for (const write of [spaced, digits(0x660), digits(0x6f0), digits(0xff10)]) {
		await pass('kim');
		assert.equal((await enter(await halfway('kim'),
			write(codeOf(secret)))).status, 303);
	}
});

test('one step early or late is accepted, and no more', async () => {
	const { secret } = await holder('window');

	for (const [later, status] of [[-2, 401], [-1, 303], [0, 303], [1, 303],
		[2, 401]]) {
		await pass('window');
		const code = codeOf(secret, later);
		const visitor = await halfway('window');
		const answer = await enter(visitor, code);

		// A step may have begun in between.
		if (code === codeOf(secret, later))
			assert.equal(answer.status, status, `${later} steps`);
	}
});

test('a wrong code can be corrected, and the page wanted is not lost', async () => {
	const { secret } = await holder('carl');
	const visitor = new Visitor(url);
	const first = await visitor.post('/login',
		{ username: 'carl', password, back: '/likes' });

	assert.equal(first.location, '/login?back=%2Flikes');
	const { text } = await visitor.get(first.location);

	assert.equal(formValue(text, 'back'), '/likes');
	for (const [code, status] of [['', 422], ['x', 422], ['000000', 401],
		['00000-00000', 401]]) {
		const wrong = await enter(visitor, code, { back: '/likes' });

		assert.equal(wrong.status, status, code);
		assert.equal(formValue(wrong.text, 'back'), '/likes');
	}
	for (const key of await redis('KEYS', 'challenge:*'))
		assert.ok(await redis('TTL', key) <= 300);
	assert.equal((await enter(visitor, codeOf(secret),
		{ back: '/likes' })).location, '/likes');
});

test('a text that was interrupted comes along', async () => {
	const { secret } = await holder('writer');
	const visitor = new Visitor(url);
	const draft = { status: 'not lost', nonce: 'n1' };
	const form = await visitor.postRaw('/login',
		{ username: 'writer', password, ...draft });

	assert.equal(form.status, 200);
	assert.equal(heading(form.text), 'Enter your code');
	assert.deepEqual(formFields(form.text, '/login'),
		{ code: '', ...draft });
	const wrong = await enter(visitor, '123', draft);

	assert.equal(formFields(wrong.text, '/login').status, 'not lost');
	const { status, text } = await enter(visitor, codeOf(secret), draft);

	assert.equal(status, 200);
	assert.equal(formFields(text, '/post').status, 'not lost');
});

test('a challenge is of one browser, is spent once, and opens nothing else', async () => {
	const { secret } = await holder('dora');
	const visitor = await halfway('dora');
	const token = visitor.cookies.get('challenge');
	const stranger = new Visitor(url);

	assert.match(token, /^[0-9a-f]{32}$/);
	assert.equal(await redis('EXISTS', `challenge:${token}`), 0,
		'only its digest is stored');
	const without = await enter(stranger, codeOf(secret));

	assert.equal(without.status, 401);
	assert.equal(heading(without.text), 'Sign in');
	for (const cookie of ['auth', '__Host-auth', 'browser']) {
		const thief = new Visitor(url);

		thief.cookies.set(cookie, token);
		assert.equal(await isSignedIn(thief), false);
		assert.equal((await enter(thief, codeOf(secret))).status, 401);
	}
	const copies = [token, token].map((value) => {
		const copy = new Visitor(url);

		copy.cookies.set('challenge', value);
		return copy;
	});
	const answers = await Promise.all([enter(copies[0], codeOf(secret)),
		enter(copies[1], codeOf(secret, 1))]);

	assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 401]);
	const late = await enter(visitor, codeOf(secret, 1));

	assert.equal(late.status, 401);
	assert.deepEqual(messages(late.text),
		{ 'login-form-bad': 'That took too long. Sign in again.' });
	assert.equal(visitor.cookies.has('challenge'), false);
});

test('one code in two browsers at once opens in one', async () => {
	const { secret } = await holder('erik');
	const both = [await halfway('erik'), await halfway('erik')];
	const code = codeOf(secret);
	const answers = await Promise.all(both.map((each) => enter(each, code)));

	assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 401]);
	assert.deepEqual((await Promise.all(both.map(isSignedIn))).sort(),
		[false, true]);
});

test('a spare code opens once, also in two browsers at once', async () => {
	const { visitor, spare } = await holder('fred');
	const both = [await halfway('fred'), await halfway('fred')];
	const answers = await Promise.all(both.map((each) =>
		enter(each, spare[0])));

	assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 401]);
	assert.equal((await enter(await halfway('fred'),
		spare[9].replace('-', ' '))).status, 303);
	assert.match((await visitor.get('/account/code')).text,
		/You have 8 spare codes left/);
	const key = await keyOf('fred');

	await redis('HSET', key, 'totp_spare', '');
	assert.match((await visitor.get('/account/code')).text,
		/You have no spare codes left/);
});

test("nobody's spare code or secret opens another account", async () => {
	const gina = await holder('gina');

	await holder('hans');
	for (const code of [gina.spare[0], codeOf(gina.secret)])
		assert.equal((await enter(await halfway('hans'), code)).status, 401);
	const [of, to] = [await keyOf('gina'), await keyOf('hans')];

	for (const field of ['totp', 'totp_spare'])
		await redis('HSET', to, field, await redis('HGET', of, field));
	for (const code of [gina.spare[0], codeOf(gina.secret, 1)])
		assert.equal((await enter(await halfway('hans'), code)).status, 401,
			'although the database was changed');
});

test('refused codes are counted for the name, wherever they come from', async () => {
	const { secret, spare, visitor } = await holder('ida');
	let answer;

	for (let i = 0; i < 6; i++)
		answer = await enter(await halfway('ida'), '000000');
	assert.equal(answer.status, 429);
	assert.ok(Number(answer.headers['retry-after']) > 80000);
	assert.match(messages(answer.text)['form-bad'],
		/^Too many attempts .* A host of this site can switch/);
	for (const code of [codeOf(secret), spare[0]])
		assert.equal((await enter(await halfway('ida'), code)).status, 429);
	assert.equal((await visitor.submit('/account/code',
		{ off: 'off', password, code: codeOf(secret) })).status, 429);
	assert.equal(await isSignedIn(visitor), true);
});

test('right codes are not counted', async () => {
	const { secret } = await holder('jan');

	for (let i = 0; i < 7; i++) {
		await pass('jan');
		assert.equal((await enter(await halfway('jan'),
			codeOf(secret))).status, 303);
	}
});

test('with the password alone no place becomes a known one', async () => {
	await holder('place');
	const id = await idOf('place');

	await redis('DEL', `known:${id}`, `notices:${id}`);
	const visitor = await halfway('place');

	assert.equal(await redis('EXISTS', `known:${id}`), 0);
	assert.equal(visitor.cookies.has('browser'), false);
	assert.equal(await redis('EXISTS', `notices:${id}`), 0);
});

test('a sign-in from somewhere new is a notice, after the code', async () => {
	const { secret, visitor } = await holder('lena');
	const id = await idOf('lena');

	assert.equal((await enter(await halfway('lena'), codeOf(secret))).status,
		303);
	assert.ok(await redis('ZSCORE', `notices:${id}`, `enter 0 ${id}`));
	assert.match((await visitor.get('/notifications')).text,
		/You signed in on a new device/);
});

// ---- other ways in ---------------------------------------------------------

async function resetLink(name) {
	const { output } = await admin(['reset', name]);

	return output.match(/^\/reset\/[0-9a-f]+$/m)[0];
}

test('a reset link replaces the password, and not the code', async () => {
	const { secret, visitor } = await holder('mona');
	const phone = new Visitor(url);
	const answer = await phone.postRaw(await resetLink('mona'),
		{ password: again, password2: again });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/login');
	assert.equal(await isSignedIn(phone), false);
	assert.equal(phone.cookies.has('auth'), false);
	assert.equal(await isSignedIn(visitor), false);
	assert.equal(heading((await phone.get('/login')).text), 'Enter your code');
	assert.equal((await enter(phone, '000000')).status, 401);
	assert.equal((await enter(phone, codeOf(secret))).status, 303);
	assert.equal(await isSignedIn(phone), true);
	await halfway('mona', again);
});

test('a new password leaves it on, and ends a challenge', async () => {
	const { secret, visitor } = await holder('nora');
	const thief = await halfway('nora');

	assert.equal((await visitor.submit('/account/password',
		{ old: password, password: again, password2: again })).status, 303);
	assert.equal(await isSignedIn(visitor), true);
	const answer = await enter(thief, codeOf(secret));

	assert.equal(answer.status, 401);
	assert.equal(heading(answer.text), 'Sign in');
	assert.equal(await isSignedIn(thief), false);
	await halfway('nora', again);
	assert.equal((await admin(['passwd', 'nora'], { input: `${password}\n` }))
		.status, 0);
	await halfway('nora');
});

test('signing out everywhere ends a challenge, too', async () => {
	const { secret, visitor } = await holder('olaf');
	const thief = await halfway('olaf');

	await visitor.logoutEverywhere();
	assert.equal((await enter(thief, codeOf(secret))).status, 401);
});

test('neither registering again nor an invitation leads past it', async () => {
	const host = await memberAs('helga', 'host');

	await host.submit('/invitations', { uses: 5, days: 5 });
	const [, token] = (await host.get('/invitations')).text
		.match(/\/join\/([0-9a-f]+)/);
	const visitor = new Visitor(url);
	const { text } = await visitor.get(`/join/${token}`);
	const fields = { ...formFields(text, '/register'), username: 'paula',
		password, password2: password };

	assert.equal((await visitor.postRaw('/register', fields)).status, 303);
	await switchOn(visitor);
	for (const sent of [fields, { username: 'paula', password,
		password2: password }]) {
		const other = new Visitor(url);
		const answer = await other.postRaw('/register', sent);

		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['register-username-bad'], /taken/);
		assert.deepEqual([...other.cookies], []);
	}
});

test('over HTTPS the cookie is one that no other site can set', async () => {
	const { secret } = await holder('rita');
	const visitor = new SecureVisitor(url);
	const { headers } = await visitor.login('rita');
	const [line] = headers['set-cookie'].filter((each) =>
		/challenge/.test(each));

	assert.match(line, /^__Host-challenge=[0-9a-f]{32}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/);
	const other = new SecureVisitor(url);

	other.cookies.set('challenge', visitor.cookies.get('__Host-challenge'));
	assert.equal((await enter(other, codeOf(secret))).status, 401);
	assert.equal((await enter(visitor, codeOf(secret))).status, 303);
	assert.ok(visitor.cookies.has('__Host-auth'));
	assert.equal(visitor.cookies.has('__Host-challenge'), false);
});

test('the move to __Host-auth moves a session, and begins none', async () => {
	const { visitor } = await holder('sven');
	const key = `sessions:${await idOf('sven')}`;
	const [digest] = await redis('HKEYS', key);
	const entry = await redis('HGET', key, digest);

	await redis('HSET', key, digest, entry.replace('+', ''));
	const https = new SecureVisitor(url);

	https.cookies.set('auth', visitor.cookies.get('auth'));
	assert.equal(await isSignedIn(https), true);
	assert.equal(https.cookies.get('__Host-auth'), visitor.cookies.get('auth'));
	await https.get('/');
	await until('it is sealed', async () =>
		(await redis('HGET', key, digest)).includes('+'));
	assert.equal(await redis('HLEN', key), 1);
	const half = await halfway('sven', password, new SecureVisitor(url));

	half.cookies.set('auth', half.cookies.get('__Host-challenge'));
	assert.equal(await isSignedIn(half), false);
	assert.equal(await redis('HLEN', key), 1);
});

// ---- changing it -----------------------------------------------------------

test('new spare codes, and switching off, take password and code', async () => {
	const { visitor, secret, spare } = await holder('tina');
	const key = await keyOf('tina');

	for (const button of [{ spare: 'new' }, { off: 'off' }])
		for (const [typed, why] of [
			[{}, { 'password-bad': 'Enter your password.',
				'code-bad': 'Enter a code.' }],
			[{ password }, { 'code-bad': 'Enter a code.' }],
			[{ password, code: '000000' }, { 'code-bad': 'Wrong code.' }],
			[{ password: 'no', code: spare[0] },
				{ 'password-bad': 'Wrong password.' }]]) {
			const { status, text } = await visitor.submit('/account/code',
				{ ...button, ...typed });

			assert.equal(status, 422);
			assert.deepEqual(messages(text), why);
		}
	const { status, text } = await visitor.submit('/account/code',
		{ spare: 'new', password, code: codeOf(secret) });
	const fresh = spareOn(text);

	assert.equal(status, 200);
	assert.equal(fresh.length, 10);
	assert.equal((await enter(await halfway('tina'), spare[0])).status, 401);
	assert.equal((await enter(await halfway('tina'), fresh[0])).status, 303);
	const off = await visitor.submit('/account/code',
		{ off: 'off', password, code: fresh[1] });

	assert.equal(off.status, 303);
	assert.equal(off.location, '/account');
	assert.match((await visitor.get('/account')).text,
		/Two-step sign-in is off\./);
	assert.deepEqual((await redis('HKEYS', key)).filter((field) =>
		/totp/.test(field)), []);
	assert.match((await visitor.get('/notifications')).text,
		/Two-step sign-in was switched off/);
	assert.equal((await new Visitor(url).login('tina')).location, '/');
	assert.equal((await visitor.submit('/account/code',
		{ off: 'off', password, code: '000000' })).location, '/account/code');
});

test('switching off ends a challenge', async () => {
	const { secret } = await holder('ulla');
	const half = await halfway('ulla');

	assert.equal((await admin(['two-step', '--off', 'ulla'])).status, 0);
	assert.equal((await enter(half, codeOf(secret))).status, 401);
	assert.equal((await half.login('ulla')).location, '/');
});

test('a host who uses it makes another host with a code', async () => {
	const { visitor, secret, spare } = await holder('vera');

	await stand('vera', 'host');
	await member(url, 'will');
	const uid = await idOf('will');
	const change = { uid, standing: 'host', confirm: '1' };
	const { text } = await visitor.get(`/standing?uid=${uid}&standing=host`);

	assert.ok('code' in formFields(text, '/standing'));
	for (const [typed, field, why] of [
		[{ code: codeOf(secret) }, 'password-bad', 'Enter your password.'],
		[{ password: 'no', code: codeOf(secret) }, 'password-bad',
			'Wrong password.'],
		[{ password }, 'code-bad', 'Enter a code.'],
		[{ password, code: '000000' }, 'code-bad', 'Wrong code.']]) {
		const answer = await visitor.submit('/standing',
			{ ...change, ...typed });

		assert.equal(answer.status, 422);
		assert.deepEqual(messages(answer.text), { [field]: why });
	}
	assert.equal(await redis('SISMEMBER', 'hosts', uid), 0);
	assert.equal((await visitor.submit('/standing', { ...change, password,
		code: spare[0] })).status, 303);
	assert.equal(await redis('SISMEMBER', 'hosts', uid), 1);
	assert.equal((await visitor.submit('/standing',
		{ uid, standing: 'member', confirm: '1' })).status, 303, 'taking it away needs none');
});

test('what belongs to it goes with the member', async () => {
	const { visitor } = await holder('xenia');
	const key = await keyOf('xenia');

	assert.equal((await visitor.submit('/account/leave',
		{ username: 'xenia', password })).status, 303);
	assert.equal(await redis('HEXISTS', key, 'totp'), 0);
	assert.equal(await redis('HEXISTS', key, 'totp_spare'), 0);
});

test('a suspended member can use it, too', async () => {
	const { visitor, secret } = await holder('yara');

	await stand('yara', 'stopped');
	assert.equal((await visitor.get('/account/code')).status, 200);
	assert.equal((await enter(await halfway('yara'), codeOf(secret))).status,
		303);
});

test('beside PHP Retwis nobody can switch it on, but it is asked for', async () => {
	const shared = await startStack({ env: { RETWIS_SHARED: 'php', ...lean } });
	const zoe = await member(shared.url, 'zoe');
	const { status, text } = await zoe.get('/account/code');

	assert.equal(status, 409);
	assert.match(text, /You can't use this here yet/);
	assert.equal(formFields(text, '/account/code'), undefined);
	assert.doesNotMatch((await zoe.get('/account')).text, /Two-step/);
	for (const fields of [{ password }, { code: '123456' },
		{ off: 'off', password, code: '123456' }])
		assert.equal((await zoe.submit('/account/code', fields)).status, 409);
	await shared.redis('HSET', 'user:1', 'totp', 'of before');
	const other = new Visitor(shared.url);

	assert.equal((await other.login('zoe')).location, '/login');
	assert.equal(other.cookies.has('auth'), false);
	await shared.stop();
});

test('a visitor is sent to the form to sign in', async () => {
	assert.equal((await new Visitor(url).get('/account/code')).location,
		'/login?back=%2Faccount%2Fcode');
});
