// Muting and blocking: what no longer reaches whom, on every page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { at, hour } from '../lib/later.mjs';
import { bodies, formFields, heading, unescapeHtml } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const carl = await member(url, 'carl');
const idOf = async (name) => Number(await redis('HGET', 'users', name));
const ids = Object.fromEntries(await Promise.all(['anna', 'ben', 'carl']
	.map(async (name) => [name, await idOf(name)])));

const quiet = async (visitor, act, name) => visitor.post('/quiet',
	{ [act]: await idOf(name), back: `/@${name}` });
const seen = async (visitor, path) => bodies((await visitor.get(path)).text);
const main = async (visitor, path) => (await visitor.get(path)).text
	.match(/<main.*<\/main>/s)[0];
const entriesOf = async (name) => (await redis('ZRANGE', `notices:${ids[name]}`, 0,
	-1)).filter((entry) => entry !== 'seen');
const scores = async (name) => Object.fromEntries((await redis('ZRANGE',
	`quiet:${ids[name]}`, 0, -1, 'WITHSCORES')).map(([id, score]) =>
	[id, Math.sign(score)]));

// Nobody mutes anybody any more.
async function peace() {
	for (const visitor of [anna, ben, carl])
		for (const id of Object.values(ids))
			for (const act of ['unmute', 'unblock'])
				assert.equal((await visitor.post('/quiet',
					{ [act]: id })).status, 303);
	for (const id of Object.values(ids)) {
		assert.equal(await redis('EXISTS', `quiet:${id}`), 0);
		assert.equal(await redis('EXISTS', `quiet_by:${id}`), 0);
	}
}

// ---- muting ----------------------------------------------------------------

test('what a muted member writes is on no page but their own', async () => {
	await anna.follow('ben');
	await anna.follow('carl');
	await carl.follow('ben');
	const bens = await write(ben, 'Quokkas are loud #zoo @anna');
	const carls = await write(carl, 'Wombats are loud #zoo @anna');

	await carl.post('/act', { repost: bens });
	await ben.post('/act', { repost: carls });
	await anna.post('/act', { save: bens });
	await anna.post('/act', { like: bens });
	const pages = ['/', '/timeline', '/tag/zoo', '/@anna/mentions', '/saved',
		'/likes', '/search?q=loud', '/@carl'];
	const feed = await anna.makeFeed();
	const has = async (path, word) =>
		(await anna.get(path)).text.includes(word);

	await until('all words are found', async () =>
		await has('/search?q=loud', 'Quokkas') &&
		await has('/search?q=loud', 'Wombats'));
	for (const path of [...pages, feed])
		assert.ok(await has(path, 'Quokkas'), `before: ${path}`);
	assert.equal((await quiet(anna, 'mute', 'ben')).location, '/@ben');
	for (const path of [...pages, feed])
		assert.ok(!await has(path, 'Quokkas'), path);
	for (const path of ['/', '/timeline', '/search?q=loud', feed])
		assert.ok(await has(path, 'Wombats'), path);
	// A repost by a muted member shows nothing either, and is not named.
	assert.ok(!(await main(anna, '/')).includes('<bdi>@ben</bdi></a> reposted'));
	assert.ok(await has('/@ben', 'Quokkas'), 'on their own profile');
	assert.ok(await has(`/@ben/${bens}`, 'Quokkas'), 'and on its own page');
	for (const reader of [ben, carl])
		assert.ok((await seen(reader, '/timeline')).some((body) =>
			body.includes('Quokkas')), 'others see it');
	await quiet(anna, 'unmute', 'ben');
	for (const path of pages)
		assert.ok(await has(path, 'Quokkas'), `again: ${path}`);
	await peace();
});

// On a site that everybody may read these are the same for everybody.
test('the feeds of a site that only members read', async () => {
	const closed = await startStack({ env: { RETWIS_READERS: 'members' } });
	const [dora, emil] = [await member(closed.url, 'dora'),
		await member(closed.url, 'emil')];
	const feeds = ['/timeline.atom', '/tag/zoo.atom', '/@dora/mentions.atom'];
	const has = async (path) => (await dora.get(path)).text.includes('Quokkas');

	await write(emil, 'Quokkas are loud #zoo @dora');
	for (const path of [...feeds, '/@emil.atom'])
		assert.ok(await has(path), `before: ${path}`);
	await dora.submit('/quiet',
		{ mute: await closed.redis('HGET', 'users', 'emil') });
	for (const path of feeds)
		assert.ok(!await has(path), path);
	assert.ok(await has('/@emil.atom'), 'their own');
	await closed.stop();
});

