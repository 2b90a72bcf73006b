// Correcting a post, and a scheduled one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack, startStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { bodies, formFields, formValue, heading, messages, notices, unread }
	from '../lib/page.mjs';
import { at, hour, minute, waiting } from '../lib/later.mjs';
import { until } from '../lib/processes.mjs';
import { signIn, typing } from '../lib/typing.mjs';
import { writeIn } from './lib/writers.mjs';

process.env.TZ = 'UTC';
const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const cleo = await member(url, 'cleo');
const out = new Visitor(url);
const write = writeIn(redis);

// Until a worker has brought everything up to the text.
function settled(id) {
	return until('the post is settled', async () =>
		!await redis('HEXISTS', `post:${id}`, 'before') &&
		!await redis('ZCARD', 'indexing'));
}

async function form(id, visitor = anna) {
	const { text } = await visitor.get(`/edit?id=${id}`);

	return formFields(text, '/edit');
}

async function edit(id, status, visitor = anna) {
	return visitor.postRaw('/edit', { ...await form(id, visitor), status });
}

async function shown(id, visitor = out) {
	return (await visitor.get(`/@anna/${id}`)).text;
}

// ---- a post ---------------------------------------------------------------

test('you correct your own post, and it says so', async () => {
	const id = await write(anna, 'The meating is at noon.\n\n  "Bring" <cake>');
	const link = `href="/edit\\?id=${id}"`;

	assert.match(await shown(id, anna), new RegExp(link));
	assert.doesNotMatch(await shown(id, ben), /\/edit/);
	assert.doesNotMatch(await shown(id), /edited/);
	const page = await anna.get(`/edit?id=${id}`);

	assert.equal(page.status, 200);
	assert.equal(heading(page.text), 'Edit post');
	assert.match(page.text, /You can edit it until \d\d:\d\d \(UTC\)\./);
	const fields = formFields(page.text, '/edit');

	assert.equal(fields.status, 'The meating is at noon.\n\n  "Bring" <cake>');
	const answer = await anna.postRaw('/edit', { ...fields,
		status: 'The meeting is at noon. &amp; \r\n' });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, `/@anna/${id}`);
	const next = await shown(id, anna);

	assert.match(next, /Your post has been changed\./);
	assert.deepEqual(bodies(next), ['The meeting is at noon. &amp;']);
	assert.match(next,
		/<span class="when">\(edited <time datetime="[^"]*"[^>]*>\d\d:\d\d<\/time>\)</);
	for (const path of ['/', '/timeline', '/@anna']) {
		const { text } = await anna.get(path);

		assert.equal(bodies(text)[0], 'The meeting is at noon. &amp;');
		assert.match(text, /<span class="when">\(edited\)<\/span>/);
	}
});

test('visitors and feeds see it within two seconds', async () => {
	const id = await write(anna, 'Frist');

	assert.deepEqual(bodies(await shown(id)), ['Frist']);
	assert.match((await out.get('/@anna.atom')).text, /Frist/);
	await redis('HINCRBY', `post:${id}`, 'time', -60);
	const [, published] = (await out.get('/timeline.atom')).text
		.match(/<published>(.*?)<\/published>/);

	assert.equal((await edit(id, 'First')).status, 303);
	const since = Date.now();

	await until('everybody sees it', async () =>
		bodies(await shown(id))[0] === 'First' &&
		/First/.test((await out.get('/@anna.atom')).text) &&
		/First/.test((await out.get('/timeline.atom')).text));
	assert.ok(Date.now() - since < 2000);
	const { text } = await out.get('/@anna.atom');
	const [, entry] = text.match(/<entry>(.*?)<\/entry>/s);
	const [, updated] = entry.match(/<updated>(.*?)<\/updated>/);

	assert.ok(updated > published);
	assert.equal(text.match(/<updated>(.*?)<\/updated>/)[1], updated);
});

