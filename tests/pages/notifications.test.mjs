// What members are notified of, and how many notifications they have not read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { until } from '../lib/processes.mjs';
import { heading, notices, posts, unread } from '../lib/page.mjs';
import { withoutMemory } from '../lib/outage.mjs';

const stack = await startStack({ env: { RETWIS_POST_MAX: '5000' } });
const { url, redis } = stack;
const nobody = new Visitor(url);
const path = '/notifications';
let members = 0;

function newMember() {
	return member(url, `one_${++members}`);
}

function idOf({ name }) {
	return redis('HGET', 'users', name);
}

// Writes a post: its id.
async function write(visitor, status, reply_to = '') {
	const answer = await visitor.post('/post', { status, reply_to });

	assert.equal(answer.status, 303, answer.text);
	return (await redis('LRANGE', `own:${await idOf(visitor)}`, 0, 0))[0];
}

// Without reading them: a browser that prefetches.
function peek(visitor) {
	return visitor.get(path, { 'sec-purpose': 'prefetch' });
}

async function unreadOf(visitor) {
	return unread((await visitor.get('/timeline')).text);
}

async function texts(visitor) {
	return notices((await peek(visitor)).text).map((n) => n.text);
}

// As if these members had done so, one after the other.
async function tell(to, kind, post, ...members) {
	const key = `notices:${await idOf(to)}`;
	const [, last] = await redis('ZRANGE', key, -1, -1, 'WITHSCORES');
	let time = Number(last ?? Date.now() * 1000);

	await redis('ZADD', key, 'NX', 0, 'seen');
	for (const by of members)
		await redis('ZADD', key, ++time,
			`${kind} ${post} ${await idOf(by)}`);
}

test('you are notified of mentions, replies and followers', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const post = await write(anna, 'Who comes along?');

	assert.equal(await unreadOf(anna), '');
	await ben.follow(anna.name);
	const mention = await write(ben, `Is @${anna.name} there?`);
	const reply = await write(ben, 'I do.', post);

	assert.equal(await unreadOf(anna), '3');
	assert.equal(await unreadOf(ben), '');
	const page = await anna.get(path);

	assert.equal(heading(page.text), 'Notifications');
	assert.deepEqual(notices(page.text), [
		{ text: `@${ben.name} replied to you`, isNew: true,
			words: 'I do.', path: `/@${ben.name}/${reply}` },
		{ text: `@${ben.name} mentioned you`, isNew: true,
			words: `Is @${anna.name} there?`,
			path: `/@${ben.name}/${mention}` },
		{ text: `@${ben.name} follows you`, isNew: true,
			words: undefined, path: undefined },
	]);
	assert.match(page.text, new RegExp('<time datetime="[^"]*Z" ' +
		'title="[^"]*20\\d\\d, [^"]*">just now</time>'));
	assert.equal((await anna.get(`/@${ben.name}/${reply}`)).status, 200);
});

test('who began a conversation hears of all its replies', async () => {
	const [anna, ben, carl] = [await newMember(), await newMember(),
		await newMember()];
	const post = await write(anna, 'Who comes along?');
	const first = await write(ben, 'I do.', post);
	const second = await write(carl, 'Me too!', first);
	const page = await peek(anna);

	assert.deepEqual(notices(page.text), [
		{ text: `@${carl.name} replied in a conversation you started`,
			isNew: true, words: 'Me too!', path: `/@${carl.name}/${second}` },
		{ text: `@${ben.name} replied to you`, isNew: true,
			words: 'I do.', path: `/@${ben.name}/${first}` },
	]);
	assert.equal(unread(page.text), '2');
	assert.deepEqual(await texts(ben), [`@${carl.name} replied to you`]);
	// Only those who took part.
	assert.deepEqual(await texts(carl), []);
	await carl.post('/delete', { id: second });
	assert.equal(await unreadOf(anna), '1');
});

// The buttons of the notices, from the top: "leave 3".
function buttons(text) {
	return [...text.matchAll(/ name="(leave|join)" value="(\d+)"/g)]
		.map(([, name, id]) => `${name} ${id}`);
}

