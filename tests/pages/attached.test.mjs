// What the form of a post can have besides the text: a question, a date, an
// announcement. What Redis has then; what is refused, and where the form says
// so; and that nothing that was typed is lost, whatever happens to the form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, hour, waiting } from '../lib/later.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { faults, formFields, heading, messages } from '../lib/page.mjs';
import { indexed, writesOf } from '../lib/redis.mjs';
import { routes } from '../lib/routes.mjs';
import { borrowStack, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { newestPost, persist, signIn, typing } from '../lib/typing.mjs';
import { member, password } from '../lib/visitor.mjs';

process.env.TZ = 'UTC';
const stack = await borrowStack(unlimited);
const { url, redis } = stack;
const anna = await member(url, 'anna');
const { memberAs } = membersOf(stack);
const olga = await memberAs('olga', 'host');

// Whose sessions end.
await memberAs('hanna', 'host');
const day = 24 * hour;

await anna.write('Come and row.');

const parts = { ask: ['answers', 'comes', 'ends', 'several', 'secret', 'remind'],
	date: ['date', 'from', 'to', 'place'], announce: ['announce', 'until'] };
const names = Object.values(parts).flat();
const boxes = ['comes', 'several', 'secret', 'remind', 'announce'];

// Of the fields as the form shows them: ms from now, in UTC, without seconds.
const minute = (ms) => at(ms).slice(0, 16);
const date = (ms) => at(ms).slice(0, 10);
const second = (text) => Date.parse(`${text}Z`) / 1000;
const midnight = (ms) => second(`${date(ms)}T00:00`);

async function formOf(visitor, path = '/') {
	return formFields((await visitor.get(path)).text, '/post');
}

async function send(visitor, fields, path = '/') {
	const form = await formOf(visitor, path);

	return { form, page: await visitor.postRaw('/post',
		{ ...form, status: 'Which boat?', ...fields }) };
}

// The fields of the newest post that this is about.
async function stored() {
	const { announced, question, date: when } = await newestPost(redis);

	return Object.fromEntries(Object.entries({ announced, question, date: when })
		.filter(([, value]) => value !== undefined));
}

// The parts of the form that are open.
function open({ text }) {
	return Object.keys(parts).filter((part) =>
		text.includes(`<details class="${part}" open>`));
}

function sentParts(fields) {
	return Object.keys(parts).filter((part) =>
		parts[part].some((name) => fields[name]));
}

// ---- the form ---------------------------------------------------------------

test('a post of its own has all fields, and only hosts announce', async () => {
	const empty = (form) => Object.keys(form).filter((name) =>
		names.includes(name));
	const { text } = await olga.get('/');

	assert.deepEqual(empty(await formOf(anna)),
		['ends', 'date', 'from', 'to', 'place', 'answers']);
	assert.deepEqual(empty(await formOf(olga)),
		['ends', 'date', 'from', 'to', 'place', 'until', 'answers']);
	for (const name of boxes)
		assert.match(text, new RegExp(
			`<input type="checkbox" name="${name}" value="1"`));
	assert.doesNotMatch((await anna.get('/')).text, /name="announce"/);
	assert.deepEqual(open({ text }), []);
});

test('a reply has none of them', async () => {
	const { text } = await olga.get('/@anna/1');

	for (const name of names)
		assert.doesNotMatch(text, new RegExp(`name="${name}"`));
});

test('the table of forms sends back each of them', () => {
	const [{ again }] = routes.forms.filter(({ address }) =>
		address === '/post');

	assert.deepEqual(again.toString().split(',').slice(4),
		[...names, ...Object.keys(nothingShown)]);
});

// ---- what Redis has ---------------------------------------------------------

const end = minute(3 * day);
const ends = second(end);
const until = (days) => `${midnight(days * day)}`;

// [what, fields, what Redis has]
const good = [
	['nothing', {}, {}],
	['answers', { answers: 'Red\r\nBlue' }, { question: '0\nRed\nBlue' }],
	['blank lines', { answers: ' Red \r\n\r\n \t\r\n\r\nBlue\tboat\r\n' },
		{ question: '0\nRed\nBlue boat' }],
	['six answers', { answers: '1\n2\n3\n4\n5\n6' },
		{ question: '0\n1\n2\n3\n4\n5\n6' }],
	['everything about a question', { answers: 'Red\nBlue', ends: end,
		several: 1, secret: 1, remind: 1 },
	{ question: `${ends} several secret reminds\nRed\nBlue` }],
	['Who comes?', { comes: 1 }, { question: '0 comes' }],
	['the word for it', { answers: 'comes' }, { question: '0 comes' }],
	['both of these', { answers: ' comes\n', comes: 1 },
		{ question: '0 comes' }],
	['several, who come', { comes: 1, several: 1 }, { question: '0 comes' }],
	['only blanks, and who comes', { answers: ' \r\n\r\n', comes: 1 },
		{ question: '0 comes' }],
	['blanks', { answers: ' \r\n\r\n', place: ' ' }, {}],
	['a reminder of a date', { comes: 1, remind: 1, date: date(3 * day) },
		{ question: '0 comes reminds',
			date: `${midnight(3 * day)} 0 0 day\n` }],
	['today', { date: date(0) }, { date: `${midnight(0)} 0 0 day\n` }],
	['a date with a place', { date: date(day), from: '19:30', to: '22:00',
		place: ' The “old” boathouse, upstairs; <left> ' },
	{ date: `${midnight(day) + 19.5 * 3600} ${midnight(day) + 22 * 3600} 0\n` +
		'The “old” boathouse, upstairs; <left>' }],
	['past midnight', { date: date(day), from: '19:30', to: '01:00' },
		{ date: `${midnight(day) + 19.5 * 3600} ` +
			`${midnight(2 * day) + 3600} 0\n` }],
	['a place of 80 characters', { date: date(day), place: 'é'.repeat(80) },
		{ date: `${midnight(day)} 0 0 day\n${'é'.repeat(80)}` }],
	['an announcement of a week', { announce: 1 }, { announced: until(8) }],
	['one until today', { announce: 1, until: date(0) },
		{ announced: until(1) }],
	['one of 90 days', { announce: 1, until: date(90 * day) },
		{ announced: until(91) }],
	['a box that is not ours', { several: 'on', announce: '0' }, {}],
	['all three', { announce: 1, comes: 1, date: date(day) },
		{ announced: until(8), question: '0 comes',
			date: `${midnight(day)} 0 0 day\n` }],
];

for (const [what, fields, expected] of good)
	test(`stored: ${what}`, async () => {
		const { page } = await send(olga, fields);

		assert.equal(page.location, '/', JSON.stringify(
			messages(page.text)));
		assert.deepEqual(await stored(), expected);
		assert.equal((await newestPost(redis)).body, 'Which boat?');
	});

// ---- what is refused --------------------------------------------------------

// [what, fields, {field: a part of the sentence}]
const bad = [
	['one answer', { answers: 'Red' }, { answers: /at least two/ }],
	['seven', { answers: '1\n2\n3\n4\n5\n6\n7' }, { answers: /at most 6/ }],
	['two equal ones', { answers: 'Red\n  Red ' },
		{ answers: /“Red” is there twice/ }],
	['a long one', { answers: `Red\n${'x'.repeat(81)}` },
		{ answers: /81 characters; the limit is 80/ }],
	['a control character', { answers: 'Red\nBl\x07ue' },
		{ answers: /control characters/ }, { answers: 'Red\nBl\ufffdue' }],
	['answers, and who comes', { answers: 'Red\nBlue', comes: 1 },
		{ answers: /answers of its own/ }],
	['one answer, and who comes', { answers: 'Red', comes: 1 },
		{ answers: /answers of its own/ }],
	['an end without a question', { ends: end }, { answers: /Write the answers/ }],
	['a secret without one', { secret: 1 }, { answers: /Write the answers/ }],
	['an end in the past', { comes: 1, ends: '2020-02-02T20:20' },
		{ ends: /has passed/ }],
	['an end in two years', { comes: 1, ends: minute(700 * day) },
		{ ends: /within a year/ }],
	['an end that is none', { comes: 1, ends: 'soon"><b>' },
		{ ends: /isn't a date and time/ }],
	['a reminder without an end', { comes: 1, remind: 1 },
		{ remind: /Choose when the question ends, or add a date/ }],
	['one that is too late', { comes: 1, remind: 1, ends: minute(23 * hour) },
		{ remind: /less than a day ahead/ }],
	['yesterday', { date: date(-day) }, { date: /has passed/ }],
	['in two years', { date: date(700 * day) }, { date: /within a year/ }],
	['no date', { date: '2027-02-29' }, { date: /isn't a date/ }],
	['no day', { from: '19:30' }, { date: /Choose the day/ }],
	['a place without a day', { place: 'Here' }, { date: /Choose the day/ }],
	['no beginning', { date: date(day), to: '19:30' },
		{ date: /Say when it begins/ }],
	['a wrong beginning', { date: date(day), from: '7pm' },
		{ date: /The beginning isn't a time/ }],
	['a wrong end', { date: date(day), from: '19:30', to: '24:00' },
		{ date: /The end isn't a time/ }],
	['no time at all', { date: date(day), from: '19:30', to: '19:30' },
		{ date: /can't end when it begins/ }],
	['a long place', { date: date(day), place: 'x'.repeat(81) },
		{ place: /81 characters; the limit is 80/ }],
	['a place of two lines', { date: date(day), place: 'a\u2028b' },
		{ place: /Only one line/ }],
	['an announcement that has ended', { announce: 1, until: date(-day) },
		{ until: /has passed/ }],
	['one of 91 days', { announce: 1, until: date(91 * day) },
		{ until: /90 days at most/ }],
	['one until never', { announce: 1, until: 'never' },
		{ until: /isn't a date/ }],
	['a last day of nothing', { until: date(day) }, { announce: /Tick this/ }],
	['everything at once', { status: ' ', at: 'soon', answers: 'Red', ends: 'x',
		several: '1', secret: '1', date: 'x', from: 'y', to: 'z',
		place: 'x'.repeat(81), announce: '1', until: 'never' },
	{ status: /./, at: /./, answers: /./, ends: /./, date: /./, place: /./,
		until: /./ }],
];

for (const [what, fields, expected, back = {}] of bad)
	test(`refused: ${what}`, async () => {
		const form = await formOf(olga);

		await indexed(redis);
		const before = await writesOf(redis);
		const page = await olga.postRaw('/post',
			{ ...form, status: 'Which boat?', ...fields });
		const found = messages(page.text);
		const ids = Object.keys(expected).map((name) => `${name}-bad`);
		const texts = Object.fromEntries(Object.entries(fields)
			.map(([name, value]) => [name, `${value}`]));

		assert.equal(page.status, 422);
		assert.equal(heading(page.text), 'Not posted yet');
		assert.deepEqual(Object.keys(found), ids);
		for (const [name, sentence] of Object.entries(expected))
			assert.match(found[`${name}-bad`], sentence);
		assert.deepEqual(faults(page.text).filter((id) =>
			id.endsWith('-bad')), ids);
		assert.equal(page.text.match(/ autofocus/g).length, 1);
		assert.match(page.text, new RegExp(`<[^<>]* name="${
			Object.keys(expected)[0]}"[^<>]* autofocus`));
		assert.deepEqual(formFields(page.text, '/post'),
			{ ...form, status: 'Which boat?', ...texts, ...back });
		assert.deepEqual(open(page), sentParts(fields));
		assert.doesNotMatch(page.text, /<b>/);
		assert.equal(await writesOf(redis), before, 'something was stored');
	});

test('who may not announce something keeps what was ticked', async () => {
	for (const fields of [{ announce: '1', until: date(day) },
		{ until: date(day) }]) {
		const { page } = await send(anna, fields);
		const form = formFields(page.text, '/post');

		assert.equal(page.status, 422);
		assert.deepEqual(messages(page.text), { 'announce-bad':
			'Only members whom the hosts allow to can announce something.' });
		assert.deepEqual([form.announce, form.until],
			[fields.announce, fields.until]);
	}
});

test('a reply has none of it, and says so beside what was sent', async () => {
	const fields = { comes: '1', place: 'Here', announce: '1' };
	const { form, page } = await send(olga, fields, '/@anna/1');

	assert.equal(page.status, 422);
	assert.deepEqual(Object.entries(messages(page.text)).map(([id, text]) =>
		[id, text.match(/^A reply can't \w+ an? \w+/)[0]]), [
		['answers-bad', 'A reply can\'t ask a question'],
		['date-bad', 'A reply can\'t have a date'],
		['announce-bad', 'A reply can\'t be an announcement']]);
	const again = formFields(page.text, '/post');

	assert.deepEqual(again, { ...form, status: 'Which boat?', answers: '',
		ends: '', date: '', from: '', to: '', until: '', ...fields });
	// Emptied, it is a reply like any other.
	for (const name of names)
		delete again[name];
	assert.match((await olga.postRaw('/post', again)).location, /^\/@olga\/\d+#/);
});

// ---- for later --------------------------------------------------------------

async function cancelAll(visitor) {
	for (const { id } of waiting((await visitor.get('/scheduled')).text))
		await visitor.post('/scheduled', { id });
}

test('what a post for later has is still to come by then', async () => {
	const time = { at: minute(3 * day) };

	for (const [fields, id] of [
		[{ comes: 1, ends: minute(2 * day) }, 'ends-bad'],
		[{ comes: 1, remind: 1, ends: minute(3 * day + 23 * hour) },
			'remind-bad'],
		[{ date: date(2 * day) }, 'date-bad'],
		[{ announce: 1, until: date(2 * day) }, 'until-bad']]) {
		const { page } = await send(olga, { ...fields, ...time });

		assert.equal(page.status, 422);
		assert.deepEqual(Object.keys(messages(page.text)), [id]);
	}
	for (const fields of [{ comes: 1, ends: minute(4 * day) },
		{ date: date(3 * day) }, { announce: 1, until: date(3 * day) },
		{ announce: 1, until: date(93 * day) }])
		assert.equal((await send(olga, { ...fields, ...time })).page.location,
			'/scheduled');
	await cancelAll(olga);
});

// The lines below the texts on a page, as a visitor reads them.
function lines({ text }) {
	return [...text.matchAll(/<p class="context">(.*?)<\/p>/gs)]
		.map(([, html]) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' '));
}

test('it is listed, and stays when text and time are changed', async () => {
	const due = minute(5 * day);
	const last = minute(9 * day);
	const stored = async () => (await redis('ZRANGE', '{later}:of:2', 0, -1))[0]
		.split('\x1e').slice(1);

	await send(olga, { at: due, answers: 'Red\n<Blue>', several: 1, secret: 1,
		remind: 1, ends: last, date: date(9 * day), from: '19:30',
		to: '01:00', place: 'The & club', announce: 1,
		until: date(8 * day) });
	const page = await olga.get('/scheduled');
	const said = lines(page);
	const day9 = '\\d+ \\w+ 20\\d\\d';

	assert.equal(said.length, 3);
	assert.match(said[0], new RegExp('^Question: Red / &lt;Blue&gt;, ' +
		`ends ${day9}, \\d\\d:\\d\\d UTC, several answers, secret ballot, ` +
		'with a reminder$'));
	assert.match(said[1], new RegExp(
		`^Date: ${day9}, 19:30 to ${day9}, 01:00, The &amp; club$`));
	assert.match(said[2], new RegExp(`^Announcement until ${day9}$`));
	assert.match(page.text, new RegExp(`datetime="${last}:00Z"`));
	const [{ id }] = waiting(page.text);
	const before = await stored();

	assert.deepEqual(lines(await olga.get(`/scheduled?id=${id}`)), said);
	const edit = await olga.get(`/edit?scheduled=${id}`);

	assert.deepEqual(lines(edit), said);
	const form = formFields(edit.text, '/edit');

	for (const time of [last, minute(10 * day)]) {
		const late = await olga.postRaw('/edit',
			{ ...form, status: 'This one?', at: time });

		assert.equal(late.status, 422);
		assert.match(messages(late.text)['at-bad'],
			/^Choose a time before .*: its announcement ends then\.$/);
		assert.deepEqual(lines(late), said);
		assert.deepEqual(formFields(late.text, '/edit'),
			{ ...form, status: 'This one?', at: time });
	}
	assert.equal((await olga.postRaw('/edit', { ...form, status: 'This one?',
		at: minute(8 * day) })).location, '/scheduled');
	const [after] = waiting((await olga.get('/scheduled')).text);

	assert.equal(after.body, 'This one?');
	assert.deepEqual(await stored(), before);
	await cancelAll(olga);
});

test('the sentence says what is over by then', async () => {
	for (const [fields, reason] of [
		[{ comes: 1, ends: minute(2 * day), date: date(4 * day) },
			'its question ends then'],
		[{ comes: 1, date: date(2 * day), from: '10:00' },
			'its date begins then'],
		[{ date: date(2 * day) }, 'its date is over then']]) {
		await send(olga, { at: minute(hour), ...fields });
		const [{ id }] = waiting((await olga.get('/scheduled')).text);
		const edit = await olga.get(`/edit?scheduled=${id}`);
		const late = await olga.postRaw('/edit', {
			...formFields(edit.text, '/edit'), at: minute(3 * day) });

		assert.match(messages(late.text)['at-bad'], new RegExp(`: ${reason}`));
		await cancelAll(olga);
	}
});

// ---- nothing typed is lost --------------------------------------------------

const everything = { status: '\nWhich "boat"?', at: minute(2 * day),
	answers: '\nRed\n\n<Blue> & \n', ends: minute(4 * day), several: '1',
	secret: '1', remind: '1', date: date(4 * day), from: '10:00', to: '09:00',
	place: ' "Here" & <there>', announce: '1', until: date(3 * day) };
// Of pictures, which this form doesn't have.
const nothingShown = { alt1: '', alt2: '', alt3: '', alt4: '' };

function texts({ csrf, nonce, ...others }) {
	for (const name of Object.keys(nothingShown))
		delete others[name];
	return others;
}


test('signed out and in again, all of it is there', async () => {
	const { visitor, fields } = await typing(url, 'hanna');
	const asked = await visitor.postRaw('/post', { ...fields, ...everything });

	assert.equal(asked.status, 401);
	assert.deepEqual(formFields(asked.text, '/login'), { username: '',
		password: '', nonce: fields.nonce, ...everything });
	const wrong = await signIn(visitor, asked,
		{ username: 'hanna', password: 'wrong' });

	assert.equal(wrong.status, 401);
	const page = await signIn(visitor, wrong, { username: 'hanna', password });
	const form = formFields(page.text, '/post');

	assert.deepEqual(texts(form), everything);
	assert.equal(form.nonce, fields.nonce);
	assert.deepEqual(open(page), Object.keys(parts));
	assert.equal((await visitor.postRaw('/post', form)).location, '/scheduled');
	await cancelAll(visitor);
});

test('also without a text, which is only missing', async () => {
	for (const fields of [{ answers: 'Red\nBlue' }, { place: 'Here' }]) {
		const { visitor, fields: form } = await typing(url, 'hanna');
		const asked = await visitor.postRaw('/post', { ...form, ...fields });

		assert.equal(asked.status, 401);
		const page = await signIn(visitor, asked,
			{ username: 'hanna', password });

		assert.deepEqual(formFields(page.text, '/post'), { ...form, ...fields,
			csrf: formFields(page.text, '/post').csrf });
	}
});

test('the form of an older session comes back with all of it', async () => {
	for (const status of [everything.status, '']) {
		const { visitor, fields } = await typing(url, 'hanna');

		await visitor.login('hanna');
		const page = await visitor.postRaw('/post',
			{ ...fields, ...everything, status });

		assert.equal(page.status, 403);
		assert.equal(heading(page.text), 'Not posted yet');
		assert.deepEqual(texts(formFields(page.text, '/post')),
			{ ...everything, status });
	}
});

test('where nothing was typed, a button sends what was ticked', async () => {
	const { visitor, fields } = await typing(url, 'hanna');
	const ticked = { ...fields, comes: '1', ends: minute(4 * day), secret: '1',
		announce: '1', date: date(day) };

	await visitor.login('hanna');
	const page = await visitor.postRaw('/post', ticked);
	const form = formFields(page.text, '/post');

	assert.equal(page.status, 403);
	assert.equal(heading(page.text), 'That form has expired.');
	assert.deepEqual(texts(form), texts(ticked));
	assert.deepEqual(Object.keys(messages(
		(await visitor.postRaw('/post', form)).text)), ['status-bad']);
});

test('while Redis does not answer, all of it comes back', async () => {
	const { csrf, nonce } = await formOf(olga);
	const sent = { csrf, nonce, ...everything };
	let page;

	await whilePaused(stack, async () => {
		page = await olga.postRaw('/post', sent);
	});
	assert.equal(page.status, 503);
	assert.deepEqual(formFields(page.text, '/post'),
		{ ...sent, ...nothingShown });
	assert.equal((await persist(() => olga.postRaw('/post',
		formFields(page.text, '/post')))).location, '/scheduled');
	await cancelAll(olga);
});

test('a reply to what is gone comes back as a post of its own', async () => {
	await anna.write('Soon gone');
	const [reply_to] = await redis('LRANGE', 'timeline', 0, 0);

	await anna.post('/delete', { id: reply_to });
	const page = await olga.post('/post', { status: 'I!', reply_to });
	const form = formFields(page.text, '/post');

	assert.equal(page.status, 422);
	assert.equal(form.reply_to, undefined);
	assert.equal(form.answers, '');
});

test('no link fills in anything', async () => {
	const query = Object.entries(everything).map(([name, value]) =>
		`${name}=${encodeURIComponent(value)}`).join('&');
	const { text } = await olga.get(`/?${query}`);

	assert.deepEqual(open({ text }), []);
	assert.equal(formFields(text, '/post').answers, '');
	assert.doesNotMatch(text, / checked/);
});

test('no field comes twice, and the form is far from its limit', async () => {
	const { form } = await send(olga, {});
	const all = { ...form, ...everything, reply_to: '', username: 'olga',
		password: 'x', back: '/', code: '' };

	assert.ok(Object.keys(all).length <= 28);
	const body = new URLSearchParams({ ...form, status: 'x' });

	body.append('answers', 'twice');
	assert.equal((await olga.postRaw('/post', body.toString())).status, 400);
});
