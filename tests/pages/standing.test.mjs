// Roles: hosts say who may do what, and suspend and restore members. The site
// asks before it does any of that, and for a password before it makes a host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMemory } from '../lib/outage.mjs';
import { formFields, heading, messages } from '../lib/page.mjs';
import { indexed } from '../lib/redis.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { pageOf } from '../lib/routes.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: { RETWIS_LIMIT_SIGN_IN: '5/600' } });
const { url, redis } = stack;

// What the form of the question sends, for whichever standing.
const asked = { confirm: '1', reason: 'Be kind.' };

const { idOf, memberAs, stand } = membersOf(stack);

async function give(host, name, standing) {
	const answer = await host.submit('/standing',
		{ uid: await idOf(name), standing, ...asked, password });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/@${name}`);
}

function question(id, standing) {
	return `/standing?uid=${id}&standing=${standing}`;
}

// The roles that the links on that page offer.
function offers(text) {
	return [...text.matchAll(
		/<a href="\/standing\?uid=\d+&amp;standing=(\w+)">/g)]
		.map(([, standing]) => standing);
}

const host = await memberAs('helen', 'host');

test('a host has links for it, and others do not', async () => {
	await member(url, 'anna');
	const ben = await member(url, 'ben');
	const { text } = await host.get('/@anna');

	assert.deepEqual(offers(text), ['host', 'moderator', 'stopped']);
	assert.equal(formFields(text, '/standing'), undefined);
	assert.deepEqual(offers((await ben.get('/@anna')).text), []);
	assert.deepEqual(offers((await new Visitor(url).get('/@anna')).text), []);
});

test('each link asks first, and its button does it', async () => {
	await member(url, 'olga');
	const id = await idOf('olga');

	for (const [standing, asks, button] of [
		['moderator', 'Make @olga a moderator?', 'Make moderator'],
		['host', 'Make @olga a host?', 'Make host'],
		['member', 'Make @olga a member?', 'Make member'],
		['stopped', 'Suspend @olga?', 'Suspend'],
		['member', 'Restore @olga?', 'Restore']]) {
		const before = await redis('HGET', `user:${id}`, 'standing');
		const { status, text } = await host.get(question(id, standing));
		const fields = formFields(text, '/standing');

		assert.equal(status, 200, asks);
		assert.equal(heading(text), asks);
		assert.match(text, new RegExp(`<button type="submit">${button}</`));
		assert.match(text, /<a href="\/@olga">Back to the profile<\/a>/);
		assert.equal('password' in fields, standing === 'host', asks);
		assert.equal(await redis('HGET', `user:${id}`, 'standing'), before);
		const answer = await host.postRaw('/standing',
			{ ...fields, reason: 'Be kind.',
				...(standing === 'host' && { password }) });

		assert.equal(answer.status, 303, asks);
		assert.equal(await redis('HGET', `user:${id}`, 'standing'),
			standing === 'member' ? null : standing);
	}
});

test('only a password makes a host', async () => {
	await member(url, 'paul');
	const uid = await idOf('paul');

	for (const [typed, why] of [[{}, 'Enter your password.'],
		[{ password: '' }, 'Enter your password.'],
		[{ password: 'not this one' }, 'Wrong password.']]) {
		const { status, text } = await host.submit('/standing',
			{ uid, standing: 'host', ...asked, ...typed });

		assert.equal(status, 422, why);
		assert.equal(heading(text), 'Make @paul a host?');
		assert.deepEqual(messages(text), { 'password-bad': why });
		assert.equal(formFields(text, '/standing').uid, uid);
		assert.doesNotMatch(text, /not this one/);
	}
	assert.equal(await redis('SISMEMBER', 'hosts', uid), 0);
	assert.equal(await redis('HEXISTS', `user:${uid}`, 'standing'), 0);
	await give(host, 'paul', 'host');
	await give(host, 'paul', 'member');
});

test('too many wrong passwords make no host', async () => {
	const gerd = await memberAs('gerd', 'host');
	const uid = await idOf('paul');
	const make = (typed) => gerd.submit('/standing',
		{ uid, standing: 'host', ...asked, password: typed });
	let answer;

	for (let i = 0; i < 6 && answer?.status !== 429; i++)
		answer = await make('not this one');
	assert.equal(answer.status, 429);
	assert.ok(Number(answer.headers['retry-after']) > 0);
	assert.equal(heading(answer.text), 'Make @paul a host?');
	assert.match(messages(answer.text)['form-bad'], /^Too many attempts/);
	assert.equal((await make(password)).status, 429);
	assert.equal(await redis('SISMEMBER', 'hosts', uid), 0);
	// What needs no password is not counted with them.
	await give(gerd, 'paul', 'moderator');
	await give(host, 'paul', 'member');
	await give(host, 'gerd', 'member');
});

test('a question that makes no sense is none', async () => {
	const uid = await idOf('paul');

	for (const path of ['/standing', `/standing?uid=${uid}`,
		question(uid, 'king'), question(uid, 'waiting'), question(uid, ''),
		question('x', 'host')])
		assert.equal((await host.get(path)).status, 400, path);
	assert.equal((await host.get(question(9999, 'host'))).status, 404);
	const ben = await member(url, 'ben2');

	assert.equal((await ben.get(question(uid, 'host'))).status, 404);
});

test('nobody suspends themselves, even with another host', async () => {
	await memberAs('nora', 'host');
	const uid = await idOf('helen');
	const { text } = await host.get('/@helen');

	assert.deepEqual(offers(text), ['moderator', 'member']);
	for (const answer of [await host.get(question(uid, 'stopped')),
		await host.submit('/standing',
			{ uid, standing: 'stopped', ...asked })]) {
		assert.equal(answer.status, 409);
		assert.equal(heading(answer.text), 'You can\'t suspend yourself.');
	}
	assert.equal(await redis('HGET', `user:${uid}`, 'standing'), 'host');
	assert.equal(await redis('SISMEMBER', 'hosts', uid), 1);
	const asks = await host.get(question(uid, 'member'));

	assert.equal(heading(asks.text), 'Stop being a host?');
	await give(host, 'nora', 'member');
});

test('all see who runs the site, and hosts see who is suspended', async () => {
	await member(url, 'carl');
	for (const [standing, mark, status = standing] of [
		['moderator', 'Moderator'], ['host', 'Host'],
		['stopped', undefined, 'suspended'], ['member', undefined]]) {
		await give(host, 'carl', standing);
		const { text } = await new Visitor(url).get('/@carl');

		assert.equal(text.match(/<span class="mark">(.*?)<\/span>/)?.[1],
			mark, standing);
		assert.doesNotMatch(text, /suspended|stopped/i);
		const shown = (await host.get('/@carl')).text;

		assert.match(shown, new RegExp(`Status: ${status}<`));
		assert.equal(/>Restore</.test(shown), standing === 'stopped');
		assert.equal(/ name="follow"/.test(shown), standing !== 'stopped');
		assert.equal(/>Make member</.test(shown),
			!['member', 'stopped'].includes(standing));
	}
	assert.equal(await redis('HEXISTS', `user:${await idOf('carl')}`,
		'standing'), 0);
});

test('a suspended member can do nothing, and comes back as before', async () => {
	const dora = await member(url, 'dora');
	const emil = await member(url, 'emil');

	await dora.write('From before');
	await emil.follow('dora');
	await dora.csrf();
	await give(host, 'dora', 'stopped');
	assert.equal((await dora.get('/')).status, 403);
	assert.equal(heading((await dora.get('/')).text), 'Your account is suspended');
	for (const [path, fields] of [['/post', { status: 'Still here' }],
		['/act', { like: '1' }], ['/follow', { follow: '1' }],
		['/bio', { bio: 'Still here' }], ['/delete', { id: '1' }],
		['/feed', { feed: 'new' }]]) {
		const answer = await dora.submit(path, fields);

		assert.equal(answer.status, 403, path);
		assert.equal(heading(answer.text), 'Your account is suspended', path);
	}
	assert.equal((await emil.get('/@dora')).status, 404);
	assert.doesNotMatch((await emil.get('/timeline')).text, /Still here/);
	// The account still exists.
	await dora.logout();
	assert.equal((await dora.login('dora')).status, 303);
	assert.equal((await dora.get('/account')).status, 200);
	await give(host, 'dora', 'member');
	assert.equal((await dora.get('/')).status, 200);
	assert.match((await emil.get('/')).text, /From before/);
});

test('a suspension has a reason, which the member reads', async () => {
	const rosa = await member(url, 'rosa');
	const uid = await idOf('rosa');
	const suspend = (fields) => host.submit('/standing',
		{ uid, standing: 'stopped', confirm: '1', ...fields });

	for (const [fields, bad] of [
		[{}, { 'reason-bad': /Say why/ }],
		[{ reason: 'x'.repeat(281) }, { 'reason-bad': /281 characters/ }],
		[{ reason: 'Hm.', until: '2001-02-03' }, { 'until-bad': /has come already/ }],
		[{ reason: 'Hm.', until: 'soon' }, { 'until-bad': /isn't a date/ }],
		[{ reason: '', until: 'soon' },
			{ 'reason-bad': /Say why/, 'until-bad': /./ }]]) {
		const { status, text } = await suspend(fields);

		assert.equal(status, 422);
		assert.deepEqual(Object.keys(messages(text)), Object.keys(bad));
		for (const [id, why] of Object.entries(bad))
			assert.match(messages(text)[id], why);
		assert.equal(formFields(text, '/standing').reason, fields.reason ?? '');
	}
	assert.equal((await rosa.get('/')).status, 200);
	const day = new Date(Date.now() + 5 * 86400e3);
	const until = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
		.map((n) => String(n).padStart(2, '0')).join('-');

	assert.equal((await suspend({ reason: 'Be <kind>.', until })).status, 303);
	const { text } = await rosa.get('/');
	const shown = day.toLocaleDateString('en-GB',
		{ day: 'numeric', month: 'long', year: 'numeric' });

	assert.match(text, /Be &lt;kind&gt;\./);
	assert.ok(text.includes(`, until ${shown}.`), text);
	assert.equal((await rosa.get('/account')).status, 200);
	// A second host reads who was faster.
	const again = await suspend({ reason: 'Me, too.' });

	assert.equal(again.status, 409);
	assert.equal(heading(again.text), '@rosa is suspended already');
	assert.match(again.text, /<bdi>@helen<\/bdi>/);
	assert.match(again.text, /Be &lt;kind&gt;\./);
	await give(host, 'rosa', 'member');
});

test('the first press only asks', async () => {
	await member(url, 'sara');
	const uid = await idOf('sara');

	for (const to of ['moderator', 'host', 'stopped']) {
		const { status, text } = await host.submit('/standing',
			{ uid, standing: to });

		assert.equal(status, 200);
		assert.equal(formFields(text, '/standing').confirm, '1');
	}
	assert.equal(await redis('HEXISTS', `user:${uid}`, 'standing'), 0);
});

test('what a moderator may', async () => {
	const mona = await member(url, 'mona');
	const tom = await member(url, 'tom');

	await give(host, 'mona', 'moderator');
	assert.deepEqual(offers((await mona.get('/@tom')).text), ['stopped']);
	for (const name of ['helen', 'mona'])
		assert.deepEqual(offers((await mona.get(`/@${name}`)).text), [], name);
	assert.equal(formFields((await mona.get('/@tom')).text, '/reset'), undefined);
	await give(mona, 'tom', 'stopped');
	assert.equal((await tom.get('/')).status, 403);
	await give(mona, 'tom', 'member');
	assert.equal((await tom.get('/')).status, 200);
	for (const [name, standing] of [['tom', 'host'], ['tom', 'moderator'],
		['helen', 'stopped'], ['helen', 'member'], ['mona', 'member']])
		for (const fields of [{}, asked]) {
			const answer = await mona.submit('/standing',
				{ uid: await idOf(name), standing, password, ...fields });

			assert.equal(answer.status, 403, `${name} ${standing}`);
			assert.equal(heading(answer.text), 'Only a host can do that.');
		}
	// Whom a host has suspended, only a host restores.
	await give(host, 'tom', 'stopped');
	assert.equal((await mona.submit('/standing', { uid: await idOf('tom'),
		standing: 'member', ...asked })).status, 403);
	assert.equal((await tom.get('/')).status, 403);
	await give(host, 'tom', 'member');
	await give(host, 'mona', 'member');
	assert.equal((await mona.submit('/standing', { uid: await idOf('tom'),
		standing: 'stopped', ...asked })).status, 404);
});

// Pages remember names for ten seconds, so a new process answers.
function freshly(site, visitor, path) {
	return cgi(pageOf(path), { RETWIS_REDIS: site.address,
		...variables('GET', path, '', { HTTP_HOST: 'localhost',
			HTTP_COOKIE: visitor.cookieHeader() }) });
}

test('while a member is suspended, others see nothing of them', async () => {
	const other = await startStack();
	const [ute, vera, udo] = await Promise.all(['ute', 'vera', 'udo']
		.map((name) => member(other.url, name)));
	const { idOf: id, ...others } = membersOf(other);
	const last = async (name) => other.redis('LINDEX',
		`own:${await id(name)}`, 0);

	await ute.write('Words of hers #rare');
	const hers = await last('ute');

	await vera.submit('/follow', { follow: await id('ute') });
	await ute.submit('/follow', { follow: await id('vera') });
	await vera.submit('/act', { repost: hers });
	await vera.write('A word of mine');
	const mine = await last('vera');

	await ute.submit('/act', { like: mine });
	await ute.submit('/act', { repost: mine });
	await ute.submit('/post', { status: 'Her reply', reply_to: mine });
	const reply = await last('ute');

	await vera.submit('/post', { status: 'My reply', reply_to: reply });
	await vera.submit('/act', { like: hers });
	await indexed(other.redis);
	await others.stand('udo', 'host');
	await udo.submit('/standing', { uid: await id('ute'), standing: 'stopped',
		...asked });
	const places = ['/', '/timeline', '/@vera', `/@vera/${mine}`, '/tag/rare',
		'/search?q=words', '/search?q=ute', '/likes', '/@vera/followers',
		'/@vera/following', '/notifications', '/timeline.atom',
		'/@vera.atom', '/tag/rare.atom', `/@ute/${hers}`, '/@ute',
		'/@ute/followers', '/@ute/mentions', '/@ute.atom'];

	for (const [who, visitor] of [['vera', vera], ['nobody',
		new Visitor(other.url)]])
		for (const path of places) {
			const { status, text } = await freshly(other, visitor, path);
			const what = `${who} ${path}`;

			assert.ok(!/hers|Her reply/.test(text), what);
			assert.ok(!text.includes('href="/@ute"'), what);
			assert.equal(status, path.startsWith('/@ute') ? 404
				: who === 'nobody' && ['/likes', '/notifications']
					.includes(path) ? 303 : 200, what);
		}
	assert.match((await freshly(other, vera, `/@vera/${mine}`)).text,
		/1 hidden reply/);
	// Nobody does anything with what is hidden.
	for (const act of ['like', 'repost'])
		await udo.submit('/act', { [act]: hers });
	assert.equal(await other.redis('EXISTS', `liked:${await id('udo')}`,
		`reposted:${await id('udo')}`), 0);
	assert.equal((await vera.submit('/post', { status: 'x', reply_to: hers }))
		.status, 422);
	assert.equal((await udo.submit('/follow', { follow: await id('ute') }))
		.status, 404);
	// Hosts see it, and that it is so.
	assert.match((await udo.get('/@ute')).text, /Words of hers/);
	assert.match((await udo.get(`/@ute/${hers}`)).text,
		/Suspended: only hosts and moderators see this/);
	const counts = await other.redis('HMGET', `post:${mine}`, 'likes',
		'reposts', 'replies');

	assert.deepEqual(counts, ['1', '1', '1']);
	await udo.submit('/standing', { uid: await id('ute'), standing: 'member',
		...asked });
	assert.match((await freshly(other, vera, '/@ute')).text, /Words of hers/);
	assert.match((await freshly(other, vera, '/notifications')).text,
		/<bdi>@ute<\/bdi>/);
});

test('suspended, they see no more of themselves than visitors do', async () => {
	const yara = await member(url, 'yara');

	await yara.write('Yellow words #yaras');
	await yara.write('Rude words #yaras');
	const [rude, kind] = await redis('LRANGE', `own:${await idOf('yara')}`, 0, 1);

	await host.submit('/remove', { id: rude, reason: 'Be kind.' });
	await give(host, 'yara', 'stopped');
	for (const path of [`/@yara/${kind}`, `/@yara/${rude}`])
		assert.equal((await yara.get(path)).status, 404, path);
	for (const path of ['/timeline', '/tag/yaras', '/@yara'])
		assert.doesNotMatch((await freshly(stack, yara, path)).text,
			/Yellow words/, path);
	await give(host, 'yara', 'member');
	for (const path of [`/@yara/${kind}`, `/@yara/${rude}`])
		assert.equal((await yara.get(path)).status, 200, path);
	assert.match((await freshly(stack, yara, '/timeline')).text, /Yellow words/);
});

test('no answer to a member names somebody who is suspended', async () => {
	const xenia = await member(url, 'xenia');

	await member(url, 'zoe');
	const id = await idOf('zoe');

	await xenia.follow('zoe');
	await host.follow('zoe');
	await give(host, 'zoe', 'stopped');
	assert.equal((await xenia.get(`/quiet?block=${id}`)).status, 404);
	assert.equal((await host.get(`/quiet?block=${id}`)).status, 200);
	for (const [visitor, location] of [[xenia, '/'], [host, '/@zoe']]) {
		const answer = await visitor.submit('/follow', { unfollow: id });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, location);
	}
	assert.equal(await redis('ZCARD', `followers:${id}`), 0);
	await give(host, 'zoe', 'member');
	assert.equal((await xenia.get(`/quiet?block=${id}`)).status, 200);
});

test('the private feed closes, and opens again', async () => {
	const fritz = await member(url, 'fritz');
	const path = await fritz.makeFeed();
	const reader = new Visitor(url);

	for (const [standing, status] of [['stopped', 404], ['member', 200],
		['moderator', 200]]) {
		await give(host, 'fritz', standing);
		assert.equal((await reader.get(path)).status, status, standing);
	}
});

test('one host remains, whatever they press', async () => {
	const gina = await memberAs('gina', 'host');

	await give(gina, 'helen', 'member');
	assert.equal((await host.submit('/standing', { uid: await idOf('gina'),
		standing: 'member' })).status, 404);
	for (const standing of ['member', 'moderator']) {
		const answer = await gina.submit('/standing',
			{ uid: await idOf('gina'), standing, ...asked });

		assert.equal(answer.status, 409, standing);
		assert.equal(heading(answer.text), 'This site needs a host.');
	}
	assert.deepEqual(await redis('SMEMBERS', 'hosts'), [await idOf('gina')]);
	await give(gina, 'helen', 'host');
});

test('two hosts who demote each other at once leave one', async () => {
	const both = { helen: host, ivan: await memberAs('ivan', 'host') };

	await give(host, 'gina', 'member');
	const answers = await Promise.all([
		host.submit('/standing', { uid: await idOf('ivan'),
			standing: 'stopped', ...asked }),
		both.ivan.submit('/standing', { uid: await idOf('helen'),
			standing: 'stopped', ...asked })]);
	const left = await redis('SMEMBERS', 'hosts');

	assert.equal(left.length, 1, `${answers.map(({ status }) => status)}`);
	const name = await redis('HGET', `user:${left[0]}`, 'username');
	const other = name === 'helen' ? 'ivan' : 'helen';

	assert.equal((await both[name].get('/')).status, 200);
	assert.equal((await both[other].get('/')).status, 403);
	await stand('helen', 'host');
});

test('a form that makes no sense changes nothing', async () => {
	await member(url, 'jana');
	const uid = await idOf('jana');

	for (const fields of [{}, { uid }, { standing: 'stopped' },
		{ uid, standing: 'waiting', password },
		{ uid, standing: 'waiting' }, { uid, standing: 'king' },
		{ uid, standing: '' }, { uid: 'x', standing: 'stopped' },
		{ uid: '-1', standing: 'stopped' }])
		assert.equal((await host.submit('/standing', fields)).status, 400,
			JSON.stringify(fields));
	assert.equal((await host.submit('/standing',
		{ uid: '9999', standing: 'host', password })).status, 404);
	assert.equal((await host.submit('/standing',
		{ uid, standing: 'stopped', csrf: 'x' })).status, 403);
	assert.equal(await redis('HEXISTS', `user:${uid}`, 'standing'), 0);
	assert.equal(await redis('SISMEMBER', 'hosts', '9999'), 0);
});

test('a form of another session is asked for once more', async () => {
	const uid = await idOf('jana');
	const { status, text } = await host.submit('/standing',
		{ uid, standing: 'stopped', ...asked, csrf: 'f'.repeat(64) });

	assert.equal(status, 403);
	assert.equal(heading(text), 'That form has expired.');
	assert.match(text, /<bdi>@jana<\/bdi>/);
	const { csrf, ...fields } = formFields(text, '/standing');

	assert.deepEqual(fields, { uid, standing: 'stopped', ...asked });
	assert.equal((await host.postRaw('/standing', { csrf, ...fields })).status,
		303);
	assert.equal(await redis('HGET', `user:${uid}`, 'standing'), 'stopped');
});

test('a password does not come back with a form of another session', async () => {
	const { status, text } = await host.submit('/standing', { uid:
		await idOf('jana'), standing: 'host', password, csrf: 'f'.repeat(64) });

	assert.equal(status, 403);
	assert.match(text, /<a href="\/@jana">Type your password again<\/a>/);
	assert.doesNotMatch(text, new RegExp(password));
});

test('a full Redis keeps no host from suspending somebody', async () => {
	const kurt = await member(url, 'kurt');

	await host.csrf();
	await withoutMemory(stack, () => give(host, 'kurt', 'stopped'));
	assert.equal((await kurt.get('/')).status, 403);
});

test('a word of a later Retwis opens nothing', async () => {
	const lena = await member(url, 'lena');

	await redis('HSET', `user:${await idOf('lena')}`, 'standing', 'king');
	assert.equal((await lena.get('/')).status, 403);
	assert.equal((await lena.get('/account')).status, 200);
	assert.match((await host.get('/@lena')).text, /Status: unknown</);
	await give(host, 'lena', 'member');
	assert.equal((await lena.get('/')).status, 200);
});

test('the mark alone makes nobody a host', async () => {
	const mia = await member(url, 'mia');

	await redis('HSET', `user:${await idOf('mia')}`, 'standing', 'host');
	assert.equal((await mia.submit('/standing', { uid: await idOf('helen'),
		standing: 'stopped' })).status, 404);
	assert.equal((await host.get('/')).status, 200);
});
