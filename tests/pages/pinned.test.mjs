// The post that a member has pinned: on top of the profile, and on its own
// page the button.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { write } from '../lib/acts.mjs';
import { bodies, formFields, heading, pager } from '../lib/page.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);
const ids = [];

for (let i = 0; i < 12; i++)
	ids.push(await write(anna, `Number ${i}`));

const pin = (visitor, id) => visitor.post('/act', { pin: id, back: '/@anna' });

// The bodies on a profile, and which of them is said to be pinned.
async function profileOf(name, visitor = out, query = '') {
	const { text } = await visitor.get(`/@${name}${query}`);
	const pinned = [...text.matchAll(
		/<article class="post" id="p(\d+)"(?:(?!<\/article>).)*?>Pinned</gs)];

	return { posts: bodies(text), pinned: pinned.map((m) => Number(m[1])),
		older: pager(text).Older };
}

// The button below a post, by its field, and the words on it.
async function button(visitor, id) {
	const { text } = await visitor.get(`/@anna/${id}`);

	return text.match(/<button[^>]* name="((?:un)?pin)"[^>]*>([^<]*)</)?.slice(1);
}

const numbers = (from, to) => Array.from({ length: from - to + 1 },
	(_, i) => `Number ${from - i}`);

test('it comes first, says so, and is there once', async () => {
	assert.equal((await pin(anna, ids[3])).location, `/@anna#p${ids[3]}`);
	for (const visitor of [out, ben, anna])
		assert.deepEqual(await profileOf('anna', visitor), {
			posts: ['Number 3', ...numbers(11, 4), 'Number 2'],
			pinned: [ids[3]], older: `?start=10&after=${ids[2]}`,
		});
	await pin(anna, ids[0]);
	assert.deepEqual(await profileOf('anna'), {
		posts: ['Number 0', ...numbers(11, 2)], pinned: [ids[0]],
		older: `?start=10&after=${ids[2]}` });
});

test('further pages and the feed are as they were', async () => {
	await pin(anna, ids[0]);
	assert.deepEqual(await profileOf('anna', out, `?start=10&after=${ids[2]}`),
		{ posts: numbers(1, 0), pinned: [], older: undefined });
	const feed = (await out.get('/@anna.atom')).text;

	assert.ok(feed.indexOf('Number 11') < feed.indexOf('Number 0<'));
	assert.equal((await out.get('/timeline')).text.includes('>Pinned<'), false);
});

test('the author has the button, on the post\'s own page', async () => {
	await pin(anna, ids[1]);
	assert.deepEqual(await button(anna, ids[1]), ['unpin', 'Unpin']);
	assert.deepEqual(await button(anna, ids[2]),
		['pin', 'Pin to your profile']);
	for (const visitor of [ben, out])
		assert.equal(await button(visitor, ids[1]), undefined);
	const { text } = await anna.get(`/@anna/${ids[1]}`);
	const answer = await anna.postRaw('/act',
		{ ...formFields(text, '/act'), unpin: ids[1] });

	assert.equal(answer.location, `/@anna/${ids[1]}#p${ids[1]}`);
	assert.deepEqual((await profileOf('anna')).pinned, []);
});

test('nobody can pin what somebody else wrote', async () => {
	const refused = await pin(ben, ids[4]);

	assert.equal(refused.status, 403);
	assert.equal(heading(refused.text), 'That isn\'t your post.');
	assert.deepEqual((await profileOf('ben')).posts, []);
});

test('deleted, it is gone from there, too', async () => {
	const id = await write(anna, 'On top for a moment.');

	await pin(anna, id);
	await anna.post('/delete', { id });
	assert.deepEqual(await profileOf('anna'), { posts: numbers(11, 2),
		pinned: [], older: `?start=10&after=${ids[2]}` });
});

test('a repost cannot be pinned', async () => {
	await ben.post('/act', { repost: ids[5] });
	const number = await redis('HGET', 'users', 'ben');
	const [repost] = await redis('LRANGE', `own:${number}`, 0, 0);

	await pin(ben, repost);
	assert.equal(await redis('HGET', `user:${number}`, 'pinned'), null);
	assert.deepEqual(await profileOf('ben'),
		{ posts: ['Number 5'], pinned: [], older: undefined });
});
