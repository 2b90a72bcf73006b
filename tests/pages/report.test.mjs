// Members report posts and members: the form, and who learns of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { oneRedis } from '../lib/database.mjs';
import { withoutMemory } from '../lib/outage.mjs';
import { formFields, heading, messages } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await startStack({
	env: { RETWIS_LIMIT_REPORT: '12/3600' },
});
const { url, redis } = stack;

const { idOf, memberAs } = membersOf(stack);
const [anna, ben] = [await member(url, 'anna'), await member(url, 'ben')];
const mona = await memberAs('mona', 'moderator');
const annaId = await idOf('anna');

const report = (visitor, fields) =>
	visitor.submit('/report', { reason: 'spam', ...fields });

// All reports, in all cases.
async function reports() {
	const cases = await redis('KEYS', 'case:*');
	const fields = await Promise.all(cases.map((key) =>
		redis('HGETALL', key)));

	return fields.flatMap((all) => Object.entries(all))
		.filter(([field]) => field.startsWith('report:'));
}

test('others have links for it, and visitors and authors do not', async () => {
	const id = await write(anna, 'hello');

	for (const [visitor, has] of [[ben, true], [mona, true], [anna, false],
		[new Visitor(url), false]]) {
		assert.equal((await visitor.get(`/@anna/${id}`)).text
			.includes(`/report?post=${id}`), has);
		assert.equal((await visitor.get('/@anna')).text
			.includes(`/report?member=${annaId}`), has);
	}
});

test('asked why, it is sent, and thanks', async () => {
	const id = await write(anna, 'rude words');
	const page = await ben.get(`/report?post=${id}`);

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), 'Report this post?');
	assert.match(page.text, /rude words/);
	assert.match(page.text, /hosts and moderators of this site will see your report, but not who/);
	assert.deepEqual([...page.text.matchAll(/name="reason" value="(\w+)"/g)]
		.map(([, word]) => word),
		['unkind', 'spam', 'private', 'forbidden', 'other']);
	const answer = await report(ben, { post: id, reason: 'unkind', text: 'hm' });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/@anna/${id}`);
	assert.match((await ben.get(answer.location)).text,
		/Thank you\. The hosts and moderators will look at it\./);
	const [[field, text]] = await reports();

	assert.equal(field, `report:${await idOf('ben')}:${id}`);
	assert.match(text, /^\d+ unkind hm$/);
	const once = await report(ben, { member: annaId });

	assert.equal(once.location, '/@anna');
	assert.equal((await reports()).length, 2);
});

test('what is missing or too long comes back with its words', async () => {
	const id = await write(anna, 'hm');
	const count = (await reports()).length;

	for (const [fields, where, why] of [
		[{ reason: '' }, 'reason-bad', /Choose a reason/],
		[{ reason: 'boring' }, 'reason-bad', /Choose a reason/],
		[{ reason: 'other', text: ' \r\n ' }, 'text-bad', /Write something/],
		[{ text: 'x'.repeat(10000) }, 'text-bad', /has 10000 characters/],
		[{ text: 'a\x01b' }, 'text-bad', /control characters/]]) {
		const answer = await report(ben, { post: id, ...fields });

		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)[where], why);
	}
	const { text } = await report(ben, { post: id, reason: 'private',
		text: `</textarea><b>"${'y'.repeat(300)}` });

	assert.match(text, /&lt;\/textarea&gt;&lt;b&gt;&quot;yyy/);
	assert.match(text, /value="private" required checked/);
	assert.equal(formFields(text, '/report').post, String(id));
	assert.equal((await reports()).length, count);
});

