// A small community in which every page has something to show, and some members
// whose names and posts try to break the pages.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { at, hour } from '../../lib/later.mjs';
import { keyFile } from '../../lib/stack.mjs';
import { member, Visitor } from '../../lib/visitor.mjs';
import { addPictures } from './pictures.mjs';

// The token of a link with which the member with id 1 sets a new password.
export const resetToken = `${'7'.repeat(32)}1`;

// And of a link by which she invites others.
export const inviteToken = `${'8'.repeat(32)}1`;

// Names in a classic database may have any form.
export const longName = 'W'.repeat(120);
export const longWord = 'Rindfleischetikettierungsgesetz'.repeat(8);
export const turning = 'evil\u202egnp.exe';
export const hostileName = '"><script>hit()</script>';

export const attack = '<script>document.title = "hit"; hit()</script>' +
	'"><img src="/nowhere" onerror="hit()">&lt;b&gt; {{NAME}}';

const boat = 'A boat', cat = 'قطة على النافذة';

// What is on the pictures, according to their authors.
export const pictureWords = [boat, cat];

const posts = [
	'One line.',
	'First line,\nsecond line,\n\nand one after a gap.',
	longWord,
	`Unclosed: \u202e\u2067\u202d turned`,
	attack,
	'שלום לכולם, נפגשים מחר בשעה 18:00.\nSee you there.',
	'👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 日本語 ภาษาไทย',
];

async function writeAll(visitor, texts) {
	for (const text of texts)
		await visitor.write(text);
}

// Made with the site's key, as the site does for things that nobody else should
// guess.
const keyed = (text) => createHmac('sha256',
	readFileSync(keyFile, 'utf8').trim()).update(text).digest('hex');
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

// A member as PHP Retwis would have stored them, with a secret that all
// browsers share. It contains its owner's id, and so no worker ends it.
const secretOfClassic = (id) => 'c'.repeat(32) + id.toString(16);

export async function addClassic(redis, id, name) {
	const secret = secretOfClassic(id);

	await redis('HSET', `user:${id}`, 'username', name, 'auth', secret,
		'password', 'clear text');
	await redis('HSET', 'users', name, id);
	await redis('HSET', 'auths', secret, id);
	await redis('ZADD', 'users_by_time', 1700000000 + id, name);
	for (const list of ['members', 'directory'])
		await redis('ZADD', list, 0, `${name.toLowerCase()}\t${id}`);
	return secret;
}

const answers = [
	'Who writes the minutes? @ben perhaps, or @nobody?',
	'As ever: https://example.org/minutes/2026/of-the-autumn-meeting?draft=1' +
		' (only a draft) #minutes #élan',
	`Thanks! #${'Donaudampfschifffahrt'.repeat(2)}`,
	'I know that place.',
];

// Posts 30 to 33: a thread of three, the last a reply to a deleted post.
async function converse(anna, ben) {
	const last = async () => (await anna.get('/timeline')).text
		.match(/<a class="when" href="[^"]*\/(\d+)"/)[1];

	await anna.write(answers[0]);
	await ben.post('/post', { status: answers[1], reply_to: await last() });
	await anna.post('/post', { status: answers[2], reply_to: await last() });
	const id = await last();

	await ben.post('/post', { status: answers[3], reply_to: id });
	await anna.post('/delete', { id });
}

// Anna's post 2 asks a question; members with odd names have answered it, and one
// who is suspended.
async function answer(redis) {
	const band = 2 ** 40;
	const ben = await redis('HGET', 'users', 'ben');

	await redis('HSET', 'post:2', 'question', '0 comes', 'answered', 1);
	for (const [id, n, guests] of [[1000, 0, 9], [ben, 0, 0], [1001, 0, 1],
		[1003, 0, 0], [1002, 2, 0]]) {
		await redis('ZADD', 'answers:2', n * band + 1700000000, `${n} ${id}`,
			(8 + guests) * band + 1700000000, id);
		await redis('ZADD', `answered:${id}`, 1700000000, 2);
	}
}

// Signs somebody in with the cookie of addClassic().
function classicVisitor(url, id) {
	const visitor = new Visitor(url);

	visitor.cookies.set('auth', secretOfClassic(id));
	return visitor;
}

// Everybody likes post 30; ben likes enough for two pages. He sees his own
// reposts, anna's, and those of a member with a long name and of a hostile one.
async function likeAndRepost({ anna, ben, fresh, long }, url) {
	const hostile = classicVisitor(url, 1002);

	for (const visitor of [anna, ben, fresh, long, hostile])
		await visitor.post('/act', { like: 30 });
	for (let id = 1; id <= 12; id++)
		await ben.post('/act', { like: id });
	for (let id = 1; id <= 12; id++)
		await ben.post('/act', { save: id });
	await fresh.post('/act', { unlike: 30 });
	for (const [visitor, id] of [[long, 30], [hostile, 31], [anna, 29],
		[ben, 3], [anna, 28]])
		await visitor.post('/act', { repost: id });
}