test('a conversation can be left, and joined again', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const post = await write(anna, 'Who comes along?');
	const first = await write(ben, 'I do.', post);
	const tagged = await write(ben, `Hello @${anna.name}`);

	await ben.follow(anna.name);
	await ben.post('/act', { like: post });
	let { text } = await anna.get(path);

	assert.deepEqual(buttons(text), [`leave ${tagged}`, `leave ${first}`]);
	const { location, status } = await anna.post('/act',
		{ leave: first, back: path });

	assert.deepEqual([status, location], [303, `${path}#p${first}`]);
	({ text } = await anna.get(path));
	assert.match(text, new RegExp(` id="p${first}"`));
	assert.deepEqual(buttons(text), [`leave ${tagged}`, `join ${first}`]);
	assert.match(text, /You've left this conversation\./);
	// Only whoever names you is heard from then on.
	await write(ben, 'Really.', first);
	await write(ben, 'Really!', post);
	assert.equal(await unreadOf(anna), '');
	const again = await write(ben, `Really, @${anna.name}?`, post);

	({ text } = await anna.get(path));
	assert.deepEqual(buttons(text),
		[`join ${again}`, `leave ${tagged}`, `join ${first}`]);
	await anna.post('/act', { join: again, back: path });
	({ text } = await anna.get(path));
	assert.deepEqual(buttons(text),
		[`leave ${again}`, `leave ${tagged}`, `leave ${first}`]);
	await write(ben, 'Yes.', first);
	assert.equal(await unreadOf(anna), '1');
});

test('what an older program wrote has no conversation to leave', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const post = await write(anna, 'Who comes along?');

	const reply = await write(ben, 'I do.', post);

	await redis('HDEL', `post:${reply}`, 'root');
	const { text } = await anna.get(path);

	assert.equal(notices(text).length, 1);
	assert.deepEqual(buttons(text), []);
});

test('looking marks them as read', async () => {
	const [anna, ben] = [await newMember(), await newMember()];

	await ben.follow(anna.name);
	const first = await anna.get(path);

	assert.deepEqual(notices(first.text).map((n) => n.isNew), [true]);
	assert.equal(unread(first.text), '');
	assert.match(first.text, /<a class="bell icon"[^>]* aria-current="page"/);
	assert.equal(await unreadOf(anna), '');
	await write(ben, `@${anna.name}!`);
	assert.equal(await unreadOf(anna), '1');
	const second = await anna.get(path);

	assert.deepEqual(notices(second.text).map((n) => n.isNew), [true, false]);
	assert.deepEqual(notices((await anna.get(path)).text)
		.map((n) => n.isNew), [false, false]);
});

test('HEAD and fetching ahead leave them unread', async () => {
	const [anna, ben] = [await newMember(), await newMember()];

	await ben.follow(anna.name);
	assert.equal((await anna.send('HEAD', path)).status, 200);
	for (const purpose of ['prefetch', 'prefetch;prerender'])
		assert.equal(unread((await anna.get(path,
			{ 'sec-purpose': purpose })).text), '1');
	assert.equal(await unreadOf(anna), '1');
});

test('every page shows how many are unread', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const id = await write(anna, 'Hello #there');
	const me = `/@${anna.name}`;

	await ben.follow(anna.name);
	for (const one of ['/', '/?start=99', '/timeline', me,
		`/@${ben.name}`, `${me}/${id}`, `${me}/followers`,
		`${me}/following`, '/tag/there', '/search?q=a', '/bio', '/logout',
		`/delete?id=${id}`, '/@nobody', `${me}/999999`,
		'/delete?id=0'])
		assert.equal(unread((await anna.get(one)).text), '1', one);
	for (const [one, fields] of [['/post', { status: '' }],
		['/bio', { bio: 'a\nb' }], ['/delete', { id: 0 }],
		['/follow', { follow: 0 }]]) {
		const answer = await anna.post(one, fields);

		assert.ok(answer.status >= 400, one);
		assert.equal(unread(answer.text), '1', one);
	}
	for (const one of ['/', '/timeline', me, `${me}/${id}`, '/login'])
		assert.equal(unread((await nobody.get(one)).text), undefined, one);
});

test('it counts to 99', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const id = await idOf(ben);

	await redis('ZADD', `notices:${await idOf(anna)}`, 0, 'seen',
		...Array.from({ length: 99 }, (_, i) => [i + 1, `like ${i} ${id}`])
			.flat());
	const { text } = await anna.get('/');

	assert.equal(unread(text), '99');
	assert.match(text, new RegExp('<span class="hush">Notifications, </span>' +
		'<span class="badge">99</span><span class="hush"> new</span>'));
	await tell(anna, 'follow', 0, ben);
	assert.equal(await unreadOf(anna), '99+');
	await anna.get(path);
	assert.match((await anna.get('/')).text,
		/<span class="hush">Notifications<\/span><\/a>/);
});

