// /account/leave: what closes at once, what a worker removes, and what is kept.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { oneRedis } from '../lib/database.mjs';
import { faults as brokenIn } from '../lib/faults.mjs';
import { at, hour } from '../lib/later.mjs';
import { bodies, faults, formFields, heading, messages, people }
	from '../lib/page.mjs';
import { dataFolders } from '../lib/outage.mjs';
import { until } from '../lib/processes.mjs';
import { redisCli } from '../lib/redis.mjs';
import { openStream } from '../lib/stream.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { dump, openRedis } from '../lib/wire.mjs';

const stack = await startStack({ env: { RETWIS_LIMIT_SIGN_IN: '4/600' } });
const { url } = stack;
const redis = openRedis(stack.socket);
const admin = adminOf(stack);
const path = '/account/leave';

const { idOf } = membersOf({ url, redis });

function leave(who, name = who.name, secret = password) {
	return who.submit(path, { username: name, password: secret });
}

async function left(who, name) {
	const answer = await leave(who, name);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/login?left=1');
	return answer;
}

// It need not wait for pages that are under way.
async function finished() {
	for (const note of await redis('ZRANGE', '{leaving}:due', 0, -1))
		await redis('ZADD', '{leaving}:due', 'XX', 0, note);
	await until('the worker has finished', async () =>
		!await redis('EXISTS', '{leaving}:due'));
}

// Even if somebody else left less than an hour ago.
async function forgotten() {
	await redis('DEL', 'lock:rewrite');
	await until('the append-only file has forgotten', async () =>
		!await redis('EXISTS', 'rewrite'));
	if (oneRedis)
		await forgetAsHost();
}

// The commands that docs/hosting.md leaves to the host if there are several
// servers.
async function forgetAsHost() {
	for (const folder of dataFolders(stack)) {
		const say = redisCli({ port: basename(folder) });

		await say('BGREWRITEAOF');
		await say('SLOWLOG', 'RESET');
		await until('it has', async () => (await say('INFO',
			'persistence')).includes('aof_rewrite_in_progress:0'));
	}
}

// The parts of the append-only file, one after the other, in the order in which
// they are read.
await redis('CONFIG', 'SET', 'rdbcompression', 'no');

function appendOnlyFile() {
	return dataFolders(stack).flatMap((folder) =>
		readdirSync(`${folder}/appendonlydir`).map((file) =>
			readFileSync(`${folder}/appendonlydir/${file}`, 'latin1')))
		.join('\n');
}

async function endWindows() {
	for (const key of await redis('KEYS', 'limit:*'))
		await redis('DEL', key);
}

const anna = await member(url, 'anna');

test('the page is linked from /account, and says what is deleted and kept', async () => {
	assert.match((await anna.get('/account')).text,
		/<a href="\/account\/leave">Leave Retwis<\/a>/);
	const page = await anna.get(path);

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), 'Leave Retwis');
	assert.match(page.text, /What will be deleted.*What will stay.*<bdi>@anna<\/bdi>/s);
	const { csrf, ...fields } = formFields(page.text, path);

	assert.match(csrf, /^[0-9a-f]{64}$/);
	assert.deepEqual(fields, { username: '', password: '' });
	assert.deepEqual(messages(page.text), {});
	assert.equal((await anna.get('/login')).status, 303);
});

test('strangers are led to the sign-in, which says nothing of it', async () => {
	const nobody = new Visitor(url);

	for (const answer of [await nobody.get(path),
		await leave(nobody, 'anna')]) {
		assert.equal(answer.status, 303);
		assert.match(answer.location, /^\/login(\?|$)/);
	}
	assert.doesNotMatch((await nobody.get('/login')).text, /closed/);
	assert.equal((await anna.get('/account/leaves')).status, 404);
	for (const visitor of [anna, nobody])
		assert.equal(await visitor.moved(`${path}/`), path);
});

