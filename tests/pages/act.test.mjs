// The buttons for likes and reposts on every page, and what they refuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { postOn, press, write } from '../lib/acts.mjs';
import { acts, formFields } from '../lib/page.mjs';
import { indexed, writesOf } from '../lib/redis.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const cleo = await member(url, 'cleo');
const out = new Visitor(url);

await cleo.follow('ben');

// ---- every page -----------------------------------------------------------

const shared = await write(anna, 'On every page. #acts');
const reply = await write(anna, 'A reply.', { reply_to: shared });

await anna.follow('anna');
await ben.post('/act', { repost: shared });
await cleo.post('/act', { like: shared });

// [whose window, path, post]: all kinds of pages that show posts.
const everywhere = [
	[cleo, '/', shared], [cleo, '/?start=0', shared],
	[cleo, '/@anna', shared], [cleo, '/@anna?start=1', shared],
	[cleo, `/@anna?start=0&after=${reply}`, shared], [cleo, '/@ben', shared],
	[cleo, '/timeline', shared], [cleo, '/tag/acts', shared],
	[cleo, `/@anna/${shared}`, shared], [cleo, `/@anna/${shared}`, reply],
	[cleo, `/@anna/${reply}`, shared], [cleo, `/@anna/${reply}`, reply],
	[cleo, '/likes', shared], [anna, '/@anna', shared],
	[ben, '/', shared],
];

for (const [visitor, path, id] of everywhere)
	for (const form of ['like', 'repost'])
		test(`${visitor.name} presses "${form}" of ${id} on ${path}`, async () => {
			const before = (await postOn(visitor, path, id))[form];
			const answer = await press(visitor, path, form, id);

			assert.equal(answer.status, 303);
			assert.equal(answer.location, `${path}#p${id}`);
			const there = `/@anna/${id}`;
			const after = (await postOn(visitor, there, id))[form];

			assert.equal(after.done, !before.done);
			assert.equal(after.count,
				before.count + (before.done ? -1 : 1));
			await press(visitor, there, form, id);
			assert.deepEqual((await postOn(visitor, path, id))[form],
				before);
		});

test('signed out you see the numbers, and no buttons', async () => {
	for (const path of ['/timeline', '/@anna', '/@ben', '/tag/acts',
		`/@anna/${shared}`]) {
		const { text } = await out.get(path);
		const { like, repost } = acts(text).find((p) => p.id === shared);

		assert.deepEqual([like.count, repost.count], [1, 1], path);
		assert.equal(like.field ?? repost.field, undefined);
		assert.equal(formFields(text, '/act'), undefined);
	}
});

test('an author about to delete a post sees its numbers alone', async () => {
	const { text } = await anna.get(`/delete?id=${shared}`);
	const [{ like, repost }] = acts(text);

	assert.deepEqual([like.count, like.field], [1, undefined]);
	assert.deepEqual([repost.count, repost.field], [1, undefined]);
	assert.match(text, />1 reply</);
	assert.equal(formFields(text, '/act'), undefined);
});

test('a page without posts has no form for them', async () => {
	for (const path of ['/bio', '/search?q=a', '/@anna/followers', '/nowhere',
		'/tag/nothing', '/logout'])
		assert.equal(formFields((await anna.get(path)).text, '/act'),
			undefined, path);
});

// ---- refusals -------------------------------------------------------------

for (const button of ['like', 'unlike', 'repost', 'unrepost', 'save', 'unsave',
	'pin', 'unpin', 'leave', 'join', 'read']) {
	test(`${button} of a post that is just gone redirects silently`, async () => {
		const id = await write(anna, 'Too late.');

		await anna.post('/delete', { id });
		const answer = await ben.post('/act',
			{ [button]: id, back: '/timeline' });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, `/timeline#p${id}`);
		assert.equal(await redis('EXISTS', `likes:${id}`, `reposts:${id}`),
			0);
	});

	test(`${button} of nothing changes nothing`, async () => {
		await indexed(redis);
		const before = await redis('KEYS', '*');

		for (const id of ['', 'x', '-1', '0', '1x', ' 1', '1.5', '999999',
			'9'.repeat(40), '18446744073709551615']) {
			const { status, location } = await ben.post('/act',
				{ [button]: id, back: '/@anna' });

			assert.equal(status, 303, id);
			assert.match(location, /^\/@anna(#p\d+)?$/);
		}
		assert.deepEqual(new Set(await redis('KEYS', '*')),
			new Set(before));
	});

	test(`${button} signed out redirects to the sign-in page`, async () => {
		const before = await writesOf(redis);
		const answer = await out.post('/act',
			{ [button]: shared, back: '/@anna' });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/login?back=%2F%40anna');
		assert.equal(await writesOf(redis), before);
	});

	test(`${button} from elsewhere is refused`, async () => {
		const before = await writesOf(redis);
		const fields = { [button]: shared, back: '/' };
		const csrf = await ben.csrf();

		for (const wrong of [fields, { ...fields, csrf: 'forged' },
			{ ...fields, csrf: await anna.csrf() }])
			assert.equal((await ben.postRaw('/act', wrong)).status, 403);
		for (const header of [{ 'sec-fetch-site': 'cross-site' },
			{ origin: 'https://evil.example' }])
			assert.equal((await ben.postRaw('/act',
				{ ...fields, csrf }, header)).status, 403);
		assert.equal(await writesOf(redis), before);
	});

	test(`${button} leads to no other site`, async () => {
		const author = button === 'pin' ? anna : ben;

		for (const back of ['//evil.example', '/\\evil.example',
			'https://evil.example/', 'javascript:alert(1)', '', 'x',
			'/\r\nSet-Cookie: auth=x', '/\t/evil.example', '/#p1',
			`/${'x'.repeat(5000)}`]) {
			const answer = await author.post('/act',
				{ [button]: shared, back });

			assert.equal(answer.location, `/#p${shared}`, back);
			assert.equal(answer.headers['set-cookie'], undefined);
		}
	});
}

test('a form without a button redirects silently', async () => {
	const before = await writesOf(redis);

	for (const fields of [{}, { id: shared }, { undo: shared }])
		assert.equal((await ben.post('/act',
			{ ...fields, back: '/@anna' })).location, '/@anna');
	assert.equal(await writesOf(redis), before);
});

test('the buttons are no page', async () => {
	for (const method of ['GET', 'HEAD', 'PUT']) {
		const answer = await ben.send(method, '/act');

		assert.equal(answer.status, 405);
		assert.equal(answer.headers.allow, 'POST');
	}
	assert.equal((await ben.post('/act/', {})).status, 404);
});

test('the return address is escaped in the page', async () => {
	const path = '/@anna?a="><b>\'&start=0';
	const { text } = await ben.get(encodeURI(path).replace(/'/g, '%27'));

	assert.equal(formFields(text, '/act').back,
		encodeURI(path).replace(/'/g, '%27'));
	const raw = (await ben.get('/@anna?a="><s>\'&start=0')).text;

	assert.doesNotMatch(raw, /"><s>/);
	assert.match(raw, /name="back" value="\/@anna\?a=&quot;&gt;&lt;s&gt;&#39;/);
});