test('likes of one post are one line, and so are reposts', async () => {
	const anna = await newMember();
	const fans = [];

	for (let i = 0; i < 6; i++)
		fans.unshift(await newMember());
	const names = fans.map((f) => `@${f.name}`);
	const post = await write(anna, 'Look here.');
	const others = await write(anna, 'And here.');

	const expected = [
		`${names[5]} liked your post`,
		`${names[4]} and ${names[5]} liked your post`,
		`${names[3]}, ${names[4]} and ${names[5]} liked your post`,
		`${names[2]}, ${names[3]} and 2 others liked your post`,
		`${names[1]}, ${names[2]} and 3 others liked your post`,
	];

	for (const [i, text] of expected.entries()) {
		await tell(anna, 'like', post, fans[5 - i]);
		assert.deepEqual(notices((await peek(anna)).text), [{ text,
			isNew: true, words: 'Look here.',
			path: `/@${anna.name}/${post}` }]);
	}
	await tell(anna, 'repost', post, fans[5], fans[4]);
	await tell(anna, 'like', others, fans[0]);
	assert.deepEqual(await texts(anna), [`${names[0]} liked your post`,
		`${names[4]} and ${names[5]} reposted your post`, expected[4]]);
	await tell(anna, 'like', post, fans[0]);
	assert.equal((await texts(anna))[0],
		`${names[0]}, ${names[1]} and 4 others liked your post`);
});

test('new followers are one line, and so are earlier ones', async () => {
	const anna = await newMember(), fans = [];

	for (let i = 0; i < 5; i++)
		fans.unshift(await newMember());
	const names = fans.map((f) => `@${f.name}`);
	const follow = async (some) => {
		for (const fan of some)
			await fan.follow(anna.name);
	};

	await follow(fans.slice(3).reverse());
	assert.deepEqual(await texts(anna),
		[`${names[3]} and ${names[4]} follow you`]);
	await anna.get(path);
	await follow([fans[2]]);
	assert.deepEqual(await texts(anna), [`${names[2]} follows you`,
		`${names[3]} and ${names[4]} follow you`]);
	await anna.get(path);
	await follow(fans.slice(0, 2).reverse());
	await anna.get(path);
	const { text } = await peek(anna);

	assert.deepEqual(notices(text).map((n) => n.text),
		[`${names[0]}, ${names[1]} and 3 others follow you`]);
	assert.match(text,
		new RegExp(`<a href="/@${anna.name}/followers">3 others</a>`));
});

test('a long post is shown by its first words', async () => {
	const [anna, ben] = [await newMember(), await newMember()];

	await write(ben, `@${anna.name} ${'once upon a time '.repeat(20)}`);
	await write(ben, `Two\n\n  lines, @${anna.name}`);
	const [short, long] = notices((await peek(anna)).text);

	assert.match(long.words, /^@one_\d+ once upon .* (once|upon|a|time)…$/);
	assert.ok(long.words.length <= 101 && long.words.length > 50);
	assert.equal(short.words.replace(/\s+/g, ' '),
		`Two lines, @${anna.name}`);
});

test('of 500 mentioned members twenty are notified, once each', async () => {
	const anna = await newMember();
	const called = [];

	for (let i = 0; i < 22; i++)
		called.push(await newMember());
	const names = Array.from({ length: 500 }, (_, i) =>
		`@${called[i % 22].name}`);

	await write(anna, `@${anna.name.toUpperCase()} ${names.join(' ')}`);
	for (const [i, one] of called.entries())
		assert.deepEqual(await texts(one),
			i < 20 ? [`@${anna.name} mentioned you`] : [], `${i}`);
	assert.deepEqual(await texts(anna), []);
});

test('a post that mentions somebody and replies to them notifies once', async () => {
	const [anna, ben, carl] = [await newMember(), await newMember(),
		await newMember()];
	const post = await write(anna, `Hello @${anna.name}`);

	await write(anna, 'And hello again', post);
	assert.equal(await unreadOf(anna), '');
	await write(ben, `@${anna.name}, @${carl.name}, @${ben.name}`, post);
	assert.deepEqual(await texts(anna), [`@${ben.name} replied to you`]);
	assert.deepEqual(await texts(carl), [`@${ben.name} mentioned you`]);
	assert.deepEqual(await texts(ben), []);
});

test('a form sent twice notifies once', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const form = { status: `@${anna.name}`, nonce: 'twice' };

	await Promise.all([ben.post('/post', form), ben.post('/post', form)]);
	assert.equal(await unreadOf(anna), '1');
	await anna.get(path);
	await ben.post('/post', form);
	assert.equal(await unreadOf(anna), '');
});