test('a mistake is reported next to its field, and changes nothing', async () => {
	const ben = await member(url, 'ben');
	const user = `user:${await idOf('ben')}`;
	const before = await redis('HGETALL', user);
	const table = [
		[['ben', 'wrong'], ['password-bad'], /^Wrong password\.$/],
		[['ben', ''], ['password-bad'], /^Enter your password/],
		[['anna', password], ['username-bad'], /^That isn't your name/],
		[['', password], ['username-bad'], /^That isn't your name/],
		[['', ''], ['username-bad', 'password-bad'], /./],
	];

	for (const [typed, fields, why] of table) {
		const answer = await leave(ben, ...typed);

		assert.equal(answer.status, 422, typed);
		assert.deepEqual(faults(answer.text).filter((id) =>
			id.endsWith('-bad')), fields, typed);
		assert.match(messages(answer.text)[fields[0]], why, typed);
		const { csrf: _, ...kept } = formFields(answer.text, path);

		assert.deepEqual(kept, { username: '', password: '' });
	}
	assert.deepEqual(await redis('HGETALL', user), before);
	assert.equal(await redis('EXISTS', '{leaving}:due', 'reserved'), 0);
	assert.equal(heading((await ben.get('/')).text), 'Home');
});

test('wrong passwords count as attempts, and after too many none does', async () => {
	const carl = await member(url, 'carl');

	await endWindows();
	for (let i = 0; i < 4; i++)
		assert.equal((await leave(carl, 'carl', 'wrong')).status, 422);
	const answer = await leave(carl);

	assert.equal(answer.status, 429);
	assert.ok(answer.headers['retry-after'] > 0);
	assert.match(messages(answer.text)['form-bad'], /^Too many attempts/);
	assert.ok(await idOf('carl'));
	await endWindows();
});

test('a form of another session, or of another site', async () => {
	const dora = await member(url, 'dora');
	const fields = { username: 'dora', password };

	for (const answer of [
		await dora.postRaw(path, { csrf: 'f'.repeat(64), ...fields }),
		await dora.submit(path, fields, { origin: 'http://evil.example' })])
		assert.equal(answer.status, 403);
	assert.equal(await redis('EXISTS', '{leaving}:due'), 0);
});

test('the account closes at once, everywhere', async () => {
	const emil = await member(url, 'emil');
	const phone = new Visitor(url);
	const fay = await member(url, 'fay');

	await phone.login('emil');
	await emil.write('I am here');
	const feed = await emil.makeFeed();
	const stream = openStream({ path: `${stack.var}/live.sock` }, '/live',
		phone.cookies.get('auth'));

	await stream.answers(200);
	const answer = await left(emil, '@Emil');

	assert.ok(answer.headers['set-cookie'].some((line) =>
		/^auth=;.*Max-Age=0/.test(line)));
	assert.match((await emil.get(answer.location)).text,
		/<p class="hello" role="status">Your account is closed/);
	await stream.ends();
	for (const browser of [emil, phone])
		assert.equal((await browser.get('/account')).location, '/login?back=%2Faccount');
	assert.equal((await phone.login('emil')).status, 401);
	assert.equal((await fay.get('/@emil')).status, 404);
	assert.equal((await fay.get(feed)).status, 404);
	assert.deepEqual(people((await fay.get('/search?q=emil')).text), []);
	assert.doesNotMatch((await fay.get('/timeline')).text,
		/class="who" href="\/@emil">.*Newest/s);
	await finished();
	assert.deepEqual(bodies((await fay.get('/timeline')).text)
		.filter((body) => body === 'I am here'), []);
	assert.deepEqual(await brokenIn(redis), []);
});

// Everything that a member can have, with words that nobody else writes.
async function busyMember(name, friend) {
	const who = await member(url, name);
	const post = await friend.write('A word of a friend');

	assert.equal(post.status, 303);
	const theirs = await redis('LINDEX', 'timeline', 0);

	await friend.follow(name);
	await who.follow(friend.name);
	await who.post('/bio', { bio: `${name} wholly xyzzy` });
	await who.post('/account/name', { name: 'Linde Xyzzy' });
	await who.write(`A xyzzy #${name}tag for @${friend.name}`);
	for (const button of ['like', 'repost'])
		await who.post('/act', { [button]: theirs });
	await who.post('/post', { status: 'Later xyzzy', nonce: 'later',
		at: at(hour) });
	await who.submit('/invitations', { uses: 3, days: 3 });
	await who.makeFeed();
	return who;
}

test('neither Redis nor its file knows of a member who has left', async () => {
	const gus = await member(url, 'gus');
	const rosalind = await busyMember('rosalind', gus);
	const first = await redis('LINDEX', `own:${await idOf('rosalind')}`, -1);

	await gus.post('/post', { status: 'An answer', reply_to: first,
		nonce: 'answer' });
	await gus.write('I miss @rosalind already');
	for (const button of ['like', 'repost'])
		await gus.post('/act', { [button]: first });
	await new Visitor(url).login('rosalind', 'a wrong guess');
	const secrets = [rosalind.cookies.get('auth'), await redis('HGET',
		`user:${await idOf('rosalind')}`, 'password'),
	(await redis('KEYS', 'invite:*'))[0].slice(7)];

	assert.match(appendOnlyFile(), /rosalind/);
	assert.match(JSON.stringify(await dump(redis)), /Linde Xyzzy/);
	await left(rosalind);
	await finished();
	await forgotten();
	const everything = JSON.stringify(await dump(redis));
	const others = everything.replace(/I miss @rosalind already/g, '')
		.replace(/(mentions|reply_name)=rosalind/g, '');
	const file = appendOnlyFile();

	for (const word of ['rosalind', 'xyzzy', 'Xyzzy', ...secrets])
		assert.equal(others.includes(word), false, word);
	for (const word of ['xyzzy', 'Xyzzy', ...secrets])
		assert.equal(file.includes(word), false, word);
	assert.match(everything, /mentions=rosalind/);
	assert.match(everything, /reply_name=rosalind/);
	assert.equal(await redis('SLOWLOG', 'LEN'), 0);
	assert.deepEqual(await brokenIn(redis), []);
	// Timelines may contain deleted posts, however these were deleted.
	await redis('DEL', `posts:${await idOf('gus')}`);
	const check = await admin(['check']);

	assert.equal(check.status, 0, check.output);
	assert.match(check.output, /\nBroken: 0, left over: 0\n|^Checked/);
	assert.doesNotMatch(check.output, /Left over/);
});

// With several servers no rewrite is due: a worker leaves their files to the
// host.
test('if nobody mentions a member, not even the name is left', { skip: oneRedis }, async () => {
	const solveig = await member(url, 'solveig');

	await solveig.write('Nobody hears me, plugh');
	await solveig.post('/bio', { bio: 'plugh' });
	assert.match(appendOnlyFile(), /solveig.*plugh/s);
	await left(solveig);
	await finished();
	// The next rewrite of the file is due in an hour.
	assert.match(appendOnlyFile(), /solveig.*plugh/s);
	assert.ok(await redis('HGET', 'rewrite', 'owed'));
	await forgotten();
	for (const all of [JSON.stringify(await dump(redis)), appendOnlyFile()])
		assert.doesNotMatch(all, /solveig|plugh/i);
});

test('nor of a post that the host deletes', async () => {
	const nils = await member(url, 'nils');

	await nils.write('Said in anger, frobnitz');
	const id = await redis('LINDEX', 'timeline', 0);

	assert.equal((await admin(['delete', '--yes', id])).status, 0);
	assert.match(appendOnlyFile(), /frobnitz/);
	await forgotten();
	assert.doesNotMatch(appendOnlyFile(), /frobnitz/);
	assert.match(appendOnlyFile(), /nils/);
});

test('the name of a member who has left can still be written, and is no link', async () => {
	const gus = new Visitor(url);

	await gus.login('gus');
	const home = await gus.get('/@gus');
	const links = [...home.text.matchAll(/href="(\/@rosalind[^"]*)"/g)];

	assert.ok(bodies(home.text).includes('I miss @rosalind already'));
	assert.ok(links.length >= 2);
	for (const [, link] of links) {
		const page = await gus.get(link);

		assert.equal(page.status, 404, link);
		assert.equal(heading(page.text), 'Page not found.', link);
	}
	const answer = home.text.match(/\/@gus\/(\d+)"[^@]*In reply to/)[1];

	assert.match((await gus.get(`/@gus/${answer}`)).text,
		/This post was deleted/);
	const stranger = await new Visitor(url).register('rosalind');

	assert.equal(stranger.status, 422);
	assert.match(messages(stranger.text)['register-username-bad'],
		/name is taken/);
});

test('suspended and waiting members can leave, too', async () => {
	for (const standing of ['stopped', 'waiting']) {
		const name = `is_${standing}`;
		const who = await member(url, name);
		const id = await idOf(name);

		await redis('HSET', `user:${id}`, 'standing', standing);
		if (standing === 'waiting') {
			await redis('ZADD', 'waiting', 1, id);
			await redis('ZREM', 'members', `${name}\t${id}`);
			await redis('ZREM', 'users_by_time', name);
		}
		const page = await who.get(path);

		assert.equal(page.status, 200, standing);
		await left(who);
		await finished();
		assert.equal(await redis('EXISTS', `user:${id}`), 0);
		// Nobody has ever seen the name of a newcomer.
		assert.equal((await new Visitor(url).register(name)).status,
			standing === 'waiting' ? 303 : 422);
	}
	assert.deepEqual(await brokenIn(redis), []);
});

test('the only host gets a message, and cannot leave', async () => {
	const helen = await member(url, 'helen');

	await member(url, 'henry');
	assert.equal((await admin(['host', 'helen'])).status, 0);
	const before = await dump(redis);
	const answer = await leave(helen);

	assert.equal(answer.status, 409);
	assert.match(messages(answer.text)['form-bad'], /^You're the only host/);
	assert.equal(heading((await helen.get('/')).text), 'Home');
	const after = await dump(redis);

	for (const key of ['set hosts', 'hash users', 'set reserved',
		`hash user:${await idOf('helen')}`])
		assert.deepEqual(after[key], before[key], key);
	assert.equal(await redis('EXISTS', '{leaving}:due'), 0);
	await admin(['host', 'henry']);
	await left(helen);
	assert.equal(String(await redis('SMEMBERS', 'hosts')),
		await idOf('henry'));
	await finished();
	assert.deepEqual(await brokenIn(redis), []);
});

test('a form that is sent twice at once', async () => {
	const ida = await member(url, 'ida');
	const answers = await Promise.all([leave(ida), leave(ida)]);

	for (const answer of answers)
		assert.ok([303, 404].includes(answer.status), answer.status);
	await finished();
	assert.equal(await idOf('ida'), null);
	assert.deepEqual(await brokenIn(redis), []);
});

test('where PHP Retwis reads the database, too, nobody can leave', async () => {
	const jack = await member(url, 'jack');
	const id = await idOf('jack');

	await redis('DEL', 'layout');
	await redis('HSET', `user:${id}`, 'auth', jack.cookies.get('auth'));
	await redis('HSET', 'auths', jack.cookies.get('auth'), id);
	const answer = await leave(jack);

	assert.equal(answer.status, 409);
	assert.match(messages(answer.text)['form-bad'], /Ask a host/);
	assert.equal(await idOf('jack'), id);
	assert.equal(await redis('EXISTS', '{leaving}:due'), 0);
	await redis('SET', 'layout', '1');
});