test('tags, trends, the index and mentions follow', async () => {
	const id = await write(anna, 'Wrong #noon @ben, telephone 0815');

	await settled(id);
	assert.equal(unread((await ben.get('/')).text), '1');
	assert.equal((await edit(id, 'Right #evening @cleo')).status, 303);
	await settled(id);
	assert.deepEqual(bodies((await out.get('/tag/noon')).text), []);
	assert.deepEqual(bodies((await out.get('/tag/evening')).text),
		['Right #evening @cleo']);
	assert.equal(await redis('EXISTS', 'tag:noon'), 0);
	assert.equal(await redis('ZSCORE', 'tags', 'noon'), null);
	assert.equal(await redis('ZSCORE', 'tags', 'evening'), 0);
	assert.deepEqual(bodies((await anna.get('/@ben/mentions')).text), []);
	assert.deepEqual(bodies((await anna.get('/@cleo/mentions')).text),
		['Right #evening @cleo']);
	assert.equal(unread((await ben.get('/')).text), '');
	assert.equal(unread((await cleo.get('/')).text), '1');
	assert.match(notices((await cleo.get('/notifications')).text)[0].text,
		/@anna mentioned you/);
	assert.match(await shown(id), /<a href="\/@cleo"/);
	// The rewrite of the append-only file is ordered, or already begun.
	assert.equal(await redis('EXISTS', 'rewrite'), 1);
	const hash = await redis('HGETALL', `post:${id}`);

	assert.ok(!JSON.stringify(hash).includes('0815'));
	assert.ok(!(await redis('KEYS', '*')).join(' ').includes('noon'));
});

test('who has read the notice keeps it, and nobody is told twice', async () => {
	const id = await write(anna, 'Hello @ben');

	await ben.get('/notifications');
	assert.equal(unread((await ben.get('/')).text), '');
	await edit(id, 'Hello @cleo');
	await settled(id);
	assert.ok(notices((await ben.get('/notifications')).text)
		.some(({ path }) => path === `/@anna/${id}`));
	await cleo.get('/notifications');
	await edit(id, 'Hello @cleo and @ben');
	await settled(id);
	for (const visitor of [ben, cleo])
		assert.equal(unread((await visitor.get('/')).text), '');
});

test('a reply stays one, and its author is told once', async () => {
	const parent = await write(ben, 'Who comes?');
	const id = await write(anna, 'Mee!', { reply_to: parent });

	await ben.get('/notifications');
	await edit(id, 'Me, @ben!');
	await settled(id);
	assert.match(await shown(id), /In reply to/);
	assert.equal(unread((await ben.get('/')).text), '');
	assert.deepEqual(bodies((await out.get(`/@ben/${parent}`)).text),
		['Who comes?', 'Me, @ben!']);
});

test('the same text changes nothing', async () => {
	const id = await write(anna, 'Right at once');
	const before = await redis('HGETALL', `post:${id}`);

	assert.equal((await edit(id, 'Right at once\n')).status, 303);
	assert.deepEqual(await redis('HGETALL', `post:${id}`), before);
});

test('the form that is sent twice is done, and is one correction', async () => {
	const id = await write(anna, 'Onec');
	const fields = { ...await form(id), status: 'Once' };

	for (let i = 0; i < 3; i++)
		assert.equal((await anna.postRaw('/edit', fields)).location,
			`/@anna/${id}`);
	assert.equal(await redis('HGET', `post:${id}`, 'edits'), '1');
});

test('two at once: the second sees both texts', async () => {
	const id = await write(anna, 'Version 0');
	const [one, two] = [await form(id), await form(id)];

	await anna.postRaw('/edit', { ...one, status: 'From one window' });
	const page = await anna.postRaw('/edit',
		{ ...two, status: 'From <the> other' });

	assert.equal(page.status, 409);
	assert.match(page.text, /This post has changed meanwhile/);
	assert.match(page.text, /<blockquote[^>]*>\s*<p[^>]*>From one window</);
	const fields = formFields(page.text, '/edit');

	assert.equal(fields.status, 'From <the> other');
	assert.deepEqual(bodies(await shown(id, anna)), ['From one window']);
	assert.equal((await anna.postRaw('/edit', fields)).status, 303);
	assert.deepEqual(bodies(await shown(id, anna)), ['From <the> other']);
	assert.equal(await redis('HGET', `post:${id}`, 'edits'), '2');
});

