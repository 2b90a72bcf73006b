// Posts with a date: in their cards, in the list of what comes, beside other
// pages; and how their authors and hosts change and cancel it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { formFields, heading, messages, unescapeHtml } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

// Of its own, since it has a time zone and all dates of the site.
const stack = await startStack({ env: { TZ: 'Europe/Berlin' } });
const { url, redis } = stack;
const { memberAs } = membersOf(stack);

after(() => stack.stop());

const out = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const host = await memberAs('helen', 'host');

const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
const day = (n) => zoned.format(Date.now() + n * 864e5);
const seconds = (text) => Date.parse(text) / 1000;

// The text of a piece of HTML, in one line.
const plain = (html) => unescapeHtml(html.replace(/<[^>]*>/g, ''))
	.replace(/\s+/g, ' ').trim();

async function write(visitor, fields) {
	const { status, text } = await visitor.post('/post', fields);

	assert.equal(status, 303, text);
	return (await redis('LRANGE', 'timeline', 0, 0))[0];
}

// Sets the date of a post as if it had been written with it.
async function redate(id, begins, ends = 0, more = '\nHere') {
	await redis('HSET', `post:${id}`, 'date', `${begins} ${ends} 0${more}`);
	await redis('ZADD', 'dates', begins, id);
}

// What the card of the post says of its date, or null.
async function dated(id, visitor = out, path = `/@anna/${id}`) {
	const { text } = await visitor.get(path);
	const [, card = ''] = text.match(new RegExp(
		`<article class="post" id="p${id}".*?>(.*?)</article>`, 's')) ?? [];
	const found = card.match(/<p class="dated icon">(.*?)<\/p>/s);

	return found && { html: found[1], words: plain(found[1]) };
}

const entries = (text) => [...text.matchAll(
	/<li>\n<p class="day">(.*?)<\/li>/gs)].map(([, html]) => plain(html));
const months = (text) => [...text.matchAll(/<h2[^>]*id="month\d+">(.*?)</g)]
	.map(([, month]) => month);
const stored = async (id) => redis('HGET', `post:${id}`, 'date');

// ---- before there is any -----------------------------------------------------

await write(anna, { status: 'Just words' });

// Loaded now, while there is none.
const [home, everyone, dates, visitors] = await Promise.all([anna.get('/'),
	anna.get('/timeline'), anna.get('/dates'), out.get('/dates')]);

const party = await write(anna, { status: 'Party!\nWith a band.', answers: 'comes',
	date: day(30), from: '19:30', to: '01:00', place: 'مرحبا 🎉 <Boat> & house' });

test('without a date the pages say nothing of dates', () => {
	for (const { status, text } of [home, everyone]) {
		assert.equal(status, 200);
		assert.doesNotMatch(text, /next-dates/);
	}
	assert.deepEqual([dates.status, heading(dates.text)], [200, 'Dates']);
	assert.match(dates.text,
		/Nothing is coming up\.\s+A post with a date appears here/);
	assert.match(visitors.text, /Nothing is coming up\.\s+<\/p>/);
});

// ---- in a card -----------------------------------------------------------------

test('a card says when and where it is', async () => {
	const at = new Date(`${day(30)}T12:00:00Z`);
	const name = new Intl.DateTimeFormat('en-GB', { weekday: 'long',
		timeZone: 'UTC' }).format(at);
	const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long',
		year: 'numeric', timeZone: 'UTC' }).format(at);
	const when = `${name}, ${date}, 19:30 to 01:00 مرحبا 🎉 <Boat> & house`;

	for (const path of ['/', '/timeline', '/@anna'])
		assert.equal((await dated(party, anna, path)).words, when);
	const { words, html } = await dated(party);

	assert.equal(words, `${when} Add to calendar`);
	assert.match(html, new RegExp(`href="/@anna/${party}\\.ics"`));
	assert.match(html, /<bdi>مرحبا 🎉 &lt;Boat&gt; &amp; house<\/bdi>/);
});

// [begin, end, the field's further words, what the card says, and its <time>s].
const days = [
	['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z', '',
		'Sunday, 28 March 2027, 01:30 to 03:30',
		['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z']],
	['2027-10-30T22:00:00Z', 0, ' day', 'Sunday, 31 October 2027', ['2027-10-31']],
	['2027-12-31T21:00:00Z', '2028-01-01T01:00:00Z', '',
		'Friday, 31 December 2027, 22:00 to 02:00',
		['2027-12-31T21:00:00Z', '2028-01-01T01:00:00Z']],
	['2027-12-31T23:00:00Z', 0, '', 'Saturday, 1 January 2028, 00:00',
		['2027-12-31T23:00:00Z']],
];

