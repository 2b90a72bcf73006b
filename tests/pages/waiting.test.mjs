// A site that asks newcomers who they are: they wait for a host's approval.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexed } from '../lib/redis.mjs';
import { adminOf } from '../admin/lib/admin.mjs';
import { dump, openRedis } from '../lib/wire.mjs';
import { formFields, heading, messages } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: { RETWIS_SIGNUP: 'asked' } });
const { url, redis } = stack;
const wire = openRedis(stack.socket);
const admin = adminOf(stack);

const { idOf } = membersOf(stack);

function ask(name, who, visitor = new Visitor(url)) {
	return visitor.postRaw('/register', { username: name, password,
		password2: password, who });
}

// Somebody who is waiting for approval.
async function newcomer(name, who = `I am ${name}.`) {
	const visitor = new Visitor(url);
	const answer = await ask(name, who, visitor);

	assert.equal(answer.status, 303, answer.text);
	visitor.name = name;
	return visitor;
}

await admin(['add', 'helen'], { input: `${password}\n` });
await admin(['host', 'helen']);

const host = new Visitor(url);

await host.login('helen');

test('the welcome says that a host decides', async () => {
	const { text } = await new Visitor(url).get('/');

	assert.match(text, /New here\? Say who you are, and a host lets you in\./);
	assert.doesNotMatch(text, /All it takes/);
});

// [{id, name, who}]
async function queue() {
	const { text } = await host.get('/waiting');

	return [...text.matchAll(/<p><strong><bdi>@(.*?)<\/bdi>.*?<p class="body" dir="auto"[^>]*>(.*?)<\/p>.*?name="approve" value="(\d+)"/gs)]
		.map(([, name, who, id]) => ({ id, name, who }));
}

async function isFound(name) {
	const found = await Promise.all([`/@${name}`, `/@${name}/followers`]
		.map((path) => host.get(path)));
	const search = await host.get(`/search?q=${name}`);

	return [...found.map(({ status }) => status === 200),
		search.text.includes(`<bdi>@${name}</bdi>`),
		await redis('ZSCORE', 'users_by_time', name) !== null];
}

test('the form asks, and comes back if the answer is missing', async () => {
	const page = await new Visitor(url).get('/register');

	assert.match(page.text, /<label for="register-who">Who are you\?<\/label>/);
	for (const [who, why] of [['', /Write something/], [' \n', /Write/],
		['x'.repeat(281), /has 281 characters; the limit is 280/],
		['a\x01b', /control characters/]]) {
		const answer = await ask('nobody', who);

		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['register-who-bad'], why);
		assert.equal(formFields(answer.text, '/register').username,
			'nobody');
	}
	assert.equal(await idOf('nobody'), null);
	assert.equal((await newcomer('long', 'é'.repeat(280))).name, 'long');
});

test('newcomers who wait are told so, and nobody else sees them', async () => {
	const anna = await newcomer('anna', '<Ben> knows me.\nAsk him.');
	const home = await anna.get('/');

	assert.equal(home.status, 403);
	assert.equal(heading(home.text), 'Waiting for approval');
	assert.deepEqual(await isFound('anna'), [false, false, false, false]);
	assert.equal((await host.submit('/follow', { follow: await idOf('anna') }))
		.status, 404);
	for (const [path, fields] of [['/post', { status: 'Hello' }],
		['/follow', { follow: '1' }], ['/act', { like: '1' }]])
		assert.equal((await anna.submit(path, fields)).status, 403, path);
	assert.equal((await anna.get('/account')).status, 200);
	// The second time, too.
	await anna.logout();
	assert.equal((await anna.login('anna')).status, 303);
	assert.equal(heading((await anna.get('/')).text), 'Waiting for approval');
	assert.deepEqual(await isFound('anna'), [false, false, false, false]);
	assert.deepEqual((await queue()).find(({ name }) => name === 'anna'),
		{ id: await idOf('anna'), name: 'anna',
			who: '&lt;Ben&gt; knows me.\nAsk him.' });
});

test('the hosts are notified', async () => {
	const { text } = await host.get('/notifications');

	assert.match(text, /<bdi>@anna<\/bdi>\s*<a href="\/waiting">asked to join<\/a>/);
});