test('a deletion wins, and no half of the post comes back', async () => {
	const id = await write(anna, 'Here #today');
	const fields = { ...await form(id), status: 'Gone #tomorrow @ben' };

	await anna.post('/delete', { id });
	const page = await anna.postRaw('/edit', fields);

	assert.equal(page.status, 404);
	assert.equal(heading(page.text), 'This post is gone');
	assert.match(page.text, /Gone #tomorrow @ben<\/textarea>/);
	assert.deepEqual(await redis('HKEYS', `post:${id}`), ['gone']);
	assert.equal((await anna.get(`/edit?id=${id}`)).status, 404);
	await settled(id);
	assert.equal(await redis('EXISTS', 'tag:tomorrow', 'tag:today'), 0);
});

test('a post that is deleted before a worker comes leaves nothing', async () => {
	const id = await write(anna, 'One #first @ben');

	await settled(id);
	await edit(id, 'Two #second @cleo');
	await anna.post('/delete', { id });
	await settled(id);
	assert.equal(await redis('EXISTS', 'tag:first', 'tag:second'), 0);
	for (const list of ['mentions:2', 'mentions:3'])
		assert.ok(!(await redis('LRANGE', list, 0, -1)).includes(id));
	for (const list of ['notices:2', 'notices:3'])
		assert.ok(!(await redis('ZRANGE', list, 0, -1))
			.includes(`mention ${id} 1`));
});

test('after fifteen minutes it is too late, and the text is not lost', async () => {
	const id = await write(anna, 'Old');
	const fields = { ...await form(id), status: 'New\n<text>' };

	await redis('HINCRBY', `post:${id}`, 'time', -15 * 60);
	assert.doesNotMatch(await shown(id, anna), /\/edit/);
	for (const page of [await anna.get(`/edit?id=${id}`),
		await anna.postRaw('/edit', fields)]) {
		assert.equal(page.status, 403);
		assert.equal(heading(page.text), 'It\'s too late to change this post');
		assert.match(page.text, /for 15 minutes after/);
		assert.match(page.text, new RegExp(`href="/@anna/${id}"`));
	}
	assert.match((await anna.postRaw('/edit', fields)).text,
		/New\n&lt;text&gt;<\/textarea>/);
	assert.deepEqual(bodies(await shown(id, anna)), ['Old']);
});

test('only one\'s own, and no repost', async () => {
	const id = await write(anna, 'Mine.');

	for (const answer of [await ben.get(`/edit?id=${id}`),
		await ben.submit('/edit', { id, version: 0, status: 'His' })]) {
		assert.equal(answer.status, 403);
		assert.equal(heading(answer.text), 'That isn\'t your post');
	}
	await anna.post('/act', { repost: id });
	const [repost] = await redis('LRANGE', 'own:1', 0, 0);

	assert.notEqual(repost, id);
	assert.equal((await anna.get(`/edit?id=${repost}`)).status, 404);
	assert.equal((await anna.submit('/edit',
		{ id: repost, version: 0, status: 'x' })).status, 404);
	assert.equal((await out.get(`/edit?id=${id}`)).location,
		`/login?back=%2Fedit%3Fid%3D${id}`);
	assert.deepEqual(bodies(await shown(id, anna)), ['Mine.']);
});

for (const id of ['', 'x', '-1', '0', '999999', '9'.repeat(40)])
	test(`there is no post "${id}" to edit`, async () => {
		assert.equal((await anna.get(`/edit?id=${id}`)).status, 404);
		assert.equal((await anna.submit('/edit',
			{ id, version: 0, status: 'x' })).status, 404);
	});

test('the rules are those of a post', async () => {
	const id = await write(anna, 'Short');
	const table = [['', /./], [' \n', /./], ['x'.repeat(281), /281/]];

	for (const [status, message] of table) {
		const page = await edit(id, status);

		assert.equal(page.status, 422);
		assert.match(messages(page.text)['status-bad'], message);
		assert.deepEqual(formFields(page.text, '/edit'),
			{ ...await form(id), status });
	}
	for (const version of ['', '1', 'x', '00', '9'.repeat(99)])
		assert.equal((await anna.submit('/edit',
			{ id, version, status: 'Other' })).status, 409);
	assert.deepEqual(bodies(await shown(id, anna)), ['Short']);
});

test('many in a short time wait for the worker', async () => {
	const id = await write(anna, 'Text 0');
	const texts = Array.from({ length: 10 }, (_, i) => `earlier ${i}`);

	await settled(id);
	await redis('HSET', `post:${id}`, 'before', texts.join('\x1f'));
	const page = await edit(id, 'Text 1');

	assert.equal(page.status, 429);
	assert.equal(formFields(page.text, '/edit').status, 'Text 1');
	await settled(id);
	assert.equal((await edit(id, 'Text 1')).status, 303);
});

test('the form of the post that is sent again makes no second one', async () => {
	const home = await ben.get('/');
	const post = { ...formFields(home.text, '/post'), status: 'Ones #one' };

	await ben.postRaw('/post', post);
	const [id] = await redis('LRANGE', 'own:2', 0, 0);

	await edit(id, 'Once #two', ben);
	await settled(id);
	assert.equal((await ben.postRaw('/post', post)).status, 303);
	assert.deepEqual(await redis('LRANGE', 'own:2', 0, 0), [id]);
	assert.equal(await redis('HGET', `post:${id}`, 'body'), 'Once #two');
	await settled(id);
	assert.equal(await redis('EXISTS', 'tag:one'), 0);
	assert.deepEqual(await redis('LRANGE', 'tag:two', 0, -1), [id]);
});

test('the text comes back, signed out and in again', async () => {
	const id = await write(cleo, 'Befor');
	const { visitor, fields } = await typing(url, 'cleo', `/edit?id=${id}`,
		'/edit');
	const asked = await visitor.postRaw('/edit',
		{ ...fields, status: 'Before\n& after' });

	assert.equal(asked.status, 401);
	const page = await signIn(visitor, asked, { username: 'cleo', password });
	const kept = formFields(page.text, '/edit');

	assert.equal(page.status, 200);
	assert.deepEqual([kept.id, kept.status], [id, 'Before\n& after']);
	assert.equal((await visitor.postRaw('/edit', kept)).location,
		`/@cleo/${id}`);
	assert.equal((await visitor.postRaw('/edit', { ...kept, csrf: 'x' }))
		.status, 403);
});

test('a host may switch it off', async () => {
	const other = await startStack({ env: { RETWIS_EDIT_MINUTES: '0' } });
	const dora = await member(other.url, 'dora');

	await dora.write('For ever');
	assert.doesNotMatch((await dora.get('/@dora/1')).text, /\/edit/);
	const page = await dora.get('/edit?id=1');

	assert.equal(page.status, 403);
	assert.match(page.text, /Posts can&#39;t be changed here/);
	assert.equal((await dora.submit('/edit',
		{ id: 1, version: 0, status: 'x' })).status, 403);
});

test('the export tells when', async () => {
	const id = await write(ben, 'Exprot');

	await edit(id, 'Export', ben);
	assert.match(await redis('HGET', `post:${id}`, 'edited'), /^\d+$/);
});

// ---- a scheduled post -----------------------------------------------------

async function list(visitor = anna) {
	return waiting((await visitor.get('/scheduled')).text);
}

async function schedule(status, ms) {
	const home = await anna.get('/');
	const fields = { ...formFields(home.text, '/post'), status, at: at(ms) };

	assert.equal((await anna.postRaw('/post', fields)).location,
		'/scheduled');
	return fields;
}

test('a scheduled post can be edited until it goes out', async () => {
	const sent = await schedule('Hapy new year', 2 * hour);
	const [{ id }] = await list();
	const { text } = await anna.get('/scheduled');

	assert.match(text, new RegExp(`href="/edit\\?scheduled=${id}"`));
	const page = await anna.get(`/edit?scheduled=${id}`);

	assert.equal(heading(page.text), 'Edit scheduled post');
	const fields = formFields(page.text, '/edit');

	assert.equal(fields.status, 'Hapy new year');
	assert.equal(fields.at, sent.at.slice(0, 16));
	const time = at(3 * hour).slice(0, 16);
	const form = { ...fields, status: 'Happy new year', at: time };

	// Sent twice, and the form of the post once more: it is one post.
	for (const [path, again] of [['/edit', form], ['/edit', form],
		['/post', sent]])
		assert.equal((await anna.postRaw(path, again)).location,
			'/scheduled');
	const [post, ...more] = await list();

	assert.deepEqual(more, []);
	assert.deepEqual([post.id, post.body, post.when.slice(0, 16)],
		[id, 'Happy new year', time]);
	assert.equal(await redis('ZCARD', '{later}:due'), 1);
	await anna.post('/scheduled', { id });
	assert.deepEqual(await redis('KEYS', '{later}*'), []);
});

test('two windows, a worker that is faster, and somebody else', async () => {
	await schedule('Version 0', 2 * hour);
	const [{ id }] = await list();
	const ask = async () => formFields(
		(await anna.get(`/edit?scheduled=${id}`)).text, '/edit');
	const [one, two] = [await ask(), await ask()];

	await anna.postRaw('/edit', { ...one, status: 'One' });
	const both = await anna.postRaw('/edit', { ...two, status: 'Two' });

	assert.equal(both.status, 409);
	assert.match(both.text, /<blockquote[^>]*>\s*<p[^>]*>One</);
	assert.equal(formFields(both.text, '/edit').status, 'Two');
	assert.equal((await ben.get(`/edit?scheduled=${id}`)).status, 404);
	assert.equal((await ben.submit('/edit', { ...one, csrf: undefined,
		...{ csrf: await ben.csrf() }, status: 'His' })).status, 404);
	for (const time of ['', at(-minute), 'soon']) {
		const bad = await anna.postRaw('/edit',
			{ ...await ask(), status: 'x', at: time });

		assert.equal(bad.status, 422);
		assert.ok(messages(bad.text)['at-bad']);
		assert.equal(formValue(bad.text, 'at'), time);
	}
	const [entry] = await redis('ZRANGE', '{later}:due', 0, 0);

	await redis('ZADD', '{later}:due', -Date.now() - 9000, entry);
	const late = await anna.postRaw('/edit',
		{ ...await ask(), status: 'Late' });

	assert.equal(late.status, 409);
	assert.match(late.text, /being published right now/);
	assert.match(late.text, /Late<\/textarea>/);
	await redis('ZADD', '{later}:due', Date.now() + 99000, entry);
	const form = await ask();

	await anna.post('/scheduled', { id });
	const gone = await anna.postRaw('/edit', { ...form, status: 'Gone' });

	assert.equal(gone.status, 404);
	assert.match(gone.text, /Gone<\/textarea>/);
	assert.deepEqual(await list(), []);
});

// ---- pictures -------------------------------------------------------------

const tokens = ['a', 'b', 'c'].map((digit) => digit.repeat(32));

// The post has these pictures, which show what `alts` say.
async function illustrate(id, alts) {
	await redis('HSET', `post:${id}`, 'pictures', alts.map((alt, i) =>
		`${tokens[i]} 640 480\t${alt}`).join('\n'));
}

function pictures(id) {
	return redis('HGET', `post:${id}`, 'pictures');
}

function thumbnails(html) {
	return [...html.matchAll(/src="\/picture\/(\w)\w{31}-400\.webp"/g)]
		.map(([, digit]) => digit).join('');
}

test('what a picture shows is corrected, and one is taken out', async () => {
	const id = await write(anna, 'Three');

	await illustrate(id, ['Cat <1>', '', 'Bird']);
	const page = await anna.get(`/edit?id=${id}`);
	const fields = formFields(page.text, '/edit');

	assert.equal(thumbnails(page.text), 'abc');
	assert.match(page.text, /<legend>Picture 2 of 3<\/legend>/);
	assert.deepEqual([fields.kept, fields.alt1, fields.alt2, fields.alt3],
		[tokens.join(' '), 'Cat <1>', '', 'Bird']);
	const sent = { ...fields, alt1: 'Cat', alt2: 'A dog\r\nin <snow>', out3: '1' };
	const now = `${tokens[0]} 640 480\tCat\n` +
		`${tokens[1]} 640 480\tA dog in <snow>`;

	for (let i = 0; i < 2; i++) {
		assert.equal((await anna.postRaw('/edit', sent)).location,
			`/@anna/${id}`);
		assert.equal(await pictures(id), now);
	}
	assert.equal(await redis('HGET', `post:${id}`, 'edits'), '1');
	assert.match(await shown(id), /edited/);
	assert.notEqual(await redis('ZSCORE', '{pictures}:due', `0 ${tokens[2]}`), null);
	assert.equal(await redis('ZSCORE', '{pictures}:due', `0 ${tokens[0]}`), null);
	await settled(id);
	assert.equal(unread((await ben.get('/')).text), '');
});

test('a form that names no pictures leaves them alone', async () => {
	const id = await write(anna, 'Two');

	await illustrate(id, ['Cat', 'Dog']);
	const was = await pictures(id);

	await anna.submit('/edit', { id, version: 0, status: '2' });
	assert.equal(await pictures(id), was);
	// Neither do tokens of others, or what is none.
	await anna.submit('/edit', { id, version: 1, status: '2',
		kept: `${'f'.repeat(32)} x`, out1: '1', alt2: 'x' });
	assert.equal(await pictures(id), was);
});

test('a description that is refused comes back with everything', async () => {
	const id = await write(anna, 'Two');

	await illustrate(id, ['Cat', 'Dog']);
	const fields = { ...await form(id), status: 'Changed', out1: '1',
		alt2: 'x'.repeat(501) };
	const page = await anna.postRaw('/edit', fields);

	assert.equal(page.status, 422);
	assert.match(messages(page.text)['alt2-bad'], /500/);
	assert.equal(thumbnails(page.text), 'ab');
	assert.deepEqual(formFields(page.text, '/edit'), fields);
	assert.match(page.text, /name="out1" value="1" checked/);
	assert.doesNotMatch(page.text, /name="out2" value="1" checked/);
	assert.match(await pictures(id), /Cat\n.*Dog$/);
});

test('two windows: the second sees both descriptions', async () => {
	const id = await write(anna, 'Three');

	await illustrate(id, ['Cat', 'Dog', 'Bird']);
	const [one, two] = [await form(id), await form(id)];

	await anna.postRaw('/edit', { ...one, out1: '1', alt2: 'Wolf' });
	const page = await anna.postRaw('/edit', { ...two, alt1: 'Lion',
		alt2: 'Fox', out3: '1' });

	assert.equal(page.status, 409);
	const [, now] = page.text.match(/<blockquote.*?>(.*?)<\/blockquote>/s);

	assert.equal(thumbnails(now), 'bc');
	assert.match(now, /Wolf/);
	const fields = formFields(page.text, '/edit');

	assert.deepEqual([fields.kept, fields.alt1, fields.alt2, fields.out2],
		[`${tokens[1]} ${tokens[2]}`, 'Fox', 'Bird', '1']);
	await anna.postRaw('/edit', fields);
	assert.equal(await pictures(id), `${tokens[1]} 640 480\tFox`);
});

test('of a question with answers only what its pictures show', async () => {
	const home = await anna.get('/');

	await anna.postRaw('/post', { ...formFields(home.text, '/post'),
		status: 'Which?', answers: 'left\nright' });
	const [id] = await redis('LRANGE', 'own:1', 0, 0);

	await illustrate(id, ['Cat', 'Dog']);
	await ben.post('/act', { answer: `${id} 0` });
	await redis('HSET', `post:${id}`, 'answered', 1);
	const { text } = await anna.get(`/edit?id=${id}`);
	const fields = formFields(text, '/edit');

	assert.match(text, /Somebody has answered this question/);
	assert.match(text, /<textarea[^>]* readonly/);
	assert.doesNotMatch(text, /Take this picture out/);
	assert.equal((await anna.postRaw('/edit', { ...fields, alt1: 'Lion' }))
		.status, 303);
	assert.match(await pictures(id), /Lion\n/);
	assert.equal((await edit(id, 'Another?')).status, 403);
});

test('descriptions come back, signed out and in again', async () => {
	const id = await write(await member(url, 'dora'), 'Here');

	await illustrate(id, ['Cat', 'Dog']);
	const { visitor, fields } = await typing(url, 'dora', `/edit?id=${id}`,
		'/edit');
	const sent = { ...fields, alt1: 'A "lion"', out2: '1' };
	const asked = await visitor.postRaw('/edit', sent);

	assert.equal(asked.status, 401);
	const page = await signIn(visitor, asked, { username: 'dora', password });
	const kept = formFields(page.text, '/edit');

	assert.deepEqual({ ...kept, csrf: 0 }, { ...sent, csrf: 0 });
	assert.equal(thumbnails(page.text), 'ab');
	await visitor.postRaw('/edit', kept);
	assert.equal(await pictures(id), `${tokens[0]} 640 480\tA "lion"`);
});

test('a scheduled post has them, too', async () => {
	await schedule('Tomorrow', 2 * hour);
	const [entry, due] = await redis('ZRANGE', '{later}:due', 0, 0,
		'WITHSCORES').then((all) => all.flat());
	const has = `${tokens[0]} 640 480\tCat\n${tokens[1]} 640 480\tDog`;

	for (const [key, was] of [['{later}:due', entry],
		['{later}:of:1', entry.slice(2)]]) {
		await redis('ZREM', key, was);
		await redis('ZADD', key, due, `${was}\x1e\x1e\x1e\x1e${has}`);
	}
	const [{ id }] = await list();
	const { text } = await anna.get(`/edit?scheduled=${id}`);
	const fields = formFields(text, '/edit');

	assert.equal(thumbnails(text), 'ab');
	assert.equal((await anna.postRaw('/edit', { ...fields, out1: '1',
		alt2: 'Wolf' })).location, '/scheduled');
	const [now] = await redis('ZRANGE', '{later}:due', 0, 0);

	assert.equal(now.split('\x1e')[4], `${tokens[1]} 640 480\tWolf`);
	const both = await anna.postRaw('/edit', { ...fields, alt2: 'Fox' });

	assert.equal(both.status, 409);
	assert.equal(formFields(both.text, '/edit').alt1, 'Fox');
	assert.match(both.text, /<blockquote.*Wolf.*<\/blockquote>/s);
	await anna.post('/scheduled', { id });
});

test('without pictures there is nothing of them', async () => {
	const other = await startStack({ env: { RETWIS_PICTURES: 'off' } });
	const dora = await member(other.url, 'dora');

	await dora.write('For ever');
	await other.redis('HSET', 'post:1', 'pictures', `${tokens[0]} 4 3\tCat`);
	const { text } = await dora.get('/edit?id=1');
	const fields = formFields(text, '/edit');

	assert.doesNotMatch(text, /\/picture\/|Picture|Cat\b/);
	await dora.postRaw('/edit', { ...fields, status: 'Now', kept: tokens[0],
		out1: '1' });
	assert.equal(await other.redis('HGET', 'post:1', 'pictures'),
		`${tokens[0]} 4 3\tCat`);
});