for (const [from, to, words, says, times] of days)
	test(`a card with ${says}`, async () => {
		const id = await write(anna, { status: 'One day' });

		await redate(id, seconds(from), to && seconds(to), `${words}\n`);
		const card = await dated(id);

		assert.equal(card.words, `${says} Add to calendar`);
		assert.deepEqual([...card.html.matchAll(/<time datetime="(.*?)"/g)]
			.map(([, time]) => time), times);
		await anna.post('/delete', { id });
	});

test('today and tomorrow have these words', async () => {
	const id = await write(anna, { status: 'Soon', date: day(0) });

	assert.match((await dated(id)).words, /^Today, \d+ \w+ \d{4} Add/);
	await redate(id, Math.floor(Date.now() / 1000) + 86400);
	assert.match((await dated(id)).words,
		/^Tomorrow, \d+ \w+ \d{4}, \d\d:\d\d Here Add/);
	assert.match((await anna.get('/dates')).text, /<strong>Tomorrow<\/strong>/);
	await anna.post('/delete', { id });
});

test('feeds have it as text', async () => {
	const { text } = await out.get('/@anna.atom');

	assert.match(text,
		/– No&lt;p&gt;\w+, \d+ \w+ \d{4}, 19:30 to 01:00, .*&lt;\/p&gt;<\/content>/);
});

// ---- the list --------------------------------------------------------------------

test('the list has what comes, by month', async () => {
	const ids = [];

	for (const [status, from, to, words] of [
		['A year later', '2099-01-01T11:00:00Z', 0, '\n'],
		['New Year', '2098-12-31T22:59:59Z', '2098-12-31T23:30:00Z', '\nClub'],
		['All of it', '2098-12-30T23:00:00Z', 0, ' day\nHere, there']]) {
		ids.push(await write(ben, { status }));
		await redate(ids.at(-1), seconds(from), to && seconds(to), words);
	}
	await redis('HSET', `post:${ids[1]}`, 'question', '0 comes');
	await redis('ZADD', `answers:${ids[1]}`, 1, '0 1', 2, '0 2');
	for (const visitor of [out, anna]) {
		const { text } = await visitor.get('/dates');

		assert.deepEqual(months(text).slice(-2), ['December 2098', 'January 2099']);
		assert.deepEqual(entries(text).slice(-3), [
			'Wed 31 All of it all day, Here, there @ben',
			'Wed 31 New Year 23:59 to 00:30, Club @ben · 2 come',
			'Thu 1 A year later 12:00 @ben']);
		assert.match(entries(text)[0], / Party! With a band\. 19:30 to 01:00, /);
	}
	for (const id of ids)
		await ben.post('/delete', { id });
	assert.equal(entries((await out.get('/dates')).text).length, 1);
});

test('fifty are on a page, and "Later" leads on', async () => {
	for (let i = 1; i <= 60; i++) {
		await redis('HSET', `post:${7000 + i}`, 'user_id', 1, 'username', 'anna',
			'time', 1, 'body', `Number ${i}`);
		await redate(7000 + i, 4000000000 + i);
	}
	const first = (await out.get('/dates')).text;

	assert.equal(entries(first).length, 50);
	assert.doesNotMatch(first, />Sooner</);
	const [, later] = first.match(/href="([^"]*)" rel="next">Later</);
	const next = (await out.get(`/dates${unescapeHtml(later)}`)).text;

	assert.deepEqual(entries(next).map((text) => text.match(/Number \d+/)[0]),
		Array.from({ length: 11 }, (_, i) => `Number ${50 + i}`));
	assert.match(next, /href="\?start=0" rel="prev">Sooner</);
	for (const query of ['start=-1', 'start=x', `start=${'9'.repeat(40)}`,
		'start=5&after=x', 'start=9999999&after=12'])
		assert.equal((await out.get(`/dates?${query}`)).status, 200, query);
	await redis('ZREMRANGEBYSCORE', 'dates', 4000000000, 5000000000);
});