// Post 30 asks who comes, and 29 has answers that try to break the pages.
async function ask({ anna, ben }, redis) {
	const odd = [longWord.slice(0, 80), attack.slice(0, 80), `\u202e${turning}`,
		'נפגשים מחר', '👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301', 'None'];

	await redis('HSET', 'post:30', 'question', '0 comes');
	await redis('HSET', 'post:29', 'question',
		`4000000000 several\n${odd.join('\n')}`);
	await ben.post('/answer', { answer: '30.0', guests: 3 });
	await anna.post('/act', { answer: '30.2' });
	for (const [visitor, n] of [[ben, 0], [ben, 3], [anna, 0], [anna, 5]])
		await visitor.post('/act', { answer: `29.${n}` });
}

// Ben has scheduled posts: one with a question and a date, one word as long as
// possible, one that tries to break pages, a reply, and a reply to a deleted
// post.
async function writeForLater(ben, redis) {
	const gone = 999;
	const write = (status, days, more = {}) => ben.post('/post',
		{ status, at: at(days * 24 * hour), ...more });
	const [word, day] = [longWord.slice(0, 80), at(9 * 24 * hour)];

	await redis('HSET', `post:${gone}`, 'user_id', 1, 'username', 'anna');
	await write('Good morning!\n\nIt is the second day.', 2,
		{ answers: `${word}\n"<b>\n3`, several: 1, secret: 1, remind: 1,
			ends: day, date: day.slice(0, 10), from: '20:00',
			to: '01:00', place: word });
	await write(longWord, 3);
	await write(attack, 4, { reply_to: 30 });
	await write('I never learn of it.', 5, { reply_to: gone });
	await redis('DEL', `post:${gone}`);
}

// Three posts have dates: today, at a place as long as possible, and cancelled.
// Many come to one of them.
async function addDates(redis) {
	const noon = Math.floor(Date.now() / 86400e3) * 86400 + 43200;
	const evening = noon + 40 * 86400 + 7 * 3600;

	for (const [id, begins, ends, more] of [[31, noon, 0, ' day\nمرحبا 🎉'],
		[29, evening, evening + 9 * 3600, `\n${longWord.slice(0, 80)}`],
		[3, evening, 0, ` cancelled\n${attack.slice(0, 80)}`]]) {
		await redis('HSET', `post:${id}`, 'date', `${begins} ${ends} 0${more}`);
		await redis('ZADD', 'dates', begins, id);
	}
	await redis('HSET', 'post:29', 'question', '0 comes');
	for (let n = 0; n < 17; n++)
		await redis('ZADD', 'answers:29', 1, `0 ${5000 + n}`);
}

// Few and many, with words of any length.
async function picture(stack) {
	for (const [id, ...list] of [
		[30, [1600, 1067, attack], [1200, 1600],
			[640, 480, cat, true]],
		[31, [200, 1600, longWord]],
		[28, [1600, 160, boat], [1600, 1600]],
		[27, [9, 9, turning]],
		[26, ...Array(4).fill([800, 600, longWord])]])
		await addPictures(stack, id, ...list);
}

// Ben's notifications: among others, those with odd names like his post number
// 28, the last one with him. Fresh has no notifications.
async function tellBen(redis) {
	const time = (Date.now() - 3 * 3600 * 1000) * 1000;
	const entry = (n, kind, by) => [time + n, `${kind} 29 ${by}`];

	await redis('ZADD', `notices:${await redis('HGET', 'users', 'ben')}`,
		...entry(0, 'repost', 1000), ...entry(1, 'like', 1001),
		...entry(2, 'like', 1002), ...entry(3, 'like', 1000),
		...entry(4, 'like', 1), ...entry(5, 'repost', 1001));
	await redis('DEL',
		`notices:${await redis('HGET', 'users', 'newcomer')}`);
}

// The newcomer has reached today's limits, and so has somebody who guesses the
// password of `guessed`.
async function limit(redis) {
	const id = await redis('HGET', 'users', 'newcomer');
	const digest = keyed('sign-in 127.0.0.1 guessed');

	for (const what of [`post:${id}`, `follow:${id}`, `sign-in:${digest}`])
		await redis('SET', `limit:${what}`, 1e9, 'EX', 7000);
}

// Two members with two-step sign-in. Nobody knows their secrets.
async function useCodes(redis) {
	await redis('HSET', 'users', 'coded', 1005);
	await redis('HSET', 'user:1005', 'username', 'coded', 'password',
		'clear text', 'totp', 'secret');
	await redis('HSET', 'user:1003', 'totp', 'secret', 'totp_spare', 'a b');
}

