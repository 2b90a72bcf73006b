// Announcements: who may make them, how a post looks that is one, who has read it,
// and the page of all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { write } from '../lib/acts.mjs';
import { bodies, formFields, pager, posts } from '../lib/page.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const carl = await member(url, 'carl');
const nobody = new Visitor(url);
const day = 24 * 60 * 60;
const now = () => Math.floor(Date.now() / 1000);
const [, bensId, carlsId] = await Promise.all(['anna', 'ben', 'carl'].map(idOf));

await stand('anna', 'host');

async function announce(visitor, status, more = {}) {
	const answer = await visitor.post('/post', { status, announce: '1', ...more });

	assert.equal(answer.status, 303, answer.text);
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	assert.equal(await redis('HGET', `post:${id}`, 'body'), status);
	return id;
}

// As if it ended at that second.
async function endAt(id, end) {
	const time = await redis('HGET', `post:${id}`, 'time');

	await redis('HSET', `post:${id}`, 'announced', end);
	await redis('ZADD', 'announcements', end, `${id} ${time}`);
}

const readers = (text) => text.match(/<p class="readers">(.*?)<\/p>/)?.[1];
const button = (text, id) => text.match(
	new RegExp(`<button [^>]*name="read" value="${id}"[^>]*>([^<]*)<`))?.[1];
const line = (text) => text.match(
	/<p class="icon announced"><span>(.*?)<\/span><\/p>/)?.[1];

async function read(visitor, id, back) {
	return visitor.submit('/act', { read: id, back });
}

test('it says until when, and those who are signed in can say that they read it',
	async () => {
		const id = await announce(anna, 'The regatta begins at nine.');
		const path = `/@anna/${id}`;
		const last = new Date((await redis('HGET', `post:${id}`, 'announced') - 1)
			* 1000);
		const month = last.toLocaleString('en', { month: 'long' });

		for (const from of [path, '/timeline', '/announcements', '/@anna']) {
			const { text } = await ben.get(from);

			assert.match(line(text), new RegExp('^Announcement until ' +
				`<time datetime="\\d{4}-\\d\\d-\\d\\d">${last.getDate()} ${month}</time>$`));
			assert.equal(button(text, id), 'I\'ve read it', from);
		}
		const out = (await nobody.get(path)).text;

		assert.ok(line(out));
		assert.equal(button(out, id), undefined);
		assert.equal(readers(out), undefined);
		assert.equal(readers((await ben.get(path)).text), 'Read by 0 of 3');
		const answer = await read(ben, id, '/announcements');

		assert.equal(answer.status, 303);
		assert.equal(answer.location, `/announcements#p${id}`);
		const after = (await ben.get('/announcements')).text;

		assert.ok(line(after));
		assert.equal(button(after, id), undefined);
		assert.ok(button((await carl.get('/announcements')).text, id));
		for (const visitor of [anna, ben, carl])
			assert.equal(readers((await visitor.get(path)).text),
				'Read by 1 of 3');
		assert.deepEqual(await redis('ZRANGE', `read:${id}`, 0, -1), [bensId]);
	});

test('the button is in the form of the posts', async () => {
	const id = await announce(anna, 'Bring your own cup.');
	const { text } = await ben.get('/announcements');
	const answer = await ben.postRaw('/act',
		{ ...formFields(text, '/act'), read: id });

	assert.equal(answer.location, `/announcements#p${id}`);
	assert.equal(await redis('ZCARD', `read:${id}`), 1);
});

test('after its end it is a post like any other', async () => {
	const id = await announce(anna, 'The roof is repaired today.');
	const path = `/@anna/${id}`;

	await read(ben, id);
	await endAt(id, now() - 1);
	const { text } = await ben.get(path);

	assert.equal(line(text), undefined);
	assert.equal(button(text, id), undefined);
	assert.doesNotMatch(text, /data-announced/);
	assert.equal(readers(text), 'Read by 1 of 3');
	assert.equal((await read(carl, id)).status, 303);
	assert.equal(await redis('ZCARD', `read:${id}`), 1);
	// Thirty days later a worker has kept the number.
	await endAt(id, now() - 30 * day);
	await redis('HSET', `post:${id}`, 'announced', `${now() - 30 * day} 12`);
	await redis('DEL', `read:${id}`);
	assert.equal(readers((await ben.get(path)).text), 'Read by 12');
});

