// The line on the page after a form that says what is done: once, to whoever
// sent the form, and no address can make it appear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { at, hour, waiting } from '../lib/later.mjs';
import { unescapeHtml } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { switchOn } from '../lib/totp.mjs';
import { SecureVisitor, Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: { RETWIS_TRUSTED_PROXIES: '127.0.0.1' } });
const { url, redis } = stack;
const host = await member(url, 'helen');
const anna = await member(url, 'anna');
const pia = await member(url, 'pia');
const fresh = 'another good one';

assert.equal((await adminOf(stack)(['host', 'helen'])).status, 0);

const { idOf, stand } = membersOf(stack);
const last = async () => (await redis('LRANGE', 'timeline', 0, 0))[0];

// The line of a page, or null.
function line(text) {
	const found = text.match(
		/<p class="hello done" role="status"[^>]*>(.*?)<\/p>/);

	return found && unescapeHtml(found[1]);
}

// Somebody who waits for approval.
async function newcomer(name) {
	const visitor = await member(url, name);
	const id = await stand(name, 'waiting');

	await redis('HSET', `user:${id}`, 'who', 'I am.');
	return { visitor, id };
}

const standing = async (name, to) => host.submit('/standing',
	{ uid: await idOf(name), standing: to, confirm: '1', reason: 'Be kind.',
		password });

const mute = async (button) => anna.submit('/quiet',
	{ [button]: await idOf('pia'), back: '/@pia' });

const far = { date: new Date(Date.now() + 30 * 864e5).toISOString().slice(0, 10) };

// A post with a date.
async function dated() {
	await anna.post('/post', { status: 'Come!', ...far });
	return last();
}

// The text of the line, and the form before it.
const forms = [
	['Posted.', () => anna.submit('/post', { status: 'One' })],
	['Your reply is posted.', async () => anna.submit('/post',
		{ status: 'Two', reply_to: await last() })],
	['Your post is scheduled.', () => anna.submit('/post',
		{ status: 'Three', at: at(hour) })],
	['The post is cancelled.', async () => anna.submit('/scheduled',
		{ id: waiting((await anna.get('/scheduled?')).text)[0].id })],
	['Your post has been changed.', async () => anna.submit('/edit',
		{ id: await last(), version: 0, status: 'Four' })],
	['The date has been changed.', async () => anna.submit('/edit',
		{ id: await dated(), version: 0, ...far, place: 'Here' })],
	['The date is cancelled.', async () => anna.submit('/act',
		{ cancel: await dated() })],
	['Your post is deleted.', async () => anna.submit('/delete',
		{ id: await last() })],
	['Display name saved. Your older posts will show it in a moment.',
		() => anna.submit('/account/name', { name: 'Anna' })],
	['Password changed. You\'re signed out everywhere else.',
		() => pia.submit('/account/password', { old: password,
			password: fresh, password2: fresh }), pia],
	['Two-step sign-in is off.', async () => {
		const { spare } = await switchOn(anna);

		return anna.submit('/account/code',
			{ off: 'off', password, code: spare[0] });
	}],
	['Saved.', () => anna.submit('/bio', { bio: 'I row.' })],
	['Approved. They can use the site now.', async () => host.submit('/waiting',
		{ approve: (await newcomer('nina')).id }), host],
	['Declined. The name is free again.', async () => host.submit('/waiting',
		{ refuse: (await newcomer('nils')).id, reason: 'Who?' }), host],
	['The post is removed, and its author is told why.', () => host.submit(
		'/remove', { id: '1', reason: 'Why not.' }), host],
	['The post is back where it was.',
		() => host.submit('/remove', { restore: '1' }), host],
	['Muted. You won\'t see their posts.', () => mute('mute')],
	['You\'ll see their posts again.', () => mute('unmute')],
	['Blocked.', () => mute('block')],
	['This member isn\'t blocked any more.', () => mute('unblock')],
	['Thank you. The hosts and moderators will look at it.', () => pia.submit(
		'/report', { post: '1', reason: 'spam' }), pia],
	['Your note is sent.', () => host.submit('/reports',
		{ case: '1', do: 'note', text: 'Be kind.' }), host],
	['The case is closed.', () => host.submit('/reports',
		{ case: '1', do: 'close' }), host],
	['The post is removed, and the case is closed.', async () => {
		await pia.submit('/report', { post: '1', reason: 'spam' });
		return host.submit('/reports', { case: '2', do: 'remove', post: '1',
			reason: 'Why not.' });
	}, host],
	['This account is suspended, and the case is closed.', async () => {
		await pia.submit('/report', { member: await idOf('nina'),
			reason: 'spam' });
		return host.submit('/reports', { case: '3', do: 'suspend',
			reason: 'Be kind.' });
	}, host],
	['This member is now a moderator.', () => standing('anna', 'moderator'),
		host],
	['This member no longer helps to run the site.',
		() => standing('anna', 'member'), host],
	['This account is suspended.', () => standing('anna', 'stopped'), host],
	['This account is restored.', () => standing('anna', 'member'), host],
	['This member is now a host.', () => standing('anna', 'host'), host],
	['Saved. It may take ten seconds to show everywhere.',
		() => host.submit('/site', { welcome: 'Hello.' }), host],
	['You can name your site later: see Site settings on your profile.',
		() => host.submit('/site', { skip: '1' }), host],
	['You\'re no longer a host.', () => standing('helen', 'member'), host],
];