// Anna runs the site, and has suspended one member. She invites others; a
// newcomer is waiting for approval.
async function run(redis, annaId) {
	const end = Math.floor(Date.now() / 1000) + 20 * 24 * 3600;

	await redis('HSET', `invite:${inviteToken}`, 'uses', 5, 'left', 3,
		'end', end, `form:${sha256('a')}`, '1 1000', `form:${sha256('b')}`,
		'1 2');
	await redis('ZADD', 'invites:1', end, inviteToken);
	await addClassic(redis, 1004, 'waits');
	await redis('HSET', 'user:1004', 'standing', 'waiting', 'who', attack);
	await redis('ZADD', 'waiting', 1700000000, 1004);
	await redis('SADD', 'hosts', annaId);
	await redis('HSET', `user:${annaId}`, 'standing', 'host');
	await addClassic(redis, 1003, 'stopped');
	await redis('HSET', 'user:1003', 'standing', 'stopped');
	await useCodes(redis);
	await redis('ZADD', 'suspended', 1700000000, 1003);
	for (const id of [1000, 1001])
		await redis('HSET', `user:${id}`, 'invited_by', annaId);
	await redis('ZADD', `invited:${annaId}`, 1, 1000, 2, 1001);
}

// The newcomer has muted ben, and blocked the member with the long name.
async function silence(fresh, redis) {
	await fresh.submit('/quiet', { mute: await redis('HGET', 'users', 'ben') });
	await fresh.submit('/quiet', { block: 1000 });
}

// Case 1 about ben is closed. In case 2 somebody has reported a post and him, and
// anna has written to him.
async function report({ anna, long, hostile, redis }) {
	const ben = await redis('HGET', 'users', 'ben');

	await long.post('/report', { post: 31, reason: 'private', text: longWord });
	await anna.post('/reports', { case: 1, do: 'close' });
	await long.post('/report', { post: 31, reason: 'unkind', text: attack });
	await hostile.post('/report', { post: 31, reason: 'other',
		text: `First line,\n${turning}` });
	await long.post('/report', { member: ben, reason: 'spam' });
	await anna.post('/reports', { case: 2, do: 'note', text: attack });
}

// Visitors by name: anna has posts for three pages; ben, who follows her and
// knows her other followers, sees them; fresh has no posts; out is signed out.
export async function populate(stack) {
	const { url, redis } = stack;
	// The links and what else is written for id 1 are hers.
	const anna = await member(url, 'anna');
	const [ben, fresh] = await Promise.all(
		['ben', 'newcomer'].map((name) => member(url, name)));
	let id = 1000;

	for (const name of [longName, turning, hostileName])
		await addClassic(redis, id++, name);
	await ben.follow('anna');
	await fresh.follow('anna');
	await anna.follow('ben');
	const annaId = await redis('HGET', 'users', 'anna');

	for (const name of ['newcomer', longName, turning, hostileName]) {
		const follower = await redis('HGET', 'users', name);

		await ben.follow(name);
		await redis('ZADD', `followers:${annaId}`, 1700000000, follower);
	}
	await anna.post('/bio', { bio: `I row. ${turning}` });
	await anna.post('/feed', { feed: 'new' });
	await anna.post('/feed', { calendar: 'new' });
	await redis('HSET', 'user:1', 'reset',
		`${sha256(resetToken)} 99999999999`);
	await redis('HSET', 'user:1000', 'bio', longWord);
	await redis('HSET', 'user:1001', 'display', 'W'.repeat(40));
	await redis('HSET', 'user:1002', 'bio', attack);
	for (let i = 0; i < 20; i++)
		await anna.write(`Number ${i}`);
	await writeAll(anna, posts);
	const long = classicVisitor(url, 1000);

	await writeAll(long, [longWord]);
	await ben.write('Hello, I am Ben.');
	await converse(anna, ben);
	await ben.write('#notes #boats #rowing #élan #שלום #محبت #漢字');
	// Trending tags are cached for a minute, from before there was
	// anything.
	await redis('DEL', 'cache:trending');
	await answer(redis);
	await likeAndRepost({ anna, ben, fresh, long }, url);
	await ask({ anna, ben }, redis);
	await tellBen(redis);
	await writeForLater(ben, redis);
	await redis('HSET', 'user:1', 'last', '2026-02-28');
	await addDates(redis);
	await picture(stack);
	await silence(fresh, redis);
	await limit(redis);
	await run(redis, annaId);
	await report({ anna, long, hostile: classicVisitor(url, 1002), redis });
	return { anna, ben, fresh, long, stopped: classicVisitor(url, 1003),
		out: new Visitor(url) };
}