test('a notification disappears when its cause is undone', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const post = await write(anna, 'Mine.');
	const mention = await write(ben, `@${anna.name}`);
	const reply = await write(ben, 'Yours.', post);

	await ben.follow(anna.name);
	await tell(anna, 'like', post, ben);
	assert.equal(await unreadOf(anna), '4');
	await ben.unfollow(anna.name);
	assert.equal(await unreadOf(anna), '3');
	await ben.post('/delete', { id: mention });
	await ben.post('/delete', { id: reply });
	assert.deepEqual(await texts(anna), [`@${ben.name} liked your post`]);
	await anna.post('/delete', { id: post });
	assert.deepEqual(await texts(anna), []);
	assert.equal(await unreadOf(anna), '');
	assert.match((await anna.get(path)).text, /class="empty">\s*<p>Nothing yet/);
});

test('hostile names and posts are texts', async () => {
	const anna = await newMember();
	const name = '"><b>&\u202e';
	const id = await redis('INCR', 'next_user_id');

	await redis('HSET', `user:${id}`, 'username', name);
	await redis('HSET', 'users', name, id);
	await redis('HSET', 'post:777', 'user_id', id, 'body', '<i>"x"</i>\n& y');
	await redis('ZADD', `notices:${await idOf(anna)}`, 0, 'seen',
		1e15, `mention 777 ${id}`, 2e15, `follow 0 ${id}`);
	const { text } = await anna.get(path);
	const [follow, mention] = notices(text);

	assert.equal(follow.text, `@${name} follows you`);
	assert.equal(mention.words.replace('\n', ' '), '<i>"x"</i> & y');
	assert.equal((await anna.get(mention.path)).status, 200);
	assert.equal(posts((await anna.get(mention.path)).text)[0].name, name);
	assert.doesNotMatch(text, /<b>|<i>/);
});

// ---- questions and dates ---------------------------------------------------

const now = () => Math.floor(Date.now() / 1000);
const hour = 3600;

function dayOf(seconds) {
	return new Date(seconds * 1000).toLocaleDateString('en-GB',
		{ day: 'numeric', month: 'long', year: 'numeric' });
}

function hourOf(seconds) {
	return new Date(seconds * 1000).toLocaleTimeString('en-GB',
		{ hour: '2-digit', minute: '2-digit' });
}

// As if these members had given that answer.
async function answer(post, which, ...members) {
	for (const [i, by] of members.entries()) {
		const id = await idOf(by);

		await redis('ZADD', `answers:${post}`, which * 2 ** 40 + i + 1,
			`${which} ${id}`, 8 * 2 ** 40 + i + 1, id);
	}
}

// The time for this job has come: a worker does it.
async function work(job, post) {
	await redis('ZADD', '{board}:due', 1, `0 ${job} ${post}`);
	await until(`${job} ${post}`, async () =>
		!await redis('ZCARD', '{board}:due'), 20);
}

test('a question has ended', async () => {
	const [anna, ben, cleo, dan] = [await newMember(), await newMember(),
		await newMember(), await newMember()];
	const post = await write(anna, 'Who rows on Sunday?');

	await redis('HSET', `post:${post}`, 'question', `${now() - hour} comes`);
	await answer(post, 0, ben, cleo);
	await redis('ZADD', `answers:${post}`, 11 * 2 ** 40 + 5, await idOf(ben));
	await answer(post, 2, dan);
	await work('end', post);
	assert.deepEqual(notices((await peek(anna)).text), [{
		text: 'Your question has ended: Yes 2 (and 3 guests), Maybe 0, No 1',
		isNew: true, words: 'Who rows on Sunday?',
		path: `/@${anna.name}/${post}` }]);
	for (const one of [ben, cleo, dan])
		assert.deepEqual(await texts(one), ['A question you answered has ' +
			'ended: Yes 2 (and 3 guests), Maybe 0, No 1']);
	// One thing is told once, with one guest fewer.
	await redis('ZADD', `answers:${post}`, 9 * 2 ** 40 + 5, await idOf(ben));
	await work('end', post);
	assert.deepEqual(await texts(dan), ['A question you answered has ' +
		'ended: Yes 2 (and 1 guest), Maybe 0, No 1']);
});

test('the answers of a question are what somebody typed', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const post = await write(anna, 'Which one?');

	await redis('HSET', `post:${post}`, 'question',
		`${now() - hour} secret\n<b>Red</b> & "blue"\nNeither`);
	await answer(post, 1, ben);
	await work('end', post);
	assert.deepEqual(await texts(ben), ['A question you answered has ended: ' +
		'<b>Red</b> & "blue" 0, Neither 1']);
	assert.ok(!(await peek(anna)).text.includes(ben.name));
});