for (const [said, send, who = anna] of forms)
	test(`"${said}", once`, async () => {
		const answer = await send();

		assert.equal(answer.status, 303, answer.text);
		const { headers, text } = await who.get(answer.location);

		assert.equal(line(text), said);
		assert.match(String(headers['cache-control']), /no-store/);
		assert.equal(line((await who.get(answer.location)).text), null);
		assert.equal(who.cookies.has('done'), false);
	});

test('a draft may go when its text is posted, and not before', async () => {
	const isPosted = (text) => /<p class="hello done"[^>]* data-posted>/.test(text);

	await anna.submit('/post', { status: 'Four' });
	assert.equal(isPosted((await anna.get('/')).text), true);
	await anna.submit('/delete', { id: await last() });
	assert.equal(isPosted((await anna.get('/')).text), false);
});

test('the cookie is short-lived, and no script reads it', async () => {
	const { headers } = await anna.submit('/post', { status: 'Five' });

	assert.deepEqual(headers['set-cookie'],
		['done=posted; Path=/; Max-Age=60; HttpOnly; SameSite=Lax']);
	const secure = new SecureVisitor(url);

	await secure.login('anna');
	const answer = await secure.submit('/post', { status: 'Six' });

	assert.match(answer.headers['set-cookie'][0], /^done=posted;.*; Secure$/);
});

test('HEAD and fetching ahead leave it for the page', async () => {
	await anna.submit('/post', { status: 'Seven' });
	await anna.send('HEAD', '/');
	await anna.get('/', { 'sec-purpose': 'prefetch' });
	assert.equal(line((await anna.get('/')).text), 'Posted.');
});

test('only a word of ours says anything, and only to members', async () => {
	for (const word of ['', 'Your+password+is+x', '<b>', 'posted2', 'POSTED']) {
		anna.cookies.set('done', word);
		assert.equal(line((await anna.get('/')).text), null, word);
		anna.cookies.delete('done');
	}
	for (const path of ['/?done=posted', '/?posted=1', '/@anna?done=suspended'])
		assert.equal(line((await anna.get(path)).text), null, path);
	const nobody = new Visitor(url);

	nobody.cookies.set('done', 'posted');
	for (const path of ['/', '/timeline', '/login'])
		assert.equal(line((await nobody.get(path)).text), null, path);
});

test('a form that failed says nothing of the kind', async () => {
	for (const [path, fields] of [['/post', { status: ' ' }],
		['/delete', { id: '9999' }], ['/bio', { bio: 'x'.repeat(999) }],
		['/post', { status: 'Late', csrf: 'f'.repeat(64) }]]) {
		const { headers } = await anna.submit(path, fields);

		assert.equal(headers['set-cookie'], undefined, path);
	}
});
