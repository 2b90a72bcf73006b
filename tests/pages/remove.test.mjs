// Moderators remove posts, and restore them: what everybody sees of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { formFields, heading, messages, posts } from '../lib/page.mjs';
import { indexed } from '../lib/redis.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await startStack();
const { url, redis } = stack;

const { idOf, memberAs } = membersOf(stack);
const [anna, ben] = [await member(url, 'anna'), await member(url, 'ben')];
const host = await memberAs('hella', 'host');
const mona = await memberAs('mona', 'moderator');
const hostId = await idOf('hella');

const remove = (visitor, id, reason = 'Not nice.') =>
	visitor.submit('/remove', { id, reason });

const restore = (visitor, id) => visitor.submit('/remove', { restore: id });

test('a moderator has a link for it, and others do not', async () => {
	const id = await write(anna, 'hello');

	for (const [visitor, has] of [[mona, true], [host, true], [ben, false],
		[anna, false], [new Visitor(url), false]]) {
		const { text } = await visitor.get(`/@anna/${id}`);

		assert.equal(text.includes(`/remove?id=${id}`), has);
	}
});

test('asked for a reason, it is removed, and says so', async () => {
	const id = await write(anna, 'rude words');
	const page = await mona.get(`/remove?id=${id}`);

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), 'Remove this post?');
	assert.match(page.text, /rude words/);
	const refused = await remove(mona, id, ' ');

	assert.equal(refused.status, 422);
	assert.match(messages(refused.text)['reason-bad'], /Say why/);
	const answer = await remove(mona, id, 'Be kind.');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/remove?id=${id}`);
	const { text } = await mona.get(answer.location);

	assert.match(text, /The post is removed, and its author is told why\./);
	assert.equal(heading(text), 'This post was removed');
	assert.match(text, /rude words/);
	assert.match(text, /Be kind\./);
	assert.deepEqual(formFields(text, '/remove').id, undefined);
});

test('a reason that is too long, or odd, comes back with its words', async () => {
	const id = await write(anna, 'hm');

	for (const [reason, why] of [['x'.repeat(10000), /has 10000 characters/],
		['a\x01b', /control characters/], ['a\nb', /line/]]) {
		const answer = await remove(mona, id, reason);

		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['reason-bad'], why);
	}
	assert.match((await remove(mona, id, `<b>"${'y'.repeat(300)}`)).text,
		/value="&lt;b&gt;&quot;yyy/);
	assert.equal((await ben.get(`/@anna/${id}`)).status, 200);
});

test('nobody else finds it any more, and its author reads why', async () => {
	const id = await write(anna, 'gone for you #rude');

	await ben.submit('/act', { like: id });
	await ben.submit('/act', { repost: id });
	const reply = await write(ben, 'an answer', { reply_to: id });

	await indexed(redis);
	await remove(mona, id, 'Be <kind>.');
	for (const visitor of [ben, new Visitor(url), anna])
		for (const path of ['/timeline', '/@anna', '/@ben', '/tag/rude',
			'/search?q=gone', '/timeline.atom', '/@anna.atom', '/likes'])
			assert.doesNotMatch((await visitor.get(path)).text,
				/gone for you/, path);
	assert.equal((await ben.get(`/@anna/${id}`)).status, 404);
	assert.equal((await new Visitor(url).get(`/@anna/${id}`)).status, 404);
	for (const field of ['like', 'repost', 'save'])
		await host.submit('/act', { [field]: id });
	assert.equal(await redis('EXISTS', ...['liked', 'reposted', 'saved']
		.map((of) => `${of}:${hostId}`)), 0);
	assert.equal((await anna.submit('/edit', { id, version: '0',
		status: 'x' })).status, 404);
	assert.match((await ben.get(`/@ben/${reply}`)).text,
		/This post was removed by a moderator\./);
	const own = await anna.get(`/@anna/${id}`);

	assert.equal(own.status, 200);
	assert.match(own.text, /Be &lt;kind&gt;\./);
	assert.doesNotMatch(own.text, /gone for you|mona/);
	assert.match((await anna.get('/notifications')).text,
		/A moderator removed <a href="\/@anna\/\d+">your post<\/a>:\s*<span dir="auto">Be &lt;kind&gt;\./);
	assert.equal((await mona.get(`/@anna/${id}`)).location,
		`/remove?id=${id}`);
	assert.equal((await anna.get(`/remove?id=${id}`)).status, 404);
});

