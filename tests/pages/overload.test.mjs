// Too many who sign in at once: those who cannot be served in time are told so,
// before anything is hashed or counted, and lose nothing they typed.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { CutProxy } from '../lib/cutproxy.mjs';
import { formFields, heading, messages } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { cgi, fastcgi, startPage, variables } from '../lib/program.mjs';
import { writesOf } from '../lib/redis.mjs';
import { borrowStack, temporaryFolder } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';

const { url, redis, socket } = await borrowStack();
const anna = await member(url, 'anna');
const nginx = (ms) => ((Date.now() - ms) / 1000).toFixed(3);
const apache = (ms) => `t=${(Date.now() - ms - 200) * 1000} D=200000`;

// A request to a page that, according to the web server, has waited this long.
function ask(page, fields, asked, { method = 'POST', cookie } = {}) {
	const body = fields ? new URLSearchParams(fields).toString() : '';

	return cgi(page, { ...variables(method, `/${page}`, body),
		RETWIS_REDIS: `unix:retwis@${socket}`, HTTP_HOST: 'localhost',
		REMOTE_ADDR: '192.0.2.1', HTTP_COOKIE: cookie ?? '',
		...(asked && { HTTP_RETWIS_ASKED: asked }) }, body);
}

const good = { username: 'anna', password };
const fresh = { username: 'carla', password, password2: password };

async function late(page, fields, asked) {
	const before = await writesOf(redis);
	const answer = await ask(page, fields, asked);
	const form = formFields(answer.text, `/${page}`);

	assert.equal(answer.status, 429, answer.errors);
	assert.equal(await writesOf(redis), before, 'an attempt was counted');
	// It has not hashed yet, and so it assumes that this takes no time.
	assert.equal(answer.headers['retry-after'], '1');
	assert.equal(answer.headers['set-cookie'], undefined);
	assert.match(messages(answer.text)[`${page}-form-bad`],
		/^Too many people are signing in right now. Try again in 1 second\.$/);
	assert.equal(form.username, fields.username);
	assert.equal(form.password, '');
	return form;
}

for (const [server, time] of [['nginx', nginx], ['Apache', apache]])
	test(`too late by the time of ${server}: when to come again`, async () => {
		await late('login', good, time(10000));
		await late('register', fresh, time(10000));
		assert.equal(await redis('HEXISTS', 'users', 'carla'), 0);
		await late('login', { ...good, password: 'wrong' }, time(5000));
	});

test('a text that waits for the sign-in is kept', async () => {
	const form = await late('login', { ...good, status: 'Still here',
		nonce: 'n', reply_to: '7' }, nginx(10000));

	assert.deepEqual([form.status, form.nonce, form.reply_to],
		['Still here', 'n', '7']);
});

// Others took longer than could be known when it was let in.
test('whose turn to hash comes too late: nothing is counted', async () => {
	const folder = temporaryFolder();
	const proxy = await new CutProxy(socket).open(`${folder}/proxy.sock`);
	const env = { RETWIS_REDIS: proxy.address };
	const counted = async () => {
		const keys = (await redis('KEYS', 'limit:*')).sort();
		const all = await Promise.all(keys.map((key) =>
			redis('GET', key)));

		return keys.map((key, i) => `${key} ${all[i]}`)
			.filter((line) => !line.endsWith(' 0'));
	};

	for (const [name, fields] of [['login', { ...good, username: 'bob' }],
		['register', { ...fresh, username: 'dora' }]]) {
		const page = await startPage(name, folder, env);
		const form = new URLSearchParams(fields).toString();
		const vars = variables('POST', `/${name}`, form,
			{ HTTP_HOST: 'localhost', REMOTE_ADDR: '192.0.2.9',
				HTTP_RETWIS_ASKED: nginx(1650) });
		const over = Date.now() + 200;
		const before = await counted();

		proxy.hold();
		const answer = fastcgi(page.socket, vars, form);

		await until('its time is over', () => Date.now() > over);
		proxy.heal();
		const { status, text } = await answer;

		assert.equal(status, 429);
		assert.match(messages(text)[`${name}-form-bad`], /^Too many people are signing in/);
		assert.equal(formFields(text, `/${name}`).username, fields.username);
		assert.deepEqual(await counted(), before);
		page.stop();
		await page.ended;
	}
	assert.equal(await redis('HEXISTS', 'users', 'dora'), 0);
	rmSync(folder, { recursive: true });
});

test('in time, or without a time: everything is as usual', async () => {
	for (const asked of [nginx(-60000), apache(-60000), nginx(3600000),
		undefined, 'x']) {
		const answer = await ask('login', good, asked);

		assert.equal(answer.status, 303, asked);
	}
	assert.equal((await ask('register', fresh, nginx(-60000))).status, 303);
});

test('a form without a hash is never refused', async () => {
	const asked = nginx(10000);
	const cookie = `auth=${anna.cookies.get('auth')}`;

	for (const page of ['login', 'register'])
		assert.equal((await ask(page, undefined, asked,
			{ method: 'GET' })).status, 200);
	assert.equal((await ask('login', { username: 'anna' }, asked)).status,
		422);
	assert.equal((await ask('login', good, asked, { cookie })).status, 303);
	const answer = await ask('login', good, undefined, { method: 'PUT' });

	assert.equal(answer.status, 405);
	assert.equal(heading((await anna.get('/')).text), 'Home');
});
