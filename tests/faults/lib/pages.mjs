// kill -9 of a page program after each of its commands. Whatever the member was
// told before is kept, and a member who does the same thing again succeeds.
import assert from 'node:assert/strict';
import { adminOf } from '../../admin/lib/admin.mjs';
import { faults } from '../../lib/faults.mjs';
import { bodies, heading } from '../../lib/page.mjs';
import { until } from '../../lib/processes.mjs';
import { switchOn } from '../../lib/totp.mjs';
import { Visitor, member, password } from '../../lib/visitor.mjs';
import { broken, drained, lost } from './invariants.mjs';
import { quick, startSite } from './site.mjs';

// Anna and Ben follow each other, Cleo follows Anna, Dora nobody. Everybody has
// a timeline, and the program that is killed has no first-time work left to do
// on the site.
export async function prepare(site) {
	const names = ['anna', 'ben', 'cleo', 'dora'];
	const all = {};

	for (const name of names)
		all[name] = await member(site.url, name);
	await all.anna.follow('ben');
	await all.ben.follow('anna');
	await all.cleo.follow('anna');
	await all.anna.write('The first.');
	await all.ben.write('The second.');
	for (const name of names) {
		await all[name].get('/');
		await all[name].csrf();
	}
	await broken(site, []);
	await site.save();
	return all;
}

export const before = [{ author: 1, body: 'The first.' },
	{ author: 2, body: 'The second.' }];

// [who, page, fields, the post that it makes]
const acts = ({ anna, ben, dora }) => ({
	'a post': [anna, 'post', { status: 'Hello, @ben and @dora. #tag #more',
		nonce: 'n' }, { author: 1, body: 'Hello, @ben and @dora. #tag #more' }],
	'a reply': [ben, 'post', { status: 'Yes.', reply_to: 1, nonce: 'n' },
		{ author: 2, body: 'Yes.' }],
	'a repost': [ben, 'act', { repost: 1 }],
	'following': [dora, 'follow', { follow: 1 }],
	'stopping to follow': [ben, 'follow', { unfollow: 1 }],
	'a like': [ben, 'act', { like: 1 }],
	'muting': [ben, 'quiet', { mute: 1 }],
	'blocking': [ben, 'quiet', { block: 1 }],
	'saving': [ben, 'act', { save: 1 }],
	'pinning': [anna, 'act', { pin: 1 }],
	'leaving a conversation': [ben, 'act', { leave: 1 }],
});

// Before it is done again: the post is completely there, or not at all; and
// nothing else is worse than half done.
function testAct(test, site, name, [who, page, fields, post]) {
	test(name, async () => {
		const check = async (after) => {
			const first = post ? broken : lost;

			assert.deepEqual(await first(site, before), [], `${after}`);
			const again = await who.submit(`/${page}`, fields);

			assert.equal(again.status, 303, `${after}: ${again.text}`);
			assert.deepEqual(await broken(site,
				post ? [...before, post] : before), [], `${after}`);
		};
		const commands = await site.atEachCommand({ who, page, fields },
			check);

		assert.ok(commands > 4, `only ${commands} commands`);
	});
}

// One of the two texts is everywhere, also in the lists of those whom it
// mentions, of its tags and of its words; and sent again, the new one is.
function testEdit(test, site, { anna }) {
	test('a correction', async () => {
		const old = { author: 1, body: 'Hello, @ben and @dora. #tag #more' };
		const fresh = { author: 1, body: 'Bye, @dora and @cleo. #more #other' };

		await site.restore();
		await anna.submit('/post', { status: old.body, nonce: 'e' });
		assert.deepEqual(await broken(site, [...before, old]), []);
		await site.save();
		const id = await site.data('GET', 'next_post_id');
		const fields = { id, version: '0', status: fresh.body };
		const check = async (after) => {
			const body = await site.data('HGET', `post:${id}`, 'body');

			assert.deepEqual(await broken(site, [...before,
				body === old.body ? old : fresh]), [], `${after}`);
			const again = await anna.submit('/edit', fields);

			assert.equal(again.status, 303, `${after}: ${again.text}`);
			assert.deepEqual(await broken(site, [...before, fresh]), [],
				`${after}`);
			assert.deepEqual(await site.data('HMGET', `post:${id}`, 'edits',
				'before', 'before_mentions'), ['1', null, null], `${after}`);
			assert.equal(await site.data('EXISTS', 'tag:tag',
				'mentions:2'), 0, `${after}`);
		};
		const commands = await site.atEachCommand({ who: anna, page: 'edit',
			fields }, check);

		assert.ok(commands > 8, `only ${commands} commands`);
	});
}