test('a forged cookie shows nothing of what its member mutes', async () => {
	const bens = await write(ben, 'Who hears me?');
	const out = new Visitor(url);

	await quiet(anna, 'mute', 'ben');
	out.cookies.set('auth', `${'0'.repeat(32)}${ids.anna}`);
	assert.match((await out.get('/timeline')).text, /Who hears me/);
	assert.match((await out.get(`/@ben/${bens}`)).text, /Who hears me/);
	await peace();
});

test('a page is as full as it would be without them', async () => {
	for (let i = 0; i < 10; i++)
		await write(carl, `old ${i}`);
	for (let i = 0; i < 12; i++)
		await write(ben, `new ${i}`);
	await quiet(anna, 'mute', 'ben');
	const home = await seen(anna, '/');

	assert.deepEqual(home, Array.from({ length: 10 }, (_, i) => `old ${9 - i}`));
	await peace();
});

test('in a conversation a count is in their place', async () => {
	const root = await write(anna, 'Who comes along?');
	const first = await write(ben, 'I do', { reply_to: root });

	await write(ben, 'Really', { reply_to: root });
	await write(carl, 'Good', { reply_to: first });
	await write(ben, 'Oh yes', { reply_to: root });
	await quiet(anna, 'mute', 'ben');
	const page = (await main(anna, `/@anna/${root}`)).replace(/<[^>]*>/g, ' ');
	const order = ['Who comes along?', '1 hidden reply', 'Good',
		'2 hidden replies'].map((words) => page.indexOf(words));

	assert.ok(order.every((at, i) => at > 0 && (!i || at > order[i - 1])),
		`${order} ${page}`);
	assert.ok(!page.includes('Really'));
	assert.ok(!page.includes('deleted'));
	await peace();
});

// Also those that answer one of them, and what follows at its place.
test('hidden replies one after the other are counted together', async () => {
	const root = await write(anna, 'Who sings along?');
	const first = await write(ben, 'Me', { reply_to: root });

	await write(ben, 'Answering Me', { reply_to: first });
	await write(ben, 'Me, too', { reply_to: root });
	await write(ben, 'Me three', { reply_to: root });
	await write(carl, 'Bravo', { reply_to: root });
	await quiet(anna, 'mute', 'ben');
	const page = await main(anna, `/@anna/${root}`);

	assert.deepEqual(page.match(/\d+ hidden \w+/g), ['4 hidden replies']);
	assert.match(page, /Bravo/);
	await peace();
});

