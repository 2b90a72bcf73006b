// Every form that is refused: 422, the form again with a message at the field
// and with what was typed, and nothing stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStack, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { writesOf } from '../lib/redis.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { bodies, faults, formValue, heading, messages, posts, unescapeHtml }
	from '../lib/page.mjs';
import { cgi, variables } from '../lib/program.mjs';

const stack = await startStack({ env: unlimited });
const { url, redis, socket } = stack;
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

async function withoutWrites(action) {
	const before = await writesOf(redis);
	const answer = await action();

	assert.equal(await writesOf(redis), before, 'something was stored');
	return answer;
}

const good = { username: 'newname', password, password2: password };
const both = (text) => ({ password: text, password2: text });
const name = { 'register-username-bad': /letters a to z, digits and _/ };
const common = { 'register-password-bad': /most common passwords/ };

// The fields that differ from a good form, and the messages.
const registrations = [
	[{ username: '' }, { 'register-username-bad': /Choose a name/ }],
	[both(''), { 'register-password-bad': /Choose a password/ }],
	[{ username: '', ...both('') },
		{ 'register-username-bad': /name/, 'register-password-bad': /./ }],
	[{ username: 'x' }, { 'register-username-bad': /at least 2/ }],
	[{ username: 'x'.repeat(21) }, { 'register-username-bad': /at most 20/ }],
	[{ username: 'an na' }, { 'register-username-bad': /spaces/ }],
	[{ username: 'an-na' }, { 'register-username-bad': /hyphens/ }],
	[{ username: 'an\nna' }, { 'register-username-bad': /spaces/ }],
	[{ username: 'ännä' }, name], [{ username: '@@anna2' }, name],
	[{ username: 'a/b' }, name], [{ username: 'anna\0' }, name],
	[{ username: ' Anna ' }, { 'register-username-bad': /name is taken/ }],
	[{ username: 'anna' }, { 'register-username-bad': /name is taken/ }],
	[{ password2: 'something else' },
		{ 'register-password2-bad': /don't match/ }],
	[{ password2: '' }, { 'register-password2-bad': /don't match/ }],
	[both('xk7-q,9'), { 'register-password-bad': /at least 8/ }],
	[both('ñøßÞ'), { 'register-password-bad': /at least 8/ }],
	[both('x7'.repeat(500) + 'y'), { 'register-password-bad': /1000/ }],
	...['password', '12345678', 'qwertyui', 'iloveyou', 'sunshine',
		'trustno1', 'football', 'baseball', 'jennifer', 'superman',
		'password1', 'starwars'].map((text) => [both(text), common]),
];

function checkMessages(page, expected) {
	const found = messages(page.text);

	assert.deepEqual(Object.keys(found).sort(),
		Object.keys(expected).sort());
	for (const [id, pattern] of Object.entries(expected)) {
		assert.match(found[id], pattern);
		assert.ok(faults(page.text).includes(id), id);
	}
}

for (const [fields, expected] of registrations)
	test(`no registration with ${JSON.stringify(fields).slice(0, 60)}`,
		async () => {
			const form = { ...good, ...fields };
			const page = await withoutWrites(() =>
				nobody.postRaw('/register', form));

			assert.equal(page.status, 422);
			checkMessages(page, expected);
			assert.equal(page.headers['set-cookie'], undefined);
			assert.equal(formValue(page.text, 'username'),
				form.username.replace('\n', ' ')
					.replace('\0', '\x01'));
			for (const secret of [form.password, form.password2])
				assert.ok(!secret || secret === 'password' ||
					!page.text.includes(secret));
		});

test('no registration without its fields', async () => {
	const page = await withoutWrites(() => nobody.postRaw('/register', {}));

	assert.equal(page.status, 422);
	assert.deepEqual(Object.keys(messages(page.text)),
		['register-username-bad', 'register-password-bad']);
});

test('names and passwords at the limits are good', async () => {
	const table = [['ab', 'xk7-q,9z'], ['a'.repeat(20), 'x7'.repeat(500)],
		['_0', 'ñøßÞ æþŋħ']];

	for (const [username, text] of table) {
		const visitor = new Visitor(url);

		assert.equal((await visitor.register(username, text)).status, 303);
		assert.equal((await visitor.login(username, text)).status, 303);
	}
});

const signIns = [
	[{}, { 'login-username-bad': /name/, 'login-password-bad': /password/ }],
	[{ username: 'anna' }, { 'login-password-bad': /password/ }],
	[{ username: '', password }, { 'login-username-bad': /name/ }],
];

for (const [fields, expected] of signIns)
	test(`no sign-in with ${JSON.stringify(fields)}`, async () => {
		const page = await withoutWrites(() =>
			nobody.postRaw('/login', fields));

		assert.equal(page.status, 422);
		checkMessages(page, expected);
		assert.equal(formValue(page.text, 'username'),
			fields.username ?? '');
	});

test('a wrong name and a wrong password get one message', async () => {
	const pages = [];

	for (const form of [{ username: 'nobody', password },
		{ username: 'anna', password: 'wrong' },
		{ username: 'anna', password: password.toUpperCase() },
		{ username: 'anna', password: 'x'.repeat(20000) }])
		pages.push([form, await withoutWrites(() =>
			nobody.postRaw('/login', form))]);
	const plain = pages.map(([form, page]) => {
		assert.equal(page.status, 401);
		assert.equal(page.headers['set-cookie'], undefined);
		assert.ok(!page.text.includes(form.password));
		return page.text.replaceAll(form.username, 'NAME');
	});

	assert.match(plain[0], /Wrong name or password/);
	assert.equal(new Set(plain).size, 1);
});

const hex = (text) => Buffer.from(text, 'hex').toString('latin1');
const controls = [0, 1, 7, 8, 11, 12, 14, 27, 31, 127];
const posted = [
	['', /empty/], ['   ', /empty/], ['\r\n \n', /empty/],
	['\u3000\u2003\u200B', /empty/],
	['x'.repeat(281), /has 281 characters; the limit is 280/],
	['🦊'.repeat(281), /has 281/], ['👩‍👩‍👧‍👦'.repeat(281), /has 281/],
	[`e${'\u0301'.repeat(4000)}`, /has 321 characters; the limit is 280/],
	...controls.map((c) => [`a${String.fromCharCode(c)}b`, /control/]),
	['a\u0085b', /control/], ['a\u009fb', /control/],
];

// As a browser encodes it, but byte by byte.
function percent(bytes) {
	return [...bytes].map((c) => '%' + c.charCodeAt(0).toString(16)
		.padStart(2, '0')).join('');
}

async function refusedPost(status) {
	const csrf = await anna.csrf();
	const page = await withoutWrites(() => anna.postRaw('/post',
		`csrf=${csrf}&nonce=1&status=${status}`));

	assert.equal(page.status, 422);
	assert.equal(heading(page.text), 'Not posted yet');
	const [, back] = page.text.match(/<textarea[^>]*>\n(.*?)<\/textarea>/s);

	return { message: messages(page.text)['status-bad'],
		back: unescapeHtml(back) };
}

for (const [text, message] of posted)
	test(`no post with ${JSON.stringify(text).slice(0, 30)}`, async () => {
		const answer = await refusedPost(encodeURIComponent(text));
		const seen = text.replace(/\r\n?/g, '\n')
			.replace('\0', '\x01')
			.replace(/[^\n -~\u00a0-\u{10ffff}]/gu, '\ufffd');

		assert.match(answer.message, message);
		assert.equal(answer.back, seen);
	});

for (const bytes of ['ff', 'c080', 'eda080', 'f4908080', 'c3', 'e282', '80'])
	test(`no post with the bytes ${bytes}, which are no UTF-8`, async () => {
		const answer = await refusedPost(`a${percent(hex(bytes))}b`);

		assert.match(answer.message, /isn't valid UTF-8/);
		assert.match(answer.back, /^a\ufffd+b$/);
	});

test('280 characters of any size are a post', async () => {
	for (const text of ['x', 'é', '界', '🦊']) {
		const long = text.repeat(280);

		assert.equal((await anna.write(`${long}\n  `)).status, 303);
		assert.equal(bodies((await anna.get('/')).text)[0], long);
	}
});

test('the limit of a post is a setting', async () => {
	const secret = anna.cookies.get('auth');
	const csrf = await anna.csrf();
	const write = (text, max) => {
		const body = `status=${text}&csrf=${csrf}`;

		return cgi('post', { ...variables('POST', '/post', body),
			RETWIS_REDIS: `unix:retwis@${socket}`, RETWIS_POST_MAX: max,
			HTTP_COOKIE: `auth=${secret}` }, body);
	};
	const refused = await write('123456', 5);

	assert.equal(refused.status, 422);
	assert.match(refused.text, /the limit is 5\./);
	assert.match(refused.text, /Up to 5 characters/);
	assert.equal((await write('12345', 5)).status, 303);
});

test('directions are isolated: in a post, in a name', async () => {
	const text = 'abc \u202e\u2067\u2066 def';

	await anna.write(text);
	const page = await anna.get('/');
	const [{ body }] = posts(page.text);

	assert.equal(body, text);
	// A block with dir is isolated, and so is <bdi>; nothing else on the
	// page is by a stranger.
	const rest = page.text.replace(
		/<(p|textarea|bdi)( class="body")?( [^>]*dir="auto")?[^>]*>.*?<\/\1>/gs,
		'');

	assert.doesNotMatch(rest, /[\u202a-\u202e\u2066-\u2069]/);
});

const { idOf } = membersOf(stack);
const follows = [
	['unknown', 999999, 'follow', 404], ['unknown', 999999, 'unfollow', 404],
	['no number', 'abc', 'follow', 404], ['negative', '-1', 'follow', 404],
	['empty', '', 'follow', 404], ['zero', '0', 'follow', 404],
	['too long', '9'.repeat(30), 'follow', 404], ['a list', '1,2', 'follow', 404],
	['the same member', await idOf('anna'), 'follow', 303],
	['the same member', await idOf('anna'), 'unfollow', 303],
	['nobody followed', await idOf('ben'), 'unfollow', 303],
	['neither of both', await idOf('ben'), 'f', 404],
];

for (const [what, id, button, status] of follows)
	test(`following changes nothing: ${what}, ${button}`, async () => {
		await anna.csrf();
		// The home timeline is a cache, and may be deleted.
		await redis('DEL', `posts:${await idOf('anna')}`);
		const answer = await withoutWrites(() =>
			anna.post('/follow', { [button]: id }));

		assert.equal(answer.status, status);
	});

test('following twice is following once', async () => {
	const id = await idOf('anna');

	for (let i = 0; i < 2; i++) {
		const answer = await ben.post('/follow', { follow: id });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/@anna');
	}
	assert.equal(await redis('ZCARD', `followers:${id}`), 1);
	assert.equal(await redis('ZCARD', `following:${await idOf('ben')}`), 1);
	await withoutWrites(() => ben.post('/follow', { follow: id }));
});