// The name is free, or it is hers with the password that she entered. The first
// attempt may have used up a number: no number is given out twice.
function testRegister(test, site) {
	test('registering', async () => {
		const fields = { username: 'eve', password, password2: password };
		const check = async (after) => {
			assert.deepEqual(await lost(site, before), [], `${after}`);
			const eve = new Visitor(site.url);
			const again = await eve.post('/register', fields);

			assert.ok([303, 422].includes(again.status),
				`${after}: ${again.text}`);
			const { status } = await new Visitor(site.url).login('eve');

			assert.equal(status, 303, `${after}`);
			assert.deepEqual(await broken(site, before,
				['Left over, registration cut short: 1']), [], `${after}`);
		};

		assert.ok(await site.atEachCommand({ who: new Visitor(site.url),
			page: 'register', fields }, check) > 5);
	});
}

// The attempt leaves nothing behind that would lock her out, and she can sign
// in.
function testSignIn(test, site) {
	test('signing in', async () => {
		const fields = { username: 'dora', password };
		const check = async (after) => {
			const { status } = await new Visitor(site.url).login('dora');

			assert.equal(status, 303, `${after}`);
			assert.ok(await site.data('TTL', 'known:4') > 0, `${after}`);
			assert.deepEqual(await broken(site, before), [], `${after}`);
		};

		assert.ok(await site.atEachCommand({ who: new Visitor(site.url),
			page: 'login', fields }, check) > 12);
	});
}

function withCookies(visitor) {
	const copy = new Visitor(visitor.url);

	copy.cookies = new Map(visitor.cookies);
	return copy;
}

// The member whose request died is still signed in, or was signed out by that
// request.
function testSignOut(test, site, { anna }) {
	test('signing out', async () => {
		const check = async (after) => {
			assert.deepEqual(await lost(site, before), [], `${after}`);
			const browser = withCookies(anna);
			const again = await browser.postRaw('/logout',
				{ csrf: await anna.csrf() });
			const home = await withCookies(anna).get('/');
			const { status } = await browser.login('anna');

			assert.equal(again.status, 303, `${after}`);
			assert.notEqual(heading(home.text), 'Home', `${after}`);
			assert.equal(status, 303, `${after}`);
			assert.deepEqual(await broken(site, before), [], `${after}`);
		};

		for (const fields of [{}, { everywhere: 1 }])
			assert.ok(await site.atEachCommand({ who: anna,
				page: 'logout', fields }, check) > 3);
	});
}

// One of the two passwords is right, and the session that sent the request has
// ended or is still valid.
function testPassword(test, site, { dora }) {
	test('a new password', async () => {
		const fresh = 'another horse battery';
		const fields = { old: password, password: fresh, password2: fresh };
		const check = async (after) => {
			const signIn = async (word) => (await new Visitor(site.url)
				.login('dora', word)).status;

			assert.deepEqual([await signIn(password), await signIn(fresh)]
				.sort(), [303, 401], `${after}`);
			assert.deepEqual(await broken(site, before), [], `${after}`);
		};
		const commands = await site.atEachCommand({ who: dora,
			page: 'account', path: '/account/password', fields }, check);

		assert.ok(commands > 8, `only ${commands} commands`);
	});
}