test('members are reminded of a question', async () => {
	const [anna, ben, cleo] = [await newMember(), await newMember(),
		await newMember()];
	const post = await write(anna, 'Red or blue?');
	const ends = now() + hour;

	await ben.follow(anna.name);
	await cleo.follow(anna.name);
	await redis('HSET', `post:${post}`, 'question',
		`${ends} reminds\nRed\nBlue`);
	await work('remind', post);
	assert.deepEqual(notices((await peek(ben)).text), [{
		text: 'You haven\'t answered yet: the question ends on ' +
			`${dayOf(ends)} at ${hourOf(ends)}`,
		isNew: true, words: 'Red or blue?',
		path: `/@${anna.name}/${post}` }]);
	assert.equal(await unreadOf(ben), '1');
	await answer(post, 1, ben);
	assert.deepEqual(await texts(ben), []);
	await ben.get(path);
	assert.equal(await unreadOf(ben), '');
	// Cleo is asked on the last day before a date.
	await redis('HSET', `post:${post}`, 'question', '0 comes reminds',
		'date', `${ends} 0 0 day\n`);
	assert.deepEqual(await texts(cleo),
		[`You haven't answered yet: the question is about ${dayOf(ends)}`]);
});

test('a date has changed, and is cancelled', async () => {
	const [anna, ben, cleo] = [await newMember(), await newMember(),
		await newMember()];
	const post = await write(anna, 'Regatta');
	const begins = now() + hour;
	const change = (words) => redis('HSET', `post:${post}`, 'question',
		'0 comes', 'date', `${begins} 0 1${words}`);

	await answer(post, 0, ben);
	await answer(post, 2, cleo);
	await change('\nBoat house, <left>');
	await work('changed', post);
	assert.deepEqual(notices((await peek(ben)).text), [{
		text: 'A date you said Yes or Maybe to has changed. It\'s now on ' +
			`${dayOf(begins)} at ${hourOf(begins)}, Boat house, <left>`,
		isNew: true, words: 'Regatta', path: `/@${anna.name}/${post}` }]);
	await change('\n');
	assert.match((await texts(ben))[0], /at \d\d:\d\d$/);
	assert.deepEqual(await texts(cleo), []);
	await change(' cancelled\n');
	await work('cancelled', post);
	assert.deepEqual(await texts(ben),
		['A date you said Yes or Maybe to was cancelled']);
	await ben.get(path);
	assert.deepEqual(await redis('ZRANGE', `notices:${await idOf(ben)}`, 0, -1),
		[`cancelled ${post} 0`, 'seen']);
});

// ---- who has none ----------------------------------------------------------

test('only members have notices', async () => {
	const anna = await newMember();
	const forged = new Visitor(url);

	await (await newMember()).follow(anna.name);
	forged.cookies.set('auth', `${'0'.repeat(32)}${
		Number(await idOf(anna)).toString(16)}`);
	for (const visitor of [nobody, forged])
		for (const method of ['GET', 'HEAD']) {
			const answer = await visitor.send(method, path);

			assert.equal(answer.status, 303);
			assert.equal(answer.location,
				'/login?back=%2Fnotifications');
			assert.equal(answer.text, '');
		}
	assert.equal(await unreadOf(anna), '1');
	for (const one of [`${path}/1`, `${path}x`, '/notification'])
		assert.equal((await anna.get(one)).status, 404, one);
});

test('where Redis is full they are shown, and stay unread', async () => {
	const [anna, ben] = [await newMember(), await newMember()];

	await ben.follow(anna.name);
	await withoutMemory(stack, async () => {
		const page = await anna.get(path);

		assert.equal(page.status, 200);
		assert.deepEqual(notices(page.text).map((n) => n.isNew), [true]);
		assert.equal(unread(page.text), '1');
	});
	assert.equal(await unreadOf(anna), '1');
	await anna.get(path);
	assert.equal(await unreadOf(anna), '');
});

test('a sign-in with a browser that is new, and none with the same', async () => {
	const anna = await newMember();
	const phone = new Visitor(url);

	assert.equal(await unreadOf(anna), '');
	assert.equal((await phone.login(anna.name)).status, 303);
	assert.equal(await unreadOf(anna), '1');
	assert.match((await anna.get(path)).text,
		/<p><span>\s*You signed in on a new device or from a new place\./);
	await phone.logout();
	await phone.login(anna.name);
	assert.equal(await unreadOf(anna), '');
	// When another member does the same, both are in one notification.
	await new Visitor(url).login(anna.name);
	assert.equal(await unreadOf(anna), '1');
	assert.equal((await redis('ZRANGE', `notices:${await idOf(anna)}`, 0, -1))
		.filter((entry) => entry.startsWith('enter ')).length, 1);
});