test('approved, they are members like everybody', async () => {
	const anna = new Visitor(url);

	await anna.login('anna');
	const answer = await host.submit('/waiting',
		{ approve: await idOf('anna') });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/waiting');
	assert.equal(heading((await anna.get('/')).text), 'Home');
	assert.deepEqual(await isFound('anna'), [true, true, true, true]);
	assert.equal((await anna.write('I am in')).status, 303);
	assert.equal(await redis('HEXISTS', `user:${await idOf('anna')}`, 'who'), 0);
	assert.equal((await queue()).some(({ name }) => name === 'anna'), false);
	// Pressed again it does nothing.
	await host.submit('/waiting', { approve: await idOf('anna') });
	await host.submit('/waiting',
		{ refuse: await idOf('anna'), reason: 'No.' });
	assert.equal((await anna.get('/')).status, 200);
});

// [path, text] of the links that lead to questions.
function questions(text) {
	return [...text.matchAll(/<a class="button quiet" href="([^"]*)">([^<]*)/g)]
		.map(([, path, label]) => [path, label.trim()]);
}

test('declining asks first, and looking at it declines nobody', async () => {
	await newcomer('quentin', '<I> know Ann.');
	const id = await idOf('quentin');
	const path = `/waiting?refuse=${id}`;
	const links = questions((await host.get('/waiting')).text);

	assert.equal(links.filter(([to, label]) => to === path &&
		label === 'Decline').length, 1);
	const { status, text } = await host.get(path);

	assert.equal(status, 200);
	assert.equal(heading(text), 'Decline @quentin?');
	assert.match(text, /&lt;I&gt; know Ann\./);
	assert.match(text, /<a href="\/waiting">Back to the requests<\/a>/);
	assert.equal(await idOf('quentin'), id);
	const fields = formFields(text, '/waiting');

	assert.equal(fields.refuse, id);
	const again = await host.postRaw('/waiting', fields);

	assert.equal(again.status, 422);
	assert.equal(heading(again.text), 'Decline @quentin?');
	assert.match(messages(again.text)['reason-bad'], /Say why/);
	assert.equal(await idOf('quentin'), id);
	assert.equal((await host.postRaw('/waiting',
		{ ...fields, reason: 'Not now.' })).status, 303);
	assert.equal(await idOf('quentin'), null);
	// Somebody else may have decided meanwhile.
	assert.equal((await host.get(path)).status, 404);
	for (const which of ['x', '', await idOf('helen')])
		assert.equal((await host.get(`/waiting?refuse=${which}`)).status, 404);
});

test('declined, nothing of them is left', async () => {
	await indexed(redis);
	const before = await dump(wire);
	const ben = await newcomer('ben', 'A stranger');
	const id = await idOf('ben');

	assert.equal((await host.submit('/waiting',
		{ refuse: id, reason: 'No.' })).status, 303);
	assert.equal((await ben.get('/account')).status, 303);
	assert.equal((await ben.login('ben')).status, 401);
	const after = await dump(wire);
	const rest = Object.keys(after).filter((key) => !(key in before));

	assert.deepEqual(rest.filter((key) => !/limit:|notices:/.test(key)),
		[]);
	assert.equal(JSON.stringify(after).includes('stranger'), false);
	assert.equal(JSON.stringify(after).includes('ben'), false);
	await newcomer('ben', 'Another one');
});

// Whoever was let in stays, and whoever was declined was never let in.
test('one approves and another declines, at the same moment', async () => {
	const first = new Visitor(url);

	await first.login('helen');
	await Promise.all([first.csrf(), host.csrf()]);
	for (let i = 0; i < 16; i++) {
		const { name } = await newcomer(`twice${i}`);
		const id = await idOf(name);

		await Promise.all([
			host.submit('/waiting', { refuse: id, reason: 'No.' }),
			first.submit('/waiting', { approve: id }),
		]);
		const acts = (await redis('ZRANGE', 'log', 0, -1))
			.map((line) => line.split(' ')).filter((line) => line[3] === id)
			.map(([, act]) => act);

		assert.deepEqual(acts, [await idOf(name) ? 'approve' : 'refuse'],
			name);
	}
});

test('who is being declined can be declined again, and no longer approved', async () => {
	const { name } = await newcomer('halfway');
	const id = await idOf(name);

	await redis('HSET', `user:${id}`, 'refused', 1);
	await host.submit('/waiting', { approve: id });
	assert.equal(await redis('HGET', `user:${id}`, 'standing'), 'waiting');
	await host.submit('/waiting', { refuse: id, reason: 'No.' });
	assert.equal(await idOf(name), null);
});