// One of the two passwords is right. If it is the new one, the link is used up
// and every session has ended; otherwise the link still works, and does all of
// that.
function testReset(test, site, { dora }) {
	test('a new password by a link', async () => {
		await site.restore();
		const { output } = await adminOf(site.stack)(['reset', 'dora']);
		const [path] = output.match(/^\/reset\/\w+$/m);
		const fresh = 'another horse battery';
		const fields = { password: fresh, password2: fresh };

		await site.save();
		const check = async (after) => {
			const signIn = async (word) => (await new Visitor(site.url)
				.login('dora', word)).status;
			const isDone = await signIn(fresh) === 303;

			assert.equal(await signIn(password), isDone ? 401 : 303,
				`${after}`);
			assert.equal((await new Visitor(site.url).get(path)).status,
				isDone ? 410 : 200, `${after}`);
			assert.equal(heading((await withCookies(dora).get('/')).text)
				=== 'Home', !isDone, `${after}`);
			assert.deepEqual(await broken(site, before), [], `${after}`);
			const again = await new Visitor(site.url).postRaw(path, fields);

			assert.equal(again.status, isDone ? 410 : 303, `${after}`);
			assert.equal(await signIn(fresh), 303, `${after}`);
			assert.deepEqual(await broken(site, before), [], `${after}`);
		};
		const commands = await site.atEachCommand({ who: new Visitor(site.url),
			page: 'reset', path, fields }, check);

		assert.ok(commands > 6, `only ${commands} commands`);
	});
}

// It uses the link once, and adds one member, who has the password that she
// entered.
function testJoin(test, site, { anna }) {
	test('joining by a link', async () => {
		await site.restore();
		await anna.submit('/invitations', { uses: 5, days: 7 });
		await site.save();
		const [token] = await site.data('ZRANGE', 'invites:1', 0, -1);
		const fields = { invite: token, nonce: 'j', username: 'fay', password,
			password2: password };
		const check = async (after) => {
			assert.deepEqual(await lost(site, before), [], `${after}`);
			const again = await new Visitor(site.url)
				.postRaw('/register', fields);

			assert.equal(again.status, 303, `${after}: ${again.text}`);
			const { status } = await new Visitor(site.url).login('fay');

			assert.equal(status, 303, `${after}`);
			assert.equal(await site.data('HGET', `invite:${token}`, 'left'),
				'4', `${after}`);
			assert.equal(await site.data('HLEN', 'users'), 5, `${after}`);
			// The two may not follow each other yet: the buttons
			// can still do that.
			assert.deepEqual(await lost(site, before), [], `${after}`);
		};
		const commands = await site.atEachCommand({ who: new Visitor(site.url),
			page: 'register', fields }, check);

		assert.ok(commands > 15, `only ${commands} commands`);
	});
}

// Pressed again, the button completes all of it.
function testStanding(test, site, { anna, dora }) {
	test('stopping a member, or making one a host', async () => {
		await site.restore();
		await site.data('SADD', 'hosts', 1);
		await site.data('HSET', 'user:1', 'standing', 'host');
		await site.save();
		for (const standing of ['stopped', 'host']) {
			const fields = { uid: 4, standing, confirm: '1',
				reason: 'Be kind.', password };
			const check = async (after) => {
				assert.deepEqual(await lost(site, before), [],
					`${after}`);
				const again = await anna.submit('/standing', fields);

				// A member who is suspended already is no news.
				assert.ok(again.status === 303 ||
					(standing === 'stopped' && again.status === 409),
				`${again.status} ${after}`);
				assert.equal((await dora.get('/')).status,
					standing === 'stopped' ? 403 : 200, `${after}`);
				assert.deepEqual(await broken(site, before), [],
					`${after}`);
			};
			const commands = await site.atEachCommand({ who: anna,
				page: 'standing', fields }, check);

			assert.ok(commands > 5, `only ${commands} commands`);
		}
	});
}