test('readers are counted among those who belong', async () => {
	const id = await announce(anna, 'Who is still here?');
	const path = `/@anna/${id}`;

	await read(carl, id);
	await stand('carl', 'stopped');
	assert.equal(readers((await ben.get(path)).text), 'Read by 1 of 2');
	assert.equal((await carl.get('/announcements')).status, 200);
	assert.equal(button((await carl.get('/announcements')).text, id), undefined);
	assert.equal(readers((await carl.get(path)).text), undefined);
	await redis('HDEL', `user:${carlsId}`, 'standing');
	await redis('ZREM', 'suspended', carlsId);
});

test('other posts have neither', async () => {
	const id = await write(anna, 'Only a word.');
	const { text } = await ben.get(`/@anna/${id}`);

	assert.equal(line(text), undefined);
	assert.equal(readers(text), undefined);
	assert.equal((await read(ben, id)).status, 303);
	assert.equal((await read(ben, '0')).status, 303);
	assert.equal((await read(ben, 'x')).status, 303);
	assert.equal(await redis('EXISTS', `read:${id}`), 0);
});

test('who may announce is a setting', async () => {
	const fields = { status: 'All of you!', announce: '1' };
	const count = () => redis('ZCARD', 'announcements');
	const before = await count();

	for (const who of [ben, carl])
		assert.equal((await who.post('/post', fields)).status, 422);
	assert.equal(await count(), before);
	assert.equal((await anna.post('/post', { ...fields,
		reply_to: await write(ben, 'Who comes?') })).status, 422);
	assert.equal(await count(), before);
});

test('the page of all: those that run, and then the latest end', async () => {
	await redis('DEL', 'announcements');
	const ids = [];

	for (const [body, end] of [['over', now() - 5], ['long over', now() - 50],
		['runs', now() + 500], ['runs for long', now() + 5000]]) {
		ids.push(await announce(anna, body));
		await endAt(ids.at(-1), end);
	}
	const all = ['runs for long', 'runs', 'over', 'long over'];

	for (const visitor of [ben, nobody])
		assert.deepEqual(bodies((await visitor.get('/announcements')).text), all);
	await ben.post('/quiet', { mute: '1' });
	assert.deepEqual(bodies((await ben.get('/announcements')).text), all);
	assert.deepEqual(bodies((await ben.get('/timeline')).text).filter((body) =>
		all.includes(body)), []);
	await ben.post('/quiet', { unmute: '1' });
	await anna.post('/delete', { id: ids[3] });
	assert.deepEqual(bodies((await ben.get('/announcements')).text),
		all.slice(1));
	assert.match((await ben.get('/timeline')).text,
		/<a href="\/announcements">Announcements<\/a>/);
});

test('ten on a page', async () => {
	await redis('DEL', 'announcements');
	assert.match((await ben.get('/announcements')).text,
		/No announcements here\./);
	const end = now() + 5000;

	for (let n = 0; n < 12; n++)
		await endAt(await announce(anna, `number ${n}`), end - n);
	const first = (await ben.get('/announcements')).text;

	assert.equal(posts(first).length, 10);
	assert.deepEqual(pager(first), { Older: '?start=10' });
	const second = (await ben.get('/announcements?start=10')).text;

	assert.deepEqual(bodies(second), ['number 10', 'number 11']);
	assert.deepEqual(pager(second), { Newer: '?start=0' });
	assert.equal((await ben.get('/announcements?start=-1')).status, 200);
	assert.equal((await ben.post('/announcements')).status, 405);
});
