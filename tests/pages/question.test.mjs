// Questions: what a card shows of them, their buttons, and what they refuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { formFields, heading } from '../lib/page.mjs';
import { answerOn, endQuestion, questionOn, questions } from '../lib/questions.mjs';
import { indexed, writesOf } from '../lib/redis.mjs';
import { borrowStack, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack(unlimited);
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const names = ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn'];
const six = await Promise.all(names.map((name) => member(url, name)));
const [anna, ben, cleo] = six;
const out = new Visitor(url);

// In a month, as a form sends it, and as a card shows it; the site is in UTC.
const when = new Date(Date.now() + 30 * 24 * 3600 * 1000);
const ends = `${when.toISOString().slice(0, 10)}T18:00`;
const isNextYear = when.getUTCFullYear() > new Date().getUTCFullYear();
const month = when.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
const shown = `${when.getUTCDate()} ${month}` +
	`${isNextYear ? ` ${when.getUTCFullYear()}` : ''}, 18:00`;

const ask = (fields, by = anna) => write(by, 'A question.', fields);
const cakes = { answers: 'Apple\nPlum & cream\nNone <b>' };
const answer = (visitor, id, n) => visitor.post('/act',
	{ answer: `${id}.${n}`, back: '/timeline' });
const unanswer = (visitor, id, n) => visitor.post('/act',
	{ unanswer: `${id}.${n}`, back: '/timeline' });
const see = (visitor, id, path = '/timeline') => questionOn(visitor, path, id);
const counts = async (id, visitor = anna) => (await see(visitor, id)).options
	.map(({ count }) => count);
const mine = async (id, visitor) => (await see(visitor, id)).options
	.map((option) => option.mine);
const keyOf = (id) => redis('ZRANGE', `answers:${id}`, 0, -1, 'WITHSCORES');

async function withoutWrites(action) {
	const before = await writesOf(redis);
	const result = await action();

	assert.equal(await writesOf(redis), before, 'something was changed');
	return result;
}

// ---- cards ------------------------------------------------------------------

test('a card has a button for each answer, and its number', async () => {
	const id = await ask(cakes);
	const button = (n) => ({ field: 'answer', value: `${id}.${n}` });

	assert.deepEqual(await see(anna, id), { id, comes: false, options: [
		{ words: 'Apple', count: 0, most: 1, ...button(0) },
		{ words: 'Plum & cream', count: 0, most: 1, ...button(1) },
		{ words: 'None <b>', count: 0, most: 1, ...button(2) },
	], notes: ['No answers yet', 'Names are visible', 'No end'] });
	await answer(ben, id, 1);
	await answer(cleo, id, 1);
	await answer(anna, id, 0);
	assert.deepEqual((await see(ben, id)).options, [
		{ words: 'Apple', count: 1, most: 3, ...button(0) },
		{ words: 'Plum & cream', count: 2, most: 3, mine: '(your answer)',
			...button(1) },
		{ words: 'None <b>', count: 0, most: 3, ...button(2) },
	]);
	assert.deepEqual((await see(ben, id)).notes,
		['3 answered', 'Names are visible', 'No end']);
});

test('wherever the post is, so are its buttons', async () => {
	const id = await ask({ ...cakes, ends });

	await cleo.post('/act', { repost: id });
	await ben.post('/act', { like: id });
	await ben.post('/act', { save: id });
	await anna.post('/act', { pin: id });
	await indexed(redis);
	for (const path of ['/timeline', '/@anna', '/@cleo', `/@anna/${id}`,
		'/likes', '/saved', '/search?q=question']) {
		const { options, notes } = await see(ben, id, path);

		assert.deepEqual(options.map(({ field }) => field),
			['answer', 'answer', 'answer'], path);
		assert.deepEqual(notes.slice(1),
			['Names are visible', `Ends ${shown}`], path);
		assert.equal((await answerOn(ben, path, id, 0)).location,
			`${path}#p${id}`);
	}
	assert.deepEqual(await counts(id), [1, 0, 0]);
	await anna.post('/act', { unpin: id });
});

test('each button says to what it belongs', async () => {
	const id = await ask({ answers: 'One\nTwo', several: 1 });

	await answer(ben, id, 1);
	const { text } = await ben.get('/timeline');
	const button = (n) => text.match(
		new RegExp(`<button[^>]*id="o${id}-${n}".*?</button>`, 's'))[0];
	const [one, two] = [button(0), button(1)];

	for (const [n, html] of [one, two].entries())
		assert.match(html, new RegExp(
			`aria-labelledby="o${id}-${n} by${id}"`));
	assert.match(one, /<span class="hush">Answer: <\/span>/);
	assert.match(two, /<span class="hush">Take back: <\/span>/);
});

test('visitors, and pages without buttons, see the numbers alone', async () => {
	const id = await ask(cakes);

	await answer(anna, id, 0);
	for (const [visitor, path] of [[out, '/timeline'], [out, '/@anna'],
		[out, `/@anna/${id}`], [anna, `/delete?id=${id}`]]) {
		const { options } = await see(visitor, id, path);

		assert.deepEqual(options.map(({ count, field }) => [count, field]),
			[[1, undefined], [0, undefined], [0, undefined]], path);
		assert.equal((await visitor.get(path)).text.includes('name="answer"'),
			false);
	}
});

test('a page of ten questions is one form, whose fields fit', async () => {
	const ids = [];

	for (let i = 0; i < 10; i++)
		ids.push(await ask({ answers: '1\n2\n3\n4\n5\n6', several: 1 }, cleo));
	const { text } = await ben.get('/@cleo');

	assert.deepEqual(questions(text).map(({ id }) => id).sort((a, b) => a - b), ids);
	assert.deepEqual(Object.keys(formFields(text, '/act')), ['csrf', 'back']);
	for (const id of ids)
		assert.equal((await answerOn(ben, '/@cleo', id, 5)).status, 303);
});

// ---- answering --------------------------------------------------------------

test('six members answer, and change their minds', async () => {
	const id = await ask(cakes);

	for (const [i, visitor] of six.entries())
		assert.equal((await answer(visitor, id, i % 3)).location,
			`/timeline#p${id}`);
	assert.deepEqual(await counts(id), [2, 2, 2]);
	for (const visitor of six.slice(0, 5))
		await answer(visitor, id, 2);
	assert.deepEqual(await counts(id), [0, 0, 6]);
	assert.deepEqual(await mine(id, ben),
		[undefined, undefined, '(your answer)']);
	assert.deepEqual(await mine(id, out), [undefined, undefined, undefined]);
});

test('pressing the own answer again, or an old page, changes nothing', async () => {
	const id = await ask(cakes);
	const { text } = await ben.get('/timeline');
	const old = { ...formFields(text, '/act'), answer: `${id}.0` };

	await answer(ben, id, 1);
	const before = await keyOf(id);

	await answer(ben, id, 1);
	assert.deepEqual(await keyOf(id), before);
	for (let i = 0; i < 2; i++)
		assert.equal((await ben.postRaw('/act', old)).status, 303);
	assert.deepEqual(await counts(id), [1, 0, 0]);
});

test('several answers are given and taken back, one by one', async () => {
	const id = await ask({ ...cakes, several: 1 });
	const fields = async () => (await see(ben, id)).options
		.map(({ field }) => field);

	assert.ok((await see(ben, id)).notes.includes('You can choose several'));
	await answerOn(ben, '/timeline', id, 0);
	await answerOn(ben, '/timeline', id, 2);
	assert.deepEqual(await fields(), ['unanswer', 'answer', 'unanswer']);
	assert.deepEqual(await counts(id), [1, 0, 1]);
	assert.equal((await see(ben, id)).options[0].most, 1);
	await answerOn(ben, '/timeline', id, 0);
	await unanswer(ben, id, 0);
	assert.deepEqual(await counts(id), [0, 0, 1]);
	await answer(ben, id, 2);
	assert.deepEqual(await counts(id), [0, 0, 1]);
	await unanswer(ben, id, 2);
	assert.equal(await redis('EXISTS', `answers:${id}`), 0);
	assert.deepEqual((await see(ben, id)).notes[0], 'No answers yet');
});

test('fifty answers at once by one member leave one', async () => {
	const id = await ask({ answers: '1\n2\n3\n4\n5\n6' });
	const csrf = await ben.csrf();
	const answers = await Promise.all(Array.from({ length: 50 }, (_, i) =>
		ben.postOnce('/act', { csrf, back: '/', answer: `${id}.${i % 6}` })));

	assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
	const now = await see(ben, id);

	assert.equal(now.options.reduce((sum, { count }) => sum + count, 0), 1);
	assert.equal(now.options.filter(({ mine: own }) => own).length, 1);
	assert.equal(now.options.find(({ count }) => count).mine, '(your answer)');
	assert.equal(now.notes[0], '1 answered');
	assert.equal(await redis('ZCARD', `answers:${id}`), 2);
});

// ---- a secret ballot ----------------------------------------------------------

const hidden = (end) =>
	`The counts appear ${end}once 5 members have answered.`;

test('a secret ballot has no numbers below five answers', async () => {
	const id = await ask({ ...cakes, secret: 1 });

	for (const visitor of six.slice(0, 4))
		await answer(visitor, id, 1);
	const { options, notes } = await see(ben, id);

	assert.deepEqual(options.map(({ count }) => count),
		[undefined, undefined, undefined]);
	assert.equal(options[1].mine, '(your answer)');
	assert.deepEqual(notes, ['Secret ballot', 'No end', hidden('')]);
	await answer(six[4], id, 0);
	assert.deepEqual(await counts(id), [1, 4, 0]);
	assert.deepEqual((await see(out, id)).notes,
		['5 answered', 'Secret ballot', 'No end']);
});

test('and after its end it has them all', async () => {
	const id = await ask({ answers: 'comes', secret: 1, ends });

	await ben.post('/answer', { answer: `${id}.0`, guests: 3 });
	for (const visitor of [ben, out])
		assert.deepEqual((await see(visitor, id)).notes,
			['Secret ballot', `Ends ${shown}`,
				hidden('after the end, or ')]);
	await endQuestion(redis, id);
	assert.deepEqual(await counts(id), [1, 0, 0]);
	assert.deepEqual((await see(ben, id)).notes, [
		'4 come, 3 of them guests', 'Secret ballot',
		'Ended 14 Jul 2017, 02:40']);
});

// ---- after the end -----------------------------------------------------------

test('a question that has ended has no buttons, and takes no answer', async () => {
	const id = await ask({ ...cakes, several: 1, ends });
	const { text } = await ben.get('/timeline');
	const old = { ...formFields(text, '/act'), answer: `${id}.0` };

	await answer(ben, id, 1);
	await endQuestion(redis, id);
	const { options, notes } = await see(ben, id);

	assert.deepEqual(options.map(({ count, mine: own, field }) =>
		[count, own, field]), [[0, undefined, undefined],
		[1, '(your answer)', undefined], [0, undefined, undefined]]);
	assert.deepEqual(notes, ['1 answered', 'Ended 14 Jul 2017, 02:40']);
	await withoutWrites(async () => {
		for (const fields of [old, { ...old, answer: '', unanswer: `${id}.1` }]) {
			const page = await ben.postRaw('/act', fields);

			assert.equal(page.status, 409);
			assert.equal(heading(page.text), 'This question has ended.');
		}
	});
});

test('the end is the first second in which it is too late', async () => {
	const id = await ask(cakes);
	const now = Math.floor(Date.now() / 1000);

	await endQuestion(redis, id, now + 3600);
	assert.equal((await answer(ben, id, 0)).status, 303);
	await endQuestion(redis, id, now);
	assert.equal((await answer(ben, id, 1)).status, 409);
	assert.deepEqual(await counts(id), [1, 0, 0]);
});

// ---- refusals ------------------------------------------------------------------

test('nonsense changes nothing', async () => {
	const id = await ask({ answers: 'One\nTwo' });

	await withoutWrites(async () => {
		for (const [field, value] of ['answer', 'unanswer'].flatMap((name) =>
			['', 'x', '1', '1.', '.1', `${id}.`, `${id}.x`, `${id}.-1`,
				`${id}.0 `, ` ${id}.0`, `${id}.0.0`, `${id},0`,
				`${id}.99999999999`, `${id}.${'9'.repeat(40)}`,
				`${'9'.repeat(40)}.0`, '0.0', '999999.0'].map((value) =>
				[name, value]))) {
			const { status, location } = await ben.post('/act',
				{ [field]: value, back: '/@anna' });

			assert.equal(status, 303, value);
			assert.match(location, /^\/@anna(#p\d+)?$/);
		}
		for (const n of [2, 9, 2147483647])
			for (const press of [answer, unanswer]) {
				const page = await press(ben, id, n);

				assert.equal(page.status, 404, `${n}`);
				assert.equal(heading(page.text),
					"There's no such answer.");
			}
	});
	assert.equal(await redis('EXISTS', `answers:${id}`), 0);
});

test('a post that asks nothing, and one that is gone, redirect silently', async () => {
	const plain = await write(anna, 'No question.');
	const gone = await ask(cakes);

	await anna.post('/delete', { id: gone });
	await withoutWrites(async () => {
		for (const id of [plain, gone])
			for (const press of [answer, unanswer])
				assert.equal((await press(ben, id, 0)).location,
					`/timeline#p${id}`);
	});
});

test('who was blocked by the author cannot answer', async () => {
	const id = await ask(cakes);

	await anna.post('/quiet', { block: await idOf('finn') });
	await withoutWrites(async () => {
		const page = await answer(six[5], id, 0);

		assert.equal(page.status, 403);
		assert.equal(heading(page.text), "You can't do this here.");
	});
	await anna.post('/quiet', { unblock: await idOf('finn') });
});

test('who waits or is suspended cannot answer, nor can a stranger', async () => {
	const id = await ask(cakes);
	const wanda = await member(url, 'wanda');
	const stan = await member(url, 'stan');

	await stand('wanda', 'waiting');
	await stand('stan', 'stopped');
	await withoutWrites(async () => {
		for (const visitor of [wanda, stan])
			assert.equal((await answer(visitor, id, 0)).status, 403);
		assert.equal((await answer(out, id, 0)).location,
			'/login?back=%2Ftimeline');
	});
});

test('what a suspended author asked cannot be answered', async () => {
	const sam = await member(url, 'sam');
	const id = await ask(cakes, sam);

	await stand('sam', 'stopped');
	await withoutWrites(async () => {
		assert.equal((await answer(ben, id, 0)).status, 303);
	});
});

test('answers have a limit, as likes do; taking one back has none', async () => {
	const few = await borrowStack({ RETWIS_LIMIT_LIKE: '3/600' });
	const dora = await member(few.url, 'dora');
	const id = await write(dora, 'Which?', { ...cakes, several: 1 });

	for (let n = 0; n < 3; n++)
		assert.equal((await answer(dora, id, n)).status, 303);
	const page = await answer(dora, id, 0);

	assert.equal(page.status, 429);
	assert.ok(page.headers['retry-after']);
	assert.equal((await unanswer(dora, id, 0)).status, 303);
	assert.deepEqual(await counts(id, dora), [0, 1, 1]);
	few.stop();
});