// ---- beside other pages ------------------------------------------------------------

test('the next three are beside home and everyone', async () => {
	const soon = await write(ben, { status: 'Board meeting', date: day(20),
		from: '20:00' });
	const beside = async (visitor, path) => [...(await visitor.get(path)).text
		.matchAll(/<section aria-labelledby="next-dates">(.*?)<\/section>/gs)]
		.map(([, html]) => plain(html));
	const has = /^Next dates \w{3} +\d+ \w{3}, 20:00 Board meeting \w{3} +\d+ \w{3}, 19:30 Party! With a band\. All dates$/;

	for (const [visitor, path] of [[anna, '/'], [anna, '/timeline'],
		[out, '/timeline']]) {
		await until(`they are on ${path}`, async () =>
			has.test((await beside(visitor, path))[0]), 30);
		assert.match((await visitor.get(path)).text,
			new RegExp(`<a href="/@ben/${soon}"`));
	}
	await ben.post('/delete', { id: soon });
	assert.doesNotMatch((await beside(anna, '/'))[0], /Board/);
	assert.match((await anna.get('/@anna')).text, /href="\/dates">Dates</);
});

// ---- changing it -------------------------------------------------------------------

const form = async (id, visitor) => formFields(
	(await visitor.get(`/edit?date=${id}`)).text, '/edit');

test('its author and hosts change it, until it begins', async () => {
	const id = await write(anna, { status: 'Come!', date: day(9), from: '10:00',
		place: 'Here' });
	const link = `href="/edit?date=${id}"`;

	assert.ok((await anna.get(`/@anna/${id}`)).text.includes(link));
	assert.ok((await host.get(`/@anna/${id}`)).text.includes(link));
	assert.ok(!(await ben.get(`/@anna/${id}`)).text.includes(link));
	assert.deepEqual(await form(id, anna), { csrf: await anna.csrf(),
		id: `${id}`, version: '0', date: day(9), from: '10:00', to: '',
		place: 'Here' });
	const { status, location } = await anna.postRaw('/edit',
		{ ...await form(id, anna), date: day(10), to: '12:30' });

	assert.deepEqual([status, location], [303, `/@anna/${id}`]);
	assert.match((await dated(id)).words, /, 10:00 to 12:30 Here /);
	// Long after its text can't be corrected any more.
	await redis('HSET', `post:${id}`, 'time', 5);
	const changed = await host.postRaw('/edit',
		{ ...await form(id, host), from: '', to: '', place: ' There ' });

	assert.equal(changed.status, 303);
	assert.equal((await host.get(changed.location)).location, `/@anna/${id}`);
	assert.match(await stored(id), /^\d+ 0 2 day\nThere$/);
	assert.match(plain((await host.get('/log')).text),
		/@helen changed the date of a post by @anna/);
	const own = { ...await form(id, anna), csrf: await ben.csrf() };

	assert.equal((await ben.postRaw('/edit', own)).status, 403);
	assert.equal((await ben.get(`/edit?date=${id}`)).status, 403);
	assert.equal((await host.get(`/edit?id=${id}`)).status, 403);
	await redate(id, Math.floor(Date.now() / 1000) - 5);
	const late = await anna.postRaw('/edit', { ...own, csrf: await anna.csrf() });

	assert.deepEqual([late.status, heading(late.text)],
		[403, 'It\'s too late to change this date.']);
	assert.equal((await anna.get(`/edit?date=${id}`)).status, 403);
	assert.ok(!(await anna.get(`/@anna/${id}`)).text.includes(link));
	for (const which of [`${party}0000`, 'x', '', '1'])
		assert.equal((await anna.get(`/edit?date=${which}`)).status, 404);
});

