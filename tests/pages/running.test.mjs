// Announcements that run: on top of Home and of Everyone, next to the bell, among
// the notifications and in the private feed.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bodies, notices, posts, unread } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const DAY = 86400;

const stack = await startStack();
const { url, redis } = stack;
const { idOf, memberAs, stand } = membersOf(stack);

after(() => stack.stop());

// Ben follows the host, and anna follows nobody.
const hanna = await memberAs('hanna', 'host');
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.follow('hanna');
await ben.get('/');

// Announces something: its id.
async function announce(by, status, fields = {}) {
	const answer = await by.post('/post', { status, announce: 1, ...fields });

	assert.equal(answer.status, 303, answer.text);
	return Number((await redis('LRANGE', `own:${await idOf(by.name)}`, 0, 0))[0]);
}

const second = () => Math.floor(Date.now() / 1000);

// The entry of an announcement, with another end.
async function endsAt(id, time) {
	const all = await redis('ZRANGE', 'announcements', 0, -1);

	await redis('ZADD', 'announcements', time,
		all.find((entry) => entry.startsWith(`${id} `)));
}

// A page from a process that remembers nothing.
async function fresh(page, path, visitor) {
	const answer = await cgi(page, { ...variables('GET', path, '', {
		HTTP_HOST: 'localhost', HTTP_COOKIE: visitor?.cookieHeader() ?? '',
	}), RETWIS_REDIS: stack.address });

	assert.equal(answer.status, 200, answer.text);
	return answer.text;
}

const pages = { home: '/', timeline: '/timeline' };

// The section on top of a page, or ''.
function topOf(html) {
	return html.match(
		/<section class="running".*?<\/section>/s)?.[0] ?? '';
}

// {top, list}: the posts on top of the page of a new process, and below.
async function look(page, visitor, path = pages[page]) {
	const html = await fresh(page, path, visitor);
	const top = topOf(html);
	const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

	assert.equal(new Set(ids).size, ids.length, `one id twice: ${ids}`);
	return { top: bodies(top), list: bodies(html.replace(top, '')) };
}

const read = async (id, visitor) =>
	redis('ZADD', `read:${id}`, second(), await idOf(visitor.name));

async function end(...ids) {
	for (const id of ids)
		await endsAt(id, second());
}

const first = await announce(hanna, 'The harbour is closed.');

for (const page of Object.keys(pages)) {
	test(`on top of ${page}, for followers and for all others`, async () => {
		for (const who of [anna, ben, hanna])
			assert.deepEqual((await look(page, who)).top,
				['The harbour is closed.'], who.name);
	});

	test(`it is shown once on ${page}, and not on older pages`, async () => {
		const older = `${pages[page]}?start=1`;

		assert.ok(!(await look(page, ben)).list
			.includes('The harbour is closed.'));
		assert.deepEqual((await look(page, ben, older)).top, []);
	});

	test(`whoever has muted the author sees it on ${page}`, async () => {
		const id = await idOf('hanna');

		await anna.post('/quiet', { mute: id });
		assert.deepEqual((await look(page, anna)).top,
			['The harbour is closed.']);
		await anna.post('/quiet', { unmute: id });
	});

	test(`whoever has read it finds it in its place on ${page}`, async () => {
		await read(first, ben);
		const { top, list } = await look(page, ben);

		assert.deepEqual([top, list.includes('The harbour is closed.')],
			[[], true]);
		assert.equal((await look(page, anna)).top.length, 1);
		await redis('DEL', `read:${first}`);
	});
}

test('visitors and newcomers without approval never see it on top', async () => {
	assert.equal(topOf(await fresh('timeline', '/timeline')), '');
	assert.equal(topOf(await fresh('home', '/')), '');
	const wanda = await member(url, 'wanda');

	await stand('wanda', 'waiting');
	assert.equal(topOf(await fresh('timeline', '/timeline', wanda)), '');
	assert.equal(unread(await fresh('timeline', '/timeline', wanda)), '');
});

test('a page that is served again and again learns of it', async () => {
	for (const path of Object.values(pages))
		await until(`it is on ${path}`, async () =>
			topOf((await anna.get(path)).text) !== '', 30);
});

test('its buttons lead back to the page', async () => {
	const top = topOf(await fresh('home', '/', anna));
	const [, back] = top.match(/name="back" value="([^"]*)"/);
	const [, csrf] = top.match(/name="csrf" value="([^"]*)"/);
	const { status, headers } = await anna.postRaw('/act',
		{ csrf, back, like: first });

	assert.deepEqual([status, headers.location], [303, `/#p${first}`]);
});

test('three at most, the newest first, and how many there are besides', async () => {
	const more = [];

	for (const words of ['two', 'three', 'four'])
		more.push(await announce(hanna, words));
	for (const page of Object.keys(pages)) {
		const html = await fresh(page, pages[page], anna);

		assert.deepEqual(bodies(topOf(html)), ['four', 'three', 'two']);
		assert.match(topOf(html),
			/<a href="\/announcements">and 1 more<\/a>/);
	}
	await read(more[1], anna);
	assert.doesNotMatch(topOf(await fresh('home', '/', anna)), /more</);
	assert.deepEqual((await look('home', anna)).top,
		['four', 'two', 'The harbour is closed.']);
	await end(...more);
	assert.deepEqual((await look('home', anna)).top,
		['The harbour is closed.']);
});