// A browser from before each device had its own session remains signed in.
function testClaim(test, site, { cleo }) {
	test('the claim of an older session', async () => {
		const secret = `${'c'.repeat(32)}3`;
		const share = async () => {
			await site.data('DEL', 'sessions:3');
			await site.data('HSET', 'user:3', 'auth', secret);
			await site.data('HSET', 'auths', secret, 3);
		};

		await site.restore();
		await share();
		cleo.cookies.set('auth', secret);
		await cleo.csrf();
		await until('that page has claimed it', async () =>
			await site.data('HEXISTS', 'auths', secret) === 0);
		await share();
		await site.save();
		const check = async (after) => {
			assert.equal(heading((await cleo.get('/')).text), 'Home',
				`${after}`);
			await until('the claim is finished', async () =>
				await site.data('HEXISTS', 'user:3', 'auth') === 0);
			assert.equal(heading((await cleo.get('/')).text), 'Home',
				`${after}`);
			// Until a worker's next sweep.
			assert.deepEqual(await broken(site, before,
				['Left over, secret without a member: 1']), [], `${after}`);
		};
		const commands = await site.atEachCommand({ who: cleo, page: 'home',
			path: '/' }, check);

		assert.ok(commands > 10, `only ${commands} commands`);
	});
}

// With a like, a repost and a reply. The post is there with all of them, or a
// worker removes it with all of them except the reply; then nobody can delete
// it again. Home timelines keep its id, which is not shown to anybody.
function testDelete(test, site, { anna, ben, cleo }) {
	test('deleting a post', async () => {
		const reply = { author: 2, body: 'Yes.' };
		const all = [...before, reply];

		await site.restore();
		for (const who of [ben, cleo])
			await who.submit('/act', { like: 1 });
		await ben.submit('/act', { repost: 1 });
		await ben.submit('/post', { status: 'Yes.', reply_to: 1, nonce: 'd' });
		assert.deepEqual(await broken(site, all), []);
		await site.save();
		const check = async (after) => {
			await drained(site);
			const there = await site.data('HEXISTS', 'post:1', 'body');

			assert.deepEqual(await faults(site.data), [], `${after}`);
			const again = await anna.submit('/delete', { id: 1 });

			assert.equal(again.status, there ? 303 : 404, `${after}`);
			assert.deepEqual(await broken(site, all.slice(1)), [],
				`${after}`);
			assert.deepEqual(await site.data('HGETALL', 'post:1'),
				['gone', '1'], `${after}`);
		};
		const commands = await site.atEachCommand({ who: anna,
			page: 'delete', fields: { id: 1 } }, check);

		assert.ok(commands > 15, `only ${commands} commands`);
	});
}

// The worker need not wait until the members who leave are due.
async function gone(site) {
	for (const note of await site.data('ZRANGE', '{leaving}:due', 0, -1))
		await site.data('ZADD', '{leaving}:due', 'XX', 0, note);
	await until('nobody is leaving', async () =>
		await site.data('EXISTS', '{leaving}:due') === 0);
}

// If the entry is there, Ben has left, and everything that he did is gone. If
// it is not, he has not left, and leaves when he presses the button again.
function testLeave(test, site, { anna, ben }) {
	test('leaving', async () => {
		const fields = { username: 'ben', password };
		const stays = before.slice(0, 1);

		await site.restore();
		await ben.submit('/act', { like: 1 });
		await ben.submit('/act', { repost: 1 });
		assert.deepEqual(await broken(site, before), []);
		await site.save();
		const check = async (after) => {
			await gone(site);
			if (await site.data('HEXISTS', 'users', 'ben')) {
				assert.deepEqual(await lost(site, before), [], `${after}`);
				const again = await withCookies(ben)
					.submit('/account/leave', fields);

				assert.equal(again.status, 303, `${after}`);
				await gone(site);
			}
			assert.equal((await anna.get('/@ben')).status, 404);
			assert.deepEqual(await broken(site, stays), [], `${after}`);
			assert.equal(await site.data('EXISTS', 'user:2', 'own:2',
				'liked:2', 'reposted:2'), 0, `${after}`);
		};
		const commands = await site.atEachCommand({ who: ben, page: 'leave',
			path: '/account/leave', fields }, check);

		assert.ok(commands > 15, `only ${commands} commands`);
	});
}

