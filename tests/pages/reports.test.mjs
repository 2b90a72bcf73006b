// Hosts and moderators handle what members have reported.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { formFields, heading, messages } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await startStack();
const { url, redis } = stack;

const { idOf, memberAs } = membersOf(stack);
const [ben, cleo] = [await member(url, 'ben'), await member(url, 'cleo')];
const host = await memberAs('hella', 'host');
const mona = await memberAs('mona', 'moderator');
let last = 0, anna, annaId, name;

// A new member for each test.
beforeEach(async () => {
	last += 1;
	name = `anna${last}`;
	anna = await member(url, name);
	annaId = await idOf(name);
});

const report = (visitor, fields) =>
	visitor.submit('/report', { reason: 'spam', ...fields });

// The id of the case about somebody.
const caseOf = (id = annaId) => redis('ZSCORE', 'cases', id);

async function opened(text = 'rude words') {
	const post = await write(anna, text);

	await report(ben, { post });
	return { post, id: await caseOf() };
}

const act = (visitor, id, what, fields = {}) =>
	visitor.submit('/reports', { case: id, do: what, ...fields });

const view = (visitor, id) => visitor.get(`/reports?case=${id}`);

test('the list has all open cases, and no other ones', async () => {
	const { id, post } = await opened('rude words for the list');

	await report(cleo, { post, reason: 'unkind', text: 'yes' });
	const { text } = await mona.get('/reports');

	assert.equal(heading(text), 'Reports');
	assert.match(text, new RegExp(`case=${id}"><bdi>@${name}`));
	assert.match(text, /2 reports: unkind \(1\), spam \(1\)/);
	assert.match(text, /rude words for the list/);
	await act(mona, id, 'close');
	assert.doesNotMatch((await mona.get('/reports')).text, /for the list/);
});

test('a case is about the name that its member goes by', async () => {
	await anna.post('/account/name', { name: 'Anna Lund' });
	const { id } = await opened();
	const { text } = await view(mona, id);

	assert.match(text, new RegExp(
		`<h1>Reports about <bdi>Anna Lund</bdi> <a [^>]*><bdi>@${name}<`));
});

test('a case has what was reported, as it was', async () => {
	const { id, post } = await opened('as <it> was\n"then"');

	await report(cleo, { post, reason: 'other', text: '<b>mean</b>\nto me' });
	await report(cleo, { member: annaId, reason: 'unkind' });
	await redis('HSET', `post:${post}`, 'body', 'harmless');
	const page = await view(mona, id);

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), `Reports about @${name}`);
	assert.match(page.text, /as &lt;it&gt; was\n&quot;then&quot;/);
	assert.match(page.text, /&lt;b&gt;mean&lt;\/b&gt;\nto me/);
	assert.match(page.text, /Its author has changed it since/);
	assert.match(page.text, /About the member/);
	assert.match(page.text, /<span>3 reports<\/span>/);
	assert.doesNotMatch(page.text, /harmless|ben<|cleo/);
	await anna.submit('/delete', { id: post });
	assert.match((await view(mona, id)).text, /The post has been deleted/);
});