test('a form with a mistake keeps what was typed', async () => {
	const before = await stored(party);
	const fields = await form(party, anna);

	for (const [wrong, field, sentence] of [
		[{ date: '' }, 'date-bad', /Choose the day/],
		[{ date: '2027-02-30' }, 'date-bad', /isn't a date/],
		[{ date: '2020-01-01' }, 'date-bad', /has passed/],
		[{ from: '25:00' }, 'date-bad', /isn't a time/],
		[{ from: '', to: '10:00' }, 'date-bad', /Say when it begins/],
		[{ place: 'x'.repeat(81) }, 'place-bad', /80/],
		[{ place: 'two\nlines' }, 'place-bad', /line/]]) {
		const typed = { ...fields, from: '21:15', place: '<b>"Ümläut"', ...wrong };
		const { status, text } = await anna.postRaw('/edit', typed);

		assert.equal(status, 422, sentence);
		assert.match(messages(text)[field] ?? '', sentence);
		if (!/\n/.test(typed.place))
			assert.deepEqual(formFields(text, '/edit'), typed);
	}
	assert.equal(await stored(party), before);
});

test('if it has changed meanwhile, both are shown', async () => {
	const fields = await form(party, anna);

	await host.postRaw('/edit', { ...await form(party, host), place: 'Club' });
	const clash = await anna.postRaw('/edit', { ...fields, place: 'Home' });

	assert.equal(clash.status, 409);
	assert.match(plain(clash.text),
		/The date as it is now: \w+, \d+ \w+ \d{4}, 19:30 to 01:00, Club/);
	assert.match(await stored(party), /\nClub$/);
	const again = formFields(clash.text, '/edit');

	assert.deepEqual(again, { ...fields, version: '1', place: 'Home' });
	assert.equal((await anna.postRaw('/edit', again)).status, 303);
	// Sent twice it changes nothing.
	assert.equal((await anna.postRaw('/edit', again)).status, 303);
	assert.match(await stored(party), / 2\nHome$/);
});

// ---- cancelling it -----------------------------------------------------------------

test('who cancels it is asked first, and the post says so', async () => {
	const path = `/@anna/${party}`;
	const link = `href="/edit?cancel=${party}"`;

	assert.ok((await anna.get(path)).text.includes(link));
	assert.ok(!(await ben.get(path)).text.includes(link));
	assert.equal((await ben.get(`/edit?cancel=${party}`)).status, 403);
	const refused = await ben.post('/act', { cancel: party, back: path });

	assert.deepEqual([refused.status, heading(refused.text)],
		[403, 'That isn\'t your post.']);
	const asked = (await anna.get(`/edit?cancel=${party}`)).text;

	assert.equal(heading(asked), 'Cancel this date?');
	const { back } = formFields(asked, '/act');

	assert.equal(back, path);
	assert.match(asked, new RegExp(`name="cancel" value="${party}"`));
	for (let i = 0; i < 2; i++) {
		const answer = await host.post('/act', { cancel: party, back });

		assert.deepEqual([answer.status, answer.location], [303, path]);
	}
	assert.match(await stored(party), / 3 cancelled\nHome$/);
	const { words, html } = await dated(party);

	assert.match(words, /^Cancelled: \w+, \d+ \w+ \d{4}, 19:30 to 01:00 Home$/);
	assert.match(html, /<strong>Cancelled:<\/strong> <s><time/);
	assert.match(entries((await out.get('/dates')).text).at(-1),
		/ Cancelled: 19:30 to 01:00, Home /);
	assert.match(plain((await host.get('/log')).text),
		/@helen cancelled the date of a post by @anna/);
	assert.ok(!(await anna.get(path)).text.includes(link));
	assert.equal((await anna.get(`/edit?date=${party}`)).status, 403);
});

test('what has begun is not cancelled any more', async () => {
	const id = await write(anna, { status: 'Now', date: day(2) });

	await redate(id, Math.floor(Date.now() / 1000) - 5);
	const { status, text } = await anna.post('/act', { cancel: id });

	assert.deepEqual([status, heading(text)],
		[403, 'It\'s too late to change this date.']);
	assert.equal((await anna.post('/act', { cancel: '999999' })).status, 303);
	assert.equal((await anna.post('/act', { cancel: 1 })).status, 303);
});

test('too many changes are refused, and nothing is lost', async () => {
	const id = await write(anna, { status: 'Often', date: day(2), place: 'Here' });
	const fields = await form(id, anna);
	const key = (await redis('KEYS', 'limit:post:1'))[0] ?? 'limit:post:1';

	await redis('SET', key, 1e6, 'EX', 300);
	const { status, text, headers } = await anna.postRaw('/edit',
		{ ...fields, place: 'There' });

	assert.equal(status, 429);
	assert.ok(Number(headers['retry-after']) > 0);
	assert.match(messages(text)['date-bad'], /Too many changes/);
	assert.equal(formFields(text, '/edit').place, 'There');
	await redis('DEL', key);
});