test('not oneself, and nobody who is not there', async () => {
	const id = await write(anna, 'mine');
	const waiting = await memberAs('wanda', 'waiting');
	const gone = await write(anna, 'gone');
	const wandaId = await idOf('wanda');
	const unused = await redis('INCR', 'next_post_id');

	await anna.submit('/delete', { id: gone });
	for (const fields of [{ post: id }, { member: annaId }]) {
		const [[name, value]] = Object.entries(fields);
		const page = await anna.get(`/report?${name}=${value}`);

		assert.equal(page.status, 409);
		assert.equal(heading(page.text), "You can't report yourself.");
		assert.equal((await report(anna, fields)).status, 409);
	}
	const texts = new Set();

	await ben.get('/'); // shows that the last report was sent

	for (const who of [wandaId, '99999', '0', 'x', '-1', '', '9'.repeat(30)]) {
		const page = await ben.get(`/report?member=${who}`);

		assert.equal(page.status, 404, who);
		texts.add(page.text);
		assert.equal((await report(ben, { member: who })).status, 404);
	}
	assert.equal(texts.size, 1);
	for (const post of [gone, unused, '99999', 'x', ''])
		assert.equal((await ben.get(`/report?post=${post}`)).status, 404);
	assert.equal((await ben.get('/report')).status, 404);
	assert.equal((await waiting.get(`/report?post=${id}`)).status, 403);
	assert.match((await new Visitor(url).get(`/report?post=${id}`)).location,
		/^\/login/);
});

test('not somebody who is suspended, but by those who see them', async () => {
	const stan = await member(url, 'stan');
	const stanId = await idOf('stan');
	const id = await write(stan, 'before');

	await mona.submit('/standing', { uid: stanId, standing: 'stopped',
		confirm: '1', reason: 'x' });
	for (const address of [`/report?post=${id}`, `/report?member=${stanId}`]) {
		assert.equal((await ben.get(address)).status, 404);
		assert.equal((await mona.get(address)).status, 200);
	}
});

test('to report a repost is to report the original', async () => {
	const id = await write(anna, 'original');

	await ben.submit('/act', { repost: id });
	const repost = await redis('LINDEX', `own:${await idOf('ben')}`, 0);
	const { text } = await mona.get(`/report?post=${repost}`);

	assert.equal(formFields(text, '/report').post, String(id));
});

test('nobody learns who it was', async () => {
	const id = await write(anna, 'secret');
	const cleo = await member(url, 'cleo');

	await report(cleo, { post: id, reason: 'other', text: 'a text of hers' });
	for (const path of ['/notifications', `/@anna/${id}`, '/@anna', '/',
		'/account', '/reports']) {
		const { text } = await anna.get(path);
		// Whoever has just joined is in this list of the home page.
		const rest = text.replace(
			/<section aria-labelledby="members">.*?<\/section>/s, '');

		assert.doesNotMatch(rest, /cleo|text of hers/, path);
	}
	const number = await redis('ZSCORE', 'cases', annaId);
	const page = await mona.get(`/reports?case=${number}`);

	assert.match(page.text, /a text of hers/);
	assert.doesNotMatch(page.text, /cleo/);
	assert.doesNotMatch((await mona.get('/reports')).text, /cleo/);
	assert.doesNotMatch((await mona.get('/log')).text, /cleo/);
	assert.equal((await cleo.get(`/reports?case=${number}`)).status, 404);
});

test('so many a day, and then the words come back', async () => {
	const dora = await member(url, 'dora');
	const id = await write(anna, 'much');

	for (let i = 0; i < 12; i++)
		assert.equal((await report(dora, { post: id })).status, 303);
	const fields = formFields((await dora.get(`/report?post=${id}`)).text,
		'/report');
	const answer = await dora.postRaw('/report', { ...fields, reason: 'other',
		text: 'all of my words' });

	assert.equal(answer.status, 429);
	assert.match(messages(answer.text)['form-bad'], /many reports\. Try again in/);
	assert.match(answer.text, /all of my words<\/textarea>/);
	assert.ok(Number(answer.headers['retry-after']) > 3000);
});

test('a full Redis: the words are still there', { skip: oneRedis }, async () => {
	const id = await write(anna, 'full');
	const fields = formFields((await ben.get(`/report?post=${id}`)).text,
		'/report');

	await withoutMemory(stack, async () => {
		const { status, text } = await ben.postRaw('/report',
			{ ...fields, reason: 'other', text: 'my own words' });

		assert.equal(status, 503);
		assert.equal(formFields(text, '/report').text, 'my own words');
	});
	assert.equal((await report(ben, { post: id })).status, 303);
});