test('removed with a reason, and all are told', async () => {
	const { id, post } = await opened();
	const ask = `/reports?case=${id}&do=remove&post=${post}`;
	const page = await mona.get(ask);

	assert.equal(heading(page.text), 'Remove this post?');
	assert.match(page.text, /rude words/);
	const refused = await act(mona, id, 'remove', { post, reason: ' ' });

	assert.equal(refused.status, 422);
	assert.match(messages(refused.text)['reason-bad'], /Say why/);
	const long = await act(mona, id, 'remove', { post,
		reason: 'x'.repeat(10000) });

	assert.match(messages(long.text)['reason-bad'], /has 10000 characters/);
	assert.equal(await caseOf(), id);
	const answer = await act(mona, id, 'remove', { post, reason: 'Be kind.' });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/reports?case=${id}`);
	const { text } = await mona.get(answer.location);

	assert.match(text, /The post is removed, and the case is closed\./);
	assert.match(text, /<bdi>@mona<\/bdi><\/a>\s+closed this case\s+today: a post was removed\./);
	assert.equal(await redis('HEXISTS', `post:${post}`, 'body'), 0);
	assert.match((await anna.get('/notifications')).text, /Be kind\./);
	assert.match((await ben.get('/notifications')).text,
		/Thank you for your report: the post was removed/);
	assert.match((await mona.get('/log')).text,
		new RegExp(`closed <a href="/reports\\?case=${id}">a case</a> about`));
});

test('what was removed before: the case still closes', async () => {
	const { id, post } = await opened();

	await host.submit('/remove', { id: post, reason: 'x' });
	assert.match((await view(mona, id)).text, /A moderator has/);
	assert.equal((await act(mona, id, 'remove', { post, reason: 'y' })).status,
		303);
	assert.equal(await redis('HGET', `case:${id}`, 'outcome'), 'removed');
	const other = await opened();

	await host.submit('/remove', { id: other.post, reason: 'x' });
	await act(mona, other.id, 'close');
	assert.equal(await redis('HGET', `case:${other.id}`, 'outcome'), 'removed');
});

test('its author deletes it at that moment', async () => {
	const { id, post } = await opened();

	await mona.get(`/reports?case=${id}&do=remove&post=${post}`);
	await anna.submit('/delete', { id: post });
	const { status, text } = await act(mona, id, 'remove', { post, reason: 'x' });

	assert.equal(status, 409);
	assert.match(text, /The post is gone/);
	assert.equal(await caseOf(), id);
});

test('suspended with a reason and a day', async () => {
	const { id } = await opened();

	assert.equal(heading((await mona.get(`/reports?case=${id}&do=suspend`)).text),
		`Suspend @${name}?`);
	const refused = await act(mona, id, 'suspend', { reason: '',
		until: '2001-01-01' });

	assert.equal(refused.status, 422);
	assert.match(messages(refused.text)['reason-bad'], /Say why/);
	assert.ok(messages(refused.text)['until-bad']);
	const until = new Date(Date.now() + 9 * 86400000).toISOString().slice(0, 10);
	const answer = await act(mona, id, 'suspend', { reason: 'Again.', until });

	assert.equal(answer.status, 303);
	assert.match((await mona.get(answer.location)).text,
		/This account is suspended, and the case is closed\./);
	assert.equal(await redis('HGET', `user:${annaId}`, 'standing'), 'stopped');
	assert.match((await ben.get('/notifications')).text,
		/Thank you for your report: the member was suspended/);
});

test('a note to the author leaves it open', async () => {
	const { id } = await opened();
	const bad = await act(mona, id, 'note', { text: 'x'.repeat(10000) });

	assert.equal(bad.status, 422);
	assert.match(messages(bad.text)['text-bad'], /has 10000 characters/);
	assert.match(messages((await act(mona, id, 'note',
		{ text: 'a\x01' })).text)['text-bad'], /control characters/);
	const answer = await act(mona, id, 'note',
		{ text: 'Please <stop>\nthat.' });

	assert.equal(answer.status, 303);
	const { text } = await mona.get(answer.location);

	assert.match(text, /Your note is sent\./);
	assert.match(text, /Please &lt;stop&gt;\nthat\./);
	const notices = (await anna.get('/notifications')).text;

	assert.match(notices, /A message from the moderators of this site:/);
	assert.match(notices, /Please &lt;stop&gt;\nthat\./);
	assert.doesNotMatch(notices, /mona/);
	assert.doesNotMatch((await mona.get('/log')).text, /Please &lt;stop/);
	assert.equal(await caseOf(), id);
	await act(host, id, 'close');
	assert.match((await ben.get('/notifications')).text,
		/Thank you for your report: we talked to the member/);
});

test('the second one reads who was faster, and what was done', async () => {
	const { id, post } = await opened();

	await mona.get(`/reports?case=${id}&do=remove&post=${post}`);
	assert.equal((await act(host, id, 'close')).status, 303);
	for (const [what, fields] of [['close', {}], ['note', { text: 'x' }],
		['remove', { post, reason: 'x' }], ['suspend', { reason: 'x' }]]) {
		const { status, text } = await act(mona, id, what, fields);

		assert.equal(status, 409);
		assert.equal(heading(text), 'This case has been closed already');
		assert.match(text, /<bdi>@hella<\/bdi><\/a>\s+closed this case\s+today: nothing else was done\./);
	}
	assert.equal(await redis('HEXISTS', `post:${post}`, 'body'), 1);
	assert.match((await ben.get('/notifications')).text,
		/Thank you for your report: we looked at it/);
});

test('earlier cases of the same member', async () => {
	const first = await opened();

	await act(mona, first.id, 'close');
	const { id } = await opened();

	assert.match((await view(mona, id)).text,
		new RegExp(`Earlier cases[^]*case=${first.id}"[^]*1 report,\\s+nothing was done`));
});