test('of very many the newest twenty count', async () => {
	const names = Array.from({ length: 25 }, (_, i) => `${900 + i} ${second()}`);

	await redis('ZADD', 'announcements', ...names.flatMap((name) =>
		[second() + DAY, name]));
	await redis('ZADD', 'announcements', second() + DAY, 'nonsense',
		second() + DAY, '0 1', second() + DAY, '17');
	assert.deepEqual((await look('home', anna)).top, []);
	await redis('ZREM', 'announcements', 'nonsense', '0 1', '17', ...names);
});

test('without the posts of suspended members, and what is gone', async () => {
	const heidi = await memberAs('heidi', 'host');
	const [kept, removed, deleted] = [await announce(heidi, 'kept'),
		await announce(heidi, 'removed'), await announce(heidi, 'deleted')];

	await redis('HDEL', `post:${removed}`, 'body');
	await heidi.post('/delete', { id: deleted });
	assert.deepEqual((await look('home', anna)).top,
		['kept', 'The harbour is closed.']);
	await redis('SREM', 'hosts', await idOf('heidi'));
	await stand('heidi', 'stopped');
	assert.deepEqual((await look('home', anna)).top,
		['The harbour is closed.']);
	await end(kept, removed);
});

test('a question on top has its answers counted', async () => {
	const id = await announce(hanna, 'Who helps?', { answers: 'Me\nNot me' });

	await redis('ZADD', `answers:${id}`, second(), '0 1',
		8 * 2 ** 40 + second(), '1');
	for (const page of Object.keys(pages))
		assert.equal((await look(page, anna)).top[0], 'Who helps?');
	await end(id);
});

// ---- the bell and the notifications -----------------------------------------

const peek = (visitor) =>
	visitor.get('/notifications', { 'sec-purpose': 'prefetch' });
const bell = async (visitor) => unread(await fresh('timeline', '/timeline', visitor));

test('a newcomer is told of what still runs, and whoever announced it is not', async () => {
	const nora = await member(url, 'nora');

	await hanna.get('/notifications');
	await redis('ZADD', `notices:${await idOf('hanna')}`, 0, 'seen');
	const others = await redis('ZCARD', `notices:${await idOf('hanna')}`) - 1;

	assert.equal(await bell(nora), '1');
	assert.equal(await bell(hanna), `${others}`);
	assert.equal(unread((await peek(nora)).text), '1');
	assert.deepEqual(notices((await peek(nora)).text),
		[{ text: '@hanna announced', isNew: true,
			path: `/@hanna/${first}`, words: 'The harbour is closed.' }]);
	assert.equal(unread((await nora.get('/notifications')).text), '');
	assert.equal(await bell(nora), '');
	assert.equal(notices((await nora.get('/notifications')).text)[0].isNew,
		false);
	assert.deepEqual(notices((await hanna.get('/notifications')).text)
		.filter(({ text }) => /announced/.test(text)), []);
});

test('it is counted with other notices, and is in its place among them', async () => {
	const olga = await member(url, 'olga');

	await olga.get('/notifications');
	await ben.post('/follow', { follow: await idOf('olga') });
	const id = await announce(hanna, 'Regatta on Sunday');

	assert.equal(await bell(olga), '2');
	const shown = notices((await olga.get('/notifications')).text);

	assert.deepEqual(shown.map(({ text, isNew }) => [text, isNew]).slice(0, 2),
		[['@hanna announced', true], ['@ben follows you', true]]);
	assert.equal(await bell(olga), '');
	await ben.post('/post', { status: 'Hello @olga' });
	assert.equal(await bell(olga), '1');
	assert.equal((await look('timeline', olga)).top.length, 2);
	await end(id);
	assert.equal(notices((await olga.get('/notifications')).text)
		.filter(({ text }) => /announced/.test(text)).length, 1);
});

test('every page counts it, also one that has just heard of it', async () => {
	const pia = await member(url, 'pia');
	const { text } = await pia.post('/post', { status: '' });

	assert.equal(unread(text), '1');
	assert.match(await fresh('home', '/', pia),
		/<strong class="unread">1<\/strong>/);
	await until('the bell of a page', async () =>
		unread((await pia.get('/@pia')).text) === '1', 30);
});

// ---- the private feed ---------------------------------------------------------

test('the private feed has it once, in its place', async () => {
	const feed = await anna.makeFeed();
	const titles = async () => [...(await anna.get(feed)).text
		.matchAll(/<content[^>]*>(.*?)<\/content>/gs)].map(([, text]) =>
		text.replace(/&lt;.*?&gt;|<[^>]*>/g, '').trim());

	await anna.post('/post', { status: 'Mine' });
	await redis('LPUSH', `posts:${await idOf('anna')}`, 1);
	await until('the feed has it', async () =>
		(await titles()).includes('The harbour is closed.'), 30);
	const all = await titles();

	assert.deepEqual(all.filter((text) => /harbour/.test(text)).length, 1);
	assert.ok(all.indexOf('Mine') < all.indexOf('The harbour is closed.'));
	await anna.post('/quiet', { mute: await idOf('hanna') });
	assert.deepEqual(await titles(), all);
	await anna.post('/quiet', { unmute: await idOf('hanna') });
});

test('when it has ended, nothing is left of it but a post', async () => {
	await end(first);
	for (const page of Object.keys(pages))
		assert.deepEqual((await look(page, anna)).top, []);
	assert.equal(await bell(await member(url, 'rosa')), '');
	assert.ok((await look('timeline', anna)).list
		.includes('The harbour is closed.'));
	assert.equal(posts(await fresh('profile', '/@hanna', new Visitor(url)))
		.some(({ body }) => /harbour/.test(body)), true);
});