test('a conversation that a muted member began', async () => {
	const root = await write(ben, 'I begin');
	const { location } = await carl.post('/post',
		{ status: 'I go on', reply_to: root });

	await quiet(anna, 'mute', 'ben');
	const page = (await main(anna, location.replace(/#.*/, '')))
		.replace(/<[^>]*>/g, ' ');

	assert.match(page, /1 hidden post\b/);
	assert.ok(!page.includes('I begin'));
	await peace();
});

test('notices of theirs go, and no new ones come, but the house\'s do', async () => {
	const mine = await write(anna, 'Like me');
	const theirs = async () => {
		await ben.post('/act', { like: mine });
		await ben.post('/act', { repost: mine });
		await ben.post('/post', { status: 'So so', reply_to: mine });
		await ben.post('/post', { status: 'Hello @anna' });
		await ben.submit('/follow', { follow: ids.anna });
	};

	await theirs();
	await carl.post('/act', { like: mine });
	await redis('ZADD', `notices:${ids.anna}`, Date.now() * 1000,
		`reset 0 ${ids.ben}`);
	assert.ok((await entriesOf('anna')).length >= 7);
	await quiet(anna, 'mute', 'ben');
	const left = [`like ${mine} ${ids.carl}`, `reset 0 ${ids.ben}`];

	assert.deepEqual((await entriesOf('anna')).filter((entry) =>
		entry.endsWith(` ${ids.ben}`) || entry.includes(` ${mine} `)).sort(), left);
	for (const act of ['unlike', 'unrepost'])
		await ben.post('/act', { [act]: mine });
	await ben.submit('/follow', { unfollow: ids.anna });
	await theirs();
	assert.deepEqual((await entriesOf('anna')).filter((entry) =>
		entry.endsWith(` ${ids.ben}`)), [`reset 0 ${ids.ben}`]);
	await peace();
});

test('a notice that came at that very moment is dropped when it is seen', async () => {
	await quiet(anna, 'mute', 'ben');
	await redis('ZADD', `notices:${ids.anna}`, Date.now() * 1000,
		`follow 0 ${ids.ben}`);
	const { text } = await anna.get('/notifications');

	assert.ok(!/follows? you/.test(text), text);
	assert.ok(!(await entriesOf('anna')).includes(`follow 0 ${ids.ben}`));
	await peace();
});

// ---- blocking --------------------------------------------------------------

const refused = /You can't do this here\./;

test('a blocked member can do nothing to the other', async () => {
	const mine = await write(anna, 'Mine');

	await anna.submit('/follow', { follow: ids.ben });
	await ben.submit('/follow', { follow: ids.anna });
	await quiet(anna, 'block', 'ben');
	for (const [one, other] of [['anna', 'ben'], ['ben', 'anna']])
		for (const list of ['following', 'followers'])
			assert.equal(await redis('ZSCORE', `${list}:${ids[one]}`,
				ids[other]), null, `${list} of ${one}`);
	for (const [path, fields] of [['/follow', { follow: ids.anna }],
		['/act', { like: mine }], ['/act', { repost: mine }],
		['/post', { status: 'But I say', reply_to: mine }],
		['/post', { status: 'Later I say', reply_to: mine,
			at: at(hour) }]]) {
		const answer = await ben.post(path, fields);

		assert.equal(answer.status, 403, path);
		assert.match(unescapeHtml(answer.text), refused, path);
		if (fields.status)
			assert.match(answer.text, new RegExp(fields.status), path);
	}
	assert.equal((await anna.submit('/follow', { follow: ids.ben })).status, 403);
	for (const [key, entry] of [[`likes:${mine}`, ids.ben],
		[`liked:${ids.ben}`, mine], [`reposted:${ids.ben}`, mine],
		[`following:${ids.ben}`, ids.anna]])
		assert.equal(await redis('ZSCORE', key, entry), null, key);
	assert.equal(await redis('EXISTS', `reposts:${mine}`, `replies:${mine}`), 0);
	// Taking back what is not there is as harmless as ever.
	for (const [path, fields] of [['/follow', { unfollow: ids.anna }],
		['/act', { unlike: mine }], ['/act', { unrepost: mine }]])
		assert.equal((await ben.submit(path, fields)).status, 303, path);
	// Saving is nobody else's business, and a mention is only words.
	assert.equal((await ben.post('/act', { save: mine })).status, 303);
	assert.equal((await ben.post('/post', { status: 'Hey @anna' })).status, 303);
	assert.deepEqual((await entriesOf('anna')).filter((entry) =>
		/^(mention|reply|like|repost|follow) \d+ /.test(entry) &&
		entry.endsWith(` ${ids.ben}`)), []);
	assert.match((await ben.get(`/@anna/${mine}`)).text, /Mine/, 'but can read');
	assert.ok(!(await seen(anna, '/timeline')).includes('Hey @anna'));
	await peace();
	assert.equal((await ben.submit('/follow', { follow: ids.anna })).status, 303);
	await ben.submit('/follow', { unfollow: ids.anna });
});

test('a scheduled reply to somebody who blocks meanwhile stays a draft', async () => {
	const mine = await write(anna, 'Any answers?');

	await ben.post('/post', { status: 'In an hour', reply_to: mine,
		at: at(hour) });
	await quiet(anna, 'block', 'ben');
	const said = /You can't reply to that member's posts/;
	const scheduled = async () =>
		unescapeHtml((await ben.get('/scheduled')).text);

	assert.match(await scheduled(), said);
	const [entry] = await redis('ZRANGE', '{later}:due', 0, -1);
	const before = await redis('GET', 'next_post_id');

	await redis('ZADD', '{later}:due', 1, entry);
	await until('a worker has given it up', async () =>
		!await redis('ZCARD', '{later}:due'));
	assert.match(await scheduled(), said);
	assert.equal(await redis('LLEN', `replies:${mine}`), 0);
	assert.equal(await redis('EXISTS', `post:${Number(before) + 1}`), 0);
	await peace();
});

test('a mute does not replace a block, and each ends only its own', async () => {
	await quiet(anna, 'block', 'ben');
	await quiet(anna, 'mute', 'ben');
	assert.deepEqual(await scores('anna'), { [ids.ben]: -1 });
	await quiet(anna, 'unmute', 'ben');
	assert.deepEqual(await scores('anna'), { [ids.ben]: -1 });
	await quiet(anna, 'unblock', 'ben');
	assert.deepEqual(await scores('anna'), {});
	await quiet(anna, 'mute', 'ben');
	await quiet(anna, 'unblock', 'ben');
	assert.deepEqual(await scores('anna'), { [ids.ben]: 1 });
	await quiet(anna, 'block', 'ben');
	assert.deepEqual(await scores('anna'), { [ids.ben]: -1 });
	assert.equal(Math.sign(await redis('ZSCORE', `quiet_by:${ids.ben}`,
		ids.anna)), -1);
	await peace();
});

test('200 tries to follow while a block is made end without a follow', async () => {
	const names = Array.from({ length: 20 }, (_, i) => `fan${i}`);
	const fans = await Promise.all(names.map((name) => member(url, name)));

	await anna.get('/');
	const tries = fans.flatMap((fan) => Array.from({ length: 10 }, () =>
		fan.submit('/follow', { follow: ids.anna })));
	const blocks = names.map((name) => quiet(anna, 'block', name));

	for (const { status } of await Promise.all([...tries, ...blocks]))
		assert.ok([303, 403].includes(status), status);
	for (const name of names) {
		const id = await idOf(name);

		assert.equal(await redis('ZSCORE', `followers:${ids.anna}`, id), null);
		assert.equal(await redis('ZSCORE', `following:${id}`, ids.anna), null);
		assert.ok(await redis('ZSCORE', `quiet:${ids.anna}`, id) < 0);
	}
	for (const name of names)
		await quiet(anna, 'unblock', name);
});

test('a worker does it once more', async () => {
	await quiet(anna, 'block', 'ben');
	// As if they had been written in between, and the mirror had been missed.
	await redis('ZADD', `followers:${ids.anna}`, 1, ids.ben);
	await redis('ZADD', `following:${ids.ben}`, 1, ids.anna);
	await redis('ZADD', `following:${ids.anna}`, 1, ids.ben);
	await redis('ZADD', `followers:${ids.ben}`, 1, ids.anna);
	await redis('ZADD', `notices:${ids.anna}`, 1, `follow 0 ${ids.ben}`);
	await redis('DEL', `quiet_by:${ids.ben}`);
	await until('the note is done', async () =>
		!await redis('ZCARD', '{quiet}:due'), 20);
	for (const [key, id] of [['followers:%', ids.ben], ['following:%', ids.ben]])
		assert.equal(await redis('ZSCORE', key.replace('%', ids.anna), id), null);
	assert.equal(await redis('ZSCORE', `following:${ids.ben}`, ids.anna), null);
	assert.ok(!(await entriesOf('anna')).includes(`follow 0 ${ids.ben}`));
	assert.ok(await redis('ZSCORE', `quiet_by:${ids.ben}`, ids.anna) < 0);
	await peace();
});

// ---- the page --------------------------------------------------------------

test('the buttons on a profile, and the question before a block', async () => {
	const buttons = async (visitor, path) => [...(await visitor.get(path)).text
		.matchAll(/name="(mute|unmute|block|unblock|follow|unfollow)" value/g)]
		.map(([, name]) => name);

	assert.deepEqual(await buttons(anna, '/@anna'), []);
	assert.deepEqual(await buttons(new Visitor(url), '/@ben'), []);
	assert.deepEqual(await buttons(anna, '/@ben'), ['follow', 'mute']);
	const page = await anna.get(`/quiet?block=${ids.ben}`);

	assert.equal(heading(page.text), 'Block @ben?');
	const asked = formFields(page.text, '/quiet');
	const done = await anna.postRaw('/quiet', { ...asked, block: ids.ben });

	assert.deepEqual([done.status, done.location], [303, '/@ben']);
	assert.deepEqual(await buttons(anna, '/@ben'), ['unblock']);
	assert.match((await anna.get('/@ben')).text, /<p class="mark">Blocked</);
	await quiet(anna, 'unblock', 'ben');
	await quiet(anna, 'mute', 'ben');
	assert.deepEqual(await buttons(anna, '/@ben'), ['follow', 'unmute']);
	assert.match((await anna.get('/@ben')).text, /<p class="mark">Muted</);
	await peace();
});

test('the list shows both, and undoes them', async () => {
	await quiet(anna, 'mute', 'ben');
	await quiet(anna, 'block', 'carl');
	const listed = async () => [...(await main(anna, '/account/quiet'))
		.matchAll(/name="(unmute|unblock)" value="(\d+)"/g)]
		.map(([, act, id]) => [act, Number(id)]);

	assert.match((await anna.get('/account')).text, /href="\/account\/quiet"/);
	assert.deepEqual(await listed(),
		[['unmute', ids.ben], ['unblock', ids.carl]]);
	for (const [act, id] of await listed()) {
		const answer = await anna.submit('/quiet', { [act]: id });

		assert.equal(answer.location, '/account/quiet');
	}
	assert.deepEqual(await listed(), []);
	assert.equal((await anna.get('/quiet')).location, '/account/quiet');
	await peace();
});

test('ids of nobody, of those who wait and of those who left are alike', async () => {
	await membersOf(stack).memberAs('wanda', 'waiting');
	const waits = await idOf('wanda');
	const gone = await member(url, 'gone');
	const left = await idOf('gone');

	await gone.post('/account/leave', { username: 'gone', password });
	for (const act of ['mute', 'block', 'unmute', 'unblock']) {
		const answers = [];

		for (const id of [999999, waits, left]) {
			const { status, location, text } =
				await anna.submit('/quiet', { [act]: id });

			answers.push({ status, location, text });
			assert.equal(await redis('ZSCORE', `quiet:${ids.anna}`, id), null);
			assert.equal(await redis('EXISTS', `quiet_by:${id}`), 0);
		}
		assert.equal(answers[0].status, /^un/.test(act) ? 303 : 404);
		assert.deepEqual(answers[1], answers[0]);
		assert.deepEqual(answers[2], answers[0]);
	}
	for (const path of [`/quiet?block=${waits}`, `/quiet?block=${left}`])
		assert.equal((await anna.get(path)).status, 404);
});

test('not oneself, and no more than there is room for', async () => {
	const own = await anna.submit('/quiet', { mute: ids.anna });

	assert.equal(own.status, 422);
	assert.match(unescapeHtml(own.text), /You can't mute yourself\./);
	for (const [act, sign, sentence] of [['mute', '', /You can mute up to 200/],
		['block', '-', /You can block up to 200/]]) {
		await redis('ZADD', `quiet:${ids.anna}`,
			...Array.from({ length: 200 }, (_, i) =>
				[`${sign}${i + 1}`, 100000 + i]).flat());
		const answer = await anna.submit('/quiet', { [act]: ids.ben });

		assert.equal(answer.status, 422, act);
		assert.match(answer.text, sentence);
		assert.equal(await redis('ZSCORE', `quiet:${ids.anna}`, ids.ben), null);
		// The other kind still has room.
		const other = act === 'mute' ? 'block' : 'mute';

		assert.equal((await anna.submit('/quiet', { [other]: ids.ben })).status,
			303);
		await redis('DEL', `quiet:${ids.anna}`, `quiet_by:${ids.ben}`);
	}
});

test('nothing that a form may have', async () => {
	for (const fields of [{}, { mute: '' }, { mute: 'ben' }, { block: '-1' },
		{ mute: '99999999999999999999' }])
		assert.equal((await anna.submit('/quiet', fields)).status, 404,
			JSON.stringify(fields));
	assert.equal((await anna.get('/account/quiet?block=x')).status, 200);
	assert.equal((await anna.submit('/account/quiet', {})).status, 405);
	assert.match((await anna.submit('/quiet',
		{ mute: ids.ben, back: '//evil.example/' })).location, /^\/(#|$)/);
	await peace();
});