test('moderators about hosts and moderators, and about themselves', async () => {
	const hostId = await idOf('hella'), monaId = await idOf('mona');

	await report(ben, { member: hostId });
	await report(ben, { member: monaId });
	const about = await caseOf(hostId), own = await caseOf(monaId);
	const { text } = await view(mona, about);

	assert.match(text, /Only a host can suspend a host or a moderator\./);
	assert.doesNotMatch(text, /do=suspend/);
	const { status } = await act(mona, about, 'suspend', { reason: 'x' });

	assert.equal(status, 403);
	assert.equal((await mona.get(`/reports?case=${about}&do=suspend`)).status, 403);
	assert.equal((await view(mona, own)).status, 404);
	assert.equal((await act(mona, own, 'close')).status, 404);
	assert.doesNotMatch((await mona.get('/reports')).text,
		new RegExp(`case=${own}"`));
	assert.match((await view(host, own)).text, /do=suspend/);
	assert.equal((await act(mona, about, 'close')).status, 303);
	assert.equal((await act(host, own, 'close')).status, 303);
});

test('the number of open cases, for those who may act', async () => {
	const fresh = await memberAs(`mod${last}`, 'moderator');

	for (const [, id] of await redis('ZRANGE', 'cases', 0, -1, 'WITHSCORES'))
		assert.equal((await act(host, id, 'close')).status, 303);
	await opened();
	const { text } = await fresh.get('/timeline');

	assert.match(text, /<a class="flag icon" href="\/reports">.*<span class="badge">1<\/span><span class="hush"> open case<\/span>/);
	for (const visitor of [ben, anna, new Visitor(url)])
		assert.doesNotMatch((await visitor.get('/timeline')).text,
			/class="flag/);
	assert.match((await fresh.get(`/@mod${last}`)).text, /href="\/reports"/);
});

test('only hosts and moderators, and only cases that are there', async () => {
	const { id, post } = await opened();

	for (const visitor of [ben, anna, await memberAs('stan', 'stopped'),
		await memberAs('wanda', 'waiting')]) {
		assert.equal((await visitor.get('/reports')).status, 404);
		assert.equal((await view(visitor, id)).status, 404);
		assert.equal((await act(visitor, id, 'close')).status, 404);
	}
	for (const bad of ['', '0', '999999', 'x', '-1', '1+2', '9'.repeat(30)]) {
		assert.equal((await view(mona, bad)).status, 404, bad);
		assert.equal((await act(mona, bad, 'close')).status, 404, bad);
	}
	for (const what of ['', 'x', 'Close'])
		assert.equal((await act(mona, id, what)).status, 400);
	for (const bad of ['', 'x', '0', '999999', String(Number(post) + 1)])
		assert.equal((await act(mona, id, 'remove', { post: bad,
			reason: 'x' })).status, 404, bad);
	assert.equal((await mona.get('/reports?after=x')).status, 404);
	// A moderator whose standing has ended since the page was shown.
	const fields = formFields((await view(mona, id)).text, '/reports');

	await redis('HDEL', `user:${await idOf('mona')}`, 'standing');
	assert.equal((await mona.postRaw('/reports', fields)).status, 404);
	await redis('HSET', `user:${await idOf('mona')}`, 'standing', 'moderator');
	assert.equal(await caseOf(), id);
});

test('pages of many cases', async () => {
	for (let i = 0; i < 25; i++) {
		const id = 5000 + i;

		await redis('HSET', `user:${7000 + i}`, 'username', `many${i}`);
		await redis('HSET', `case:${id}`, 'author', 7000 + i, 'opened', 5,
			'report:1:0', '5 spam ');
		await redis('ZADD', 'cases', id, 7000 + i);
	}
	const { text } = await mona.get('/reports?after=4999');

	assert.match(text, /many0<[^]*many19</);
	assert.doesNotMatch(text, /many20</);
	assert.match(text, /href="\/reports\?after=5019" rel="next"/);
	assert.match((await mona.get('/reports?after=5019')).text, /many24</);
	await redis('DEL', 'cases');
});
