// Joining by a member's link: once per newcomer, and not when it no longer
// works.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formFields, formValue, heading, messages } from '../lib/page.mjs';
import { Visitor, password } from '../lib/visitor.mjs';
import { startInviting } from './lib/inviting.mjs';

const { stack, admin, signIn, anna, links, linkFor } = await startInviting();
const { url, redis } = stack;

// Fills in the form that the link shows.
async function join(path, name, visitor = new Visitor(url), more = {}) {
	const { text } = await visitor.get(path);
	const fields = formFields(text, '/register') ?? {};

	return visitor.postRaw('/register', { ...fields, username: name, password,
		password2: password, ...more });
}

function checkGone(answer, what) {
	assert.equal(answer.status, 410, what);
	assert.equal(heading(answer.text), 'This link no longer works.');
}

test('without a link nobody can join', async () => {
	const page = await new Visitor(url).get('/register');

	assert.match(page.text, /need an invitation to join this site. Ask a member for a link/);
	assert.doesNotMatch(page.text, /name="password"/);
	assert.equal((await new Visitor(url).register('nobody')).status, 403);
	assert.doesNotMatch((await new Visitor(url).get('/')).text, /"\/register"/);
});

test('a messenger looks five times, and then the person joins', async () => {
	const path = await linkFor();

	for (let i = 0; i < 5; i++) {
		const page = await new Visitor(url).get(path);

		assert.equal(page.status, 200);
		assert.equal(page.headers['cache-control'], 'no-store');
		assert.match(page.text, /<bdi>@anna<\/bdi> invites you to Retwis/);
		assert.equal((await new Visitor(url).send('HEAD', path)).status, 200);
	}
	const ben = new Visitor(url);
	const answer = await join(path, 'ben', ben);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/?welcome=1');
	const home = await ben.get('/?welcome=1');

	assert.equal(heading(home.text), 'Home');
	// Suggestions of members to follow, besides the one who invited.
	assert.match((await ben.get('/@anna')).text, /name="unfollow"/);
	assert.match((await anna.get('/@ben')).text, /name="unfollow"/);
	checkGone(await new Visitor(url).get(path), 'used up');
	checkGone(await join(path, 'other', new Visitor(url),
		{ invite: path.split('/').pop(), nonce: 'x' }), 'used up');
	assert.match((await anna.get('/invitations')).text,
		/0 of 1 uses left\..*Joined with this link:\s*<a href="\/@ben">/s);
	// A member who opens a link is sent home.
	assert.equal((await ben.get(path)).location, '/');
});

test('a newcomer meets others on the first page', async () => {
	await admin(['add', 'celia'], { input: `${password}\n` });
	const visitor = new Visitor(url);

	await join(await linkFor(), 'newest', visitor);
	assert.match((await visitor.get('/?welcome=1')).text,
		/<bdi>@celia<\/bdi>.*name="follow"/s);
});

test('a form that is refused spends no use, and can be sent again', async () => {
	const path = await linkFor(2);
	const visitor = new Visitor(url);
	const { text } = await visitor.get(path);
	const fields = formFields(text, '/register');

	for (const [name, secret, id] of [['anna', 'another horse', 'register-username'],
		['A b', password, 'register-username'],
		['dora', 'short', 'register-password']]) {
		const answer = await visitor.postRaw('/register', { ...fields,
			username: name, password: secret, password2: secret });

		assert.equal(answer.status, 422);
		assert.ok(messages(answer.text)[`${id}-bad`], name);
		assert.equal(formValue(answer.text, 'nonce'), fields.nonce);
		assert.equal(formValue(answer.text, 'invite'), fields.invite);
	}
	const send = () => new Visitor(url).postRaw('/register', { ...fields,
		username: 'dora', password, password2: password });

	// Pressed twice it makes one member, who is signed in both times.
	const both = await Promise.all([send(), send()]);

	assert.deepEqual(both.map(({ status }) => status), [303, 303]);
	assert.equal((await send()).status, 303);
	assert.equal((await visitor.postRaw('/register', { ...fields,
		username: 'dora', password: 'not the same',
		password2: 'not the same' })).status, 422);
	assert.match((await anna.get('/invitations')).text, /1 of 2 uses left/);
});

test('two hundred at once on a link for five', async () => {
	const path = await linkFor(5);
	const invite = path.split('/').pop();
	const before = Number(await redis('HLEN', 'users'));
	const come = async (i) => {
		const visitor = new Visitor(url);
		let answer;

		do {
			answer = await visitor.postRaw('/register', { invite,
				nonce: `nonce${i}`, username: `guest${i}`, password,
				password2: password });
		} while (answer.status === 429);
		return answer.status;
	};
	const all = await Promise.all(Array.from({ length: 200 }, (_, i) =>
		come(i)));

	assert.equal(all.filter((status) => status === 303).length, 5);
	assert.equal(all.filter((status) => status === 410).length, 195);
	assert.equal(Number(await redis('HLEN', 'users')), before + 5);
	assert.equal((await admin(['check'])).status, 0);
});

test('a link that does not work: one answer, nothing said about which',
	async () => {
		const path = await linkFor();
		const revoked = await linkFor();
		const token = path.split('/').pop();

		assert.equal((await anna.submit('/invitations',
			{ revoke: revoked.split('/').pop() })).status, 303);
		assert.equal((await links(anna)).includes(revoked), false);
		const ended = await linkFor();

		await redis('HSET', `invite:${ended.split('/').pop()}`, 'end', 1);
		const gone = await new Visitor(url).get('/join/x');

		for (const wrong of [revoked, ended, '/join/', `${path}0`,
			`/join/${token.slice(1)}`, `/join/${'0'.repeat(33)}`,
			`/join/${anna.cookies.get('auth')}`, `${path}/`]) {
			const answer = await new Visitor(url).get(wrong);

			checkGone(answer, wrong);
			assert.equal(answer.text, gone.text, wrong);
			checkGone(await new Visitor(url).postRaw('/register', {
				invite: wrong.split('/').pop() || 'x', nonce: 'n',
				username: 'zoe', password, password2: password }),
			wrong);
		}
		checkGone(await new Visitor(url).postRaw('/register', {
			invite: token, username: 'zoe', password,
			password2: password }), 'no nonce');
		assert.equal(await redis('HGET', 'users', 'zoe'), null);
	});

test('the inviter was suspended, and then deleted', async () => {
	const emil = await signIn('emil');

	await emil.submit('/invitations', { uses: 3, days: 3 });
	const [path] = await links(emil);
	const id = await redis('HGET', 'users', 'emil');

	await redis('HSET', `user:${id}`, 'standing', 'stopped');
	checkGone(await new Visitor(url).get(path), 'stopped');
	await redis('HDEL', `user:${id}`, 'standing');
	assert.equal((await new Visitor(url).get(path)).status, 200);
	await admin(['delete', '--yes', 'emil']);
	checkGone(await new Visitor(url).get(path), 'gone');
	assert.equal(await redis('EXISTS', `invites:${id}`,
		`invite:${path.split('/').pop()}`), 0);
});