test('restored, it is back where it was', async () => {
	const id = await write(anna, 'back again');

	await ben.submit('/act', { like: id });
	await remove(mona, id);
	const answer = await restore(host, id);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/@anna/${id}`);
	const { text } = await host.get(answer.location);

	assert.match(text, /The post is back where it was\./);
	assert.match(text, /back again/);
	assert.equal(posts((await ben.get('/@anna')).text)[0].path,
		`/@anna/${id}`);
	assert.match((await ben.get('/likes')).text, /back again/);
	assert.match((await anna.get('/notifications')).text,
		/A moderator restored your post/);
	assert.equal((await restore(host, id)).status, 404);
});

test('what its author was told of it is back, too, even if read in between', async () => {
	const id = await write(anna, 'liked words');
	const told = async () => (await anna.get('/notifications')).text
		.includes('liked words');
	const entries = async () => (await redis('ZRANGE',
		`notices:${await idOf('anna')}`, 0, -1))
		.filter((entry) => entry.startsWith('like '));

	await ben.post('/act', { like: id });
	assert.equal(await told(), true);
	const before = await entries();

	await remove(mona, id);
	assert.equal(await told(), false);
	await restore(mona, id);
	assert.deepEqual(await entries(), before);
	assert.equal(await told(), true);
});

test('a moderator does not restore what others have removed of theirs', async () => {
	const id = await write(mona, 'words of a moderator');
	const hasButton = async (visitor) => (await visitor.get(
		`/remove?id=${id}`)).text.includes('name="restore"');

	await remove(host, id);
	assert.equal(await hasButton(mona), false);
	assert.equal(await hasButton(host), true);
	const refused = await restore(mona, id);

	assert.equal(refused.status, 403);
	assert.match(refused.text, /has to decide whether it comes back/);
	assert.equal((await ben.get(`/@mona/${id}`)).text
		.includes('words of a moderator'), false);
	assert.equal((await restore(host, id)).status, 303);
	await remove(mona, id);
	assert.equal(await hasButton(mona), true);
	assert.equal((await restore(mona, id)).status, 303);
});

test('two moderators at once: the second one reads who was faster', async () => {
	const id = await write(anna, 'both');

	await mona.get(`/remove?id=${id}`);
	assert.equal((await remove(host, id)).status, 303);
	const { status, text } = await remove(mona, id);

	assert.equal(status, 409);
	assert.equal(heading(text), 'This post has been removed already');
	assert.match(text, /<bdi>@hella<\/bdi><\/a> removed it today\./);
});

test('its author can delete it at once', async () => {
	const id = await write(anna, 'away with it');

	await remove(mona, id);
	const fields = formFields((await anna.get(`/@anna/${id}`)).text, '/delete');

	assert.equal(fields.id, String(id));
	assert.equal((await anna.postRaw('/delete', fields)).status, 303);
	assert.equal((await mona.get(`/remove?id=${id}`)).status, 404);
	assert.equal((await restore(mona, id)).status, 404);
	assert.equal(await redis('EXISTS', `removed:${id}`), 0);
});

test('only hosts and moderators, and only posts that are there', async () => {
	const id = await write(anna, 'stays');

	for (const visitor of [ben, anna, await memberAs('stan', 'stopped'),
		await memberAs('wanda', 'waiting')]) {
		assert.equal((await visitor.get(`/remove?id=${id}`)).status, 404);
		assert.equal((await remove(visitor, id)).status, 404);
		assert.equal((await restore(visitor, id)).status, 404);
	}
	for (const bad of ['', '0', '999999', 'x', '-1', '1+2', '9'.repeat(30)]) {
		assert.equal((await mona.get(`/remove?id=${bad}`)).status, 404, bad);
		assert.equal((await remove(mona, bad)).status, 404, bad);
	}
	// A moderator whose standing has ended since the question was shown.
	await mona.get(`/remove?id=${id}`);
	await redis('HDEL', `user:${await idOf('mona')}`, 'standing');
	assert.equal((await remove(mona, id)).status, 404);
	await redis('HSET', `user:${await idOf('mona')}`, 'standing', 'moderator');
	assert.equal((await ben.get(`/@anna/${id}`)).status, 200);
});