test('several at once', async () => {
	const people = await Promise.all(['c1', 'c2', 'c3', 'c4'].map((name) =>
		newcomer(name)));
	const ids = await Promise.all(people.map(({ name }) => idOf(name)));
	const csrf = await host.csrf();
	const body = new URLSearchParams([['csrf', csrf], ['approve', ids[0]],
		['approve', ids[1]], ['refuse', ids[2]], ['refuse', ids[3]],
		['reason', 'No.']]);

	assert.equal((await host.postRaw('/waiting', `${body}`)).status, 303);
	assert.deepEqual(await Promise.all(people.map(async (visitor) =>
		(await visitor.get('/')).text.includes('id="status"'))),
	[true, true, false, false]);
	assert.equal(await idOf('c3'), null);
});

test('one link for all whom the page shows, and it asks', async () => {
	for (let i = 0; i < 3; i++)
		await newcomer(`d${i}`);
	const shown = await queue();
	const [path, label] = questions((await host.get('/waiting')).text).at(-1);

	assert.equal(label, `Approve all ${shown.length}`);
	const { text } = await host.get(path);
	const ids = [...text.matchAll(/name="approve" value="(\d+)"/g)]
		.map(([, id]) => id);

	assert.equal(heading(text), `Approve all ${shown.length}?`);
	assert.deepEqual(ids, shown.map(({ id }) => id));
	for (const { name } of shown)
		assert.match(text, new RegExp(`<bdi>@${name}</bdi>`));
	assert.match(text, new RegExp(`>Approve all ${shown.length}</button>`));
	const body = new URLSearchParams([['csrf', await host.csrf()],
		...ids.map((id) => ['approve', id])]);

	await host.postRaw('/waiting', `${body}`);
	assert.deepEqual(await queue(), []);
	assert.match((await host.get('/waiting')).text, /Nobody is waiting/);
	assert.equal((await host.get(path)).location, '/waiting');
	for (let i = 0; i < 3; i++)
		assert.equal((await isFound(`d${i}`))[0], true);
});

test('a form that makes no sense changes nothing', async () => {
	await newcomer('eva');
	const before = await dump(wire);

	for (const fields of [{}, { approve: '' }, { approve: 'x' },
		{ refuse: '-1' }, { approve: '1', refuse: 'x' }])
		assert.equal((await host.submit('/waiting', fields)).status, 400,
			JSON.stringify(fields));
	for (const fields of [{ approve: '999' }, { refuse: '999', reason: 'No.' },
		{ refuse: await idOf('helen'), reason: 'No.' }])
		assert.equal((await host.submit('/waiting', fields)).status, 303);
	const twice = await host.postRaw('/waiting',
		`csrf=${await host.csrf()}&csrf=x&approve=${await idOf('eva')}`);

	assert.equal(twice.status, 400);
	assert.deepEqual(await dump(wire), before);
});

test('only full members can be given a role', async () => {
	for (const standing of ['member', 'host', 'stopped'])
		assert.equal((await host.submit('/standing',
			{ uid: await idOf('eva'), standing })).status, 404);
	assert.equal((await admin(['host', 'eva'])).status, 1);
	assert.equal(await redis('HGET', `user:${await idOf('eva')}`, 'standing'),
		'waiting');
	assert.deepEqual(await redis('SMEMBERS', 'hosts'), ['1']);
});

test('a link for a new password lets nobody in', async () => {
	const { output } = await admin(['reset', 'eva']);
	const visitor = new Visitor(url);
	const [path] = output.match(/^\/reset\/[0-9a-f]{33,}$/m);
	const answer = await visitor.postRaw(path,
		{ password: 'another horse', password2: 'another horse' });

	assert.equal(answer.status, 303);
	assert.equal(heading((await visitor.get('/')).text), 'Waiting for approval');
	assert.deepEqual(await isFound('eva'), [false, false, false, false]);
	assert.equal((await queue()).some(({ name }) => name === 'eva'), true);
});

test('a form of another session keeps all members that it was about', async () => {
	const csrf = 'f'.repeat(64);
	const { status, text } = await host.postRaw('/waiting',
		`csrf=${csrf}&approve=7&approve=8`);

	assert.equal(status, 403);
	assert.equal(heading(text), 'That form has expired.');
	assert.deepEqual([...text.matchAll(/name="approve" value="(\d)"/g)]
		.map(([, id]) => id), ['7', '8']);
});

test('a deletion takes who waits out of the list, and check is content',
	async () => {
		await newcomer('fritz');
		assert.equal((await admin(['delete', '--yes', 'fritz'])).status, 0);
		assert.equal((await queue()).some(({ name }) => name === 'fritz'),
			false);
		const ran = await admin(['check']);

		assert.equal(ran.status, 0, ran.output + ran.errors);
	});