// Anna has written more posts than are first read of any author. If Cleo has
// not looked for a month, she finds all of them the next time she looks, even
// if a program died while building her timeline.
function testHome(test, site, { anna, cleo }) {
	test('a home timeline\'s rebuild', async () => {
		const all = [...before];

		await site.restore();
		for (let n = 0; n < 60; n++) {
			const body = `Number ${n}`;

			await anna.submit('/post', { status: body, nonce: `${n}` });
			all.push({ author: 1, body });
		}
		assert.deepEqual(await broken(site, all), []);
		await site.save();
		const wanted = await site.data('LRANGE', 'own:1', 0, -1);
		const check = async (after) => {
			const home = await cleo.get('/');

			assert.equal(home.status, 200, `${after}`);
			assert.equal(bodies(home.text)[0], 'Number 59', `${after}`);
			// Nobody else stores it until the dead program's lock
			// expires.
			await site.data('DEL', 'lock:{posts:3}');
			await cleo.get('/');
			assert.deepEqual(await site.data('LRANGE', 'posts:3', 0, -1),
				wanted, `${after}`);
			assert.deepEqual(await broken(site, all), [], `${after}`);
		};
		const commands = await site.atEachCommand({ who: cleo, page: 'home',
			path: '/', without: 'posts:3' }, check);

		assert.ok(commands > 10, `only ${commands} commands`);
	});
}

// The code is spent before the session begins: if Redis or the page dies in
// between, nobody can use it again, and she signs in with another one.
function testCode(test, site, { dora }) {
	test('a code', async () => {
		const half = async () => {
			const visitor = new Visitor(site.url);

			assert.equal((await visitor.login('dora')).location, '/login');
			return visitor;
		};

		await site.restore();
		const { spare } = await switchOn(withCookies(dora));
		const who = await half();

		await site.save();
		const check = async (after) => {
			const enter = async (code) =>
				(await (await half()).postRaw('/login', { code })).status;
			const left = await site.data('HGET', 'user:4', 'totp_spare');
			const isSpent = left.split(' ').length < spare.length;

			assert.equal(await enter(spare[0]), isSpent ? 401 : 303,
				`${after}`);
			assert.equal(await enter(spare[1]), 303, `${after}`);
			assert.notEqual(heading((await withCookies(who).get('/')).text),
				'Home', `${after}`);
		};
		const commands = await site.atEachCommand({ who, page: 'login',
			fields: { code: spare[0] } }, check);

		assert.ok(commands > 10, `only ${commands} commands`);
	});
}

// begin(name, run) is passed by the caller: a test is counted for the file that
// calls node's test().
export async function testPages(begin, { isBusApart, hasNodes } = {}) {
	const site = await startSite(isBusApart, { env: quick, hasNodes });
	const members = await prepare(site);
	const where = hasNodes ? 'a node' : isBusApart ? 'a bus of its own'
		: 'one server';
	const test = (name, run) =>
		begin(`${name} is cut short, ${where}`, run);

	for (const [name, act] of Object.entries(acts(members)))
		testAct(test, site, name, act);
	testEdit(test, site, members);
	testRegister(test, site);
	testSignIn(test, site);
	testSignOut(test, site, members);
	testPassword(test, site, members);
	testReset(test, site, members);
	testJoin(test, site, members);
	testStanding(test, site, members);
	// The entry and the job are on two servers there: doing it once is
	// enough.
	if (isBusApart || hasNodes)
		testDelete(test, site, members);
	testLeave(test, site, members);
	testHome(test, site, members);
	testClaim(test, site, members);
	// What is on a bus of its own is not restored.
	if (!isBusApart)
		testCode(test, site, members);
}
