// "Who comes?": the form with guests on the question's own page, and what it
// refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { faults, formFields, heading, messages } from '../lib/page.mjs';
import { endQuestion, questionOn, questions } from '../lib/questions.mjs';
import { writesOf } from '../lib/redis.mjs';
import { borrowStack, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack(unlimited);
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const [anna, ben, cleo] = await Promise.all(['anna', 'ben', 'cleo']
	.map((name) => member(url, name)));
const out = new Visitor(url);
const cakes = { answers: 'Apple\nPlum' };
const ask = (fields, by = anna) => write(by, 'A question.', fields);
const answer = (visitor, id, n) => visitor.post('/act',
	{ answer: `${id}.${n}`, back: '/timeline' });
const come = (visitor, id, n, guests) => visitor.post('/answer',
	{ answer: `${id}.${n}`, ...guests === undefined ? {} : { guests } });
const see = (visitor, id) => questionOn(visitor, '/timeline', id);
const counts = async (id) => (await see(anna, id)).options
	.map(({ count }) => count);
const mine = async (id, visitor) => (await see(visitor, id)).options
	.map((option) => option.mine);

async function withoutWrites(action) {
	const before = await writesOf(redis);

	await action();
	assert.equal(await writesOf(redis), before, 'something was changed');
}

const own = (id) => `/@anna/${id}`;
const formOn = async (visitor, path) =>
	formFields((await visitor.get(path)).text, '/answer');

test('who comes, and with whom', async () => {
	const id = await ask({ answers: 'comes' });
	const notes = async () => (await see(anna, id)).notes[0];

	assert.deepEqual((await see(anna, id)).options.map(({ words }) => words),
		['Yes', 'Maybe', 'No']);
	assert.equal((await see(anna, id)).comes, true);
	assert.equal(await notes(), 'No answers yet');
	await answer(anna, id, 2);
	assert.equal(await notes(), '1 answered');
	await answer(ben, id, 0);
	assert.equal(await notes(), '1 comes');
	assert.equal((await come(ben, id, 0, 1)).location, own(id));
	assert.equal(await notes(), '2 come, 1 of them a guest');
	await come(cleo, id, 0, 9);
	assert.equal(await notes(), '12 come, 10 of them guests');
	assert.deepEqual(await counts(id), [2, 0, 1]);
	assert.deepEqual(await mine(id, ben),
		['(your answer, with 1 guest)', undefined, undefined]);
	assert.deepEqual(await mine(id, cleo),
		['(your answer, with 9 guests)', undefined, undefined]);
});

test('a list keeps the guests of a Yes, and drops those of a No', async () => {
	const id = await ask({ answers: 'comes' });

	await come(ben, id, 0, 2);
	await answer(ben, id, 0);
	assert.equal((await see(anna, id)).notes[0], '3 come, 2 of them guests');
	await answer(ben, id, 2);
	assert.equal((await see(anna, id)).notes[0], '1 answered');
	await answer(ben, id, 0);
	assert.equal((await see(anna, id)).notes[0], '1 comes');
});

test('its own page has a form with guests, instead of the buttons', async () => {
	const id = await ask({ answers: 'comes' });

	await come(ben, id, 0, 2);
	const { text } = await ben.get(own(id));

	assert.deepEqual(questions(text)[0].options.map(({ field }) => field),
		[undefined, undefined, undefined]);
	assert.deepEqual(formFields(text, '/answer'),
		{ csrf: await ben.csrf(), guests: '2' });
	for (const [n, words] of ['Yes <span>(your answer)</span>', 'Maybe', 'No']
		.entries())
		assert.match(text, new RegExp(`<button type="submit"[^>]* ` +
			`name="answer" value="${id}\\.${n}"[^>]*>` +
			words.replace(/[()]/g, '\\$&')));
	assert.equal((await formOn(anna, own(id))).guests, '0');
	assert.equal(await formOn(out, own(id)), undefined);
	const other = await ask(cakes);

	assert.equal(await formOn(ben, own(other)), undefined);
	await endQuestion(redis, id);
	assert.equal(await formOn(ben, own(id)), undefined);
});

test('a number of guests that cannot be comes back as it was typed', async () => {
	const id = await ask({ answers: 'comes' });

	await come(ben, id, 0, 2);
	await withoutWrites(async () => {
		for (const [n, guests, message] of [
			[0, '300', 'You can bring up to 9 guests.'],
			[0, '10', 'You can bring up to 9 guests.'],
			[1, '-1', 'You can bring up to 9 guests.'],
			[0, '1.5', 'You can bring up to 9 guests.'],
			[0, 'two <b>', 'You can bring up to 9 guests.'],
			[0, '9'.repeat(30), 'You can bring up to 9 guests.'],
			[1, '1', 'Only members who come can bring guests. Answer ' +
				'Yes, or with 0 guests.'],
			[2, '2', 'Only members who come can bring guests. Answer ' +
				'Yes, or with 0 guests.'],
		]) {
			const page = await come(ben, id, n, guests);

			assert.equal(page.status, 422, guests);
			assert.deepEqual(messages(page.text), { 'guests-bad': message });
			assert.deepEqual(faults(page.text), ['guests-bad']);
			assert.equal(formFields(page.text, '/answer').guests, guests);
			assert.equal(questions(page.text)[0].id, id);
		}
	});
	for (const guests of ['', undefined, '0'])
		assert.equal((await come(ben, id, 2, guests)).status, 303);
});

test('what is no answer to it is not found', async () => {
	const id = await ask({ answers: 'comes' });
	const other = await ask(cakes);

	await withoutWrites(async () => {
		for (const value of ['', 'x', `${id}`, `${id}.`, `${id}.3`, `${id}.99`,
			`${other}.0`, '0.0', '999999.0'])
			for (const guests of ['0', '', '1'])
				assert.equal((await ben.post('/answer',
					{ answer: value, guests })).status, 404, value);
		assert.equal((await ben.post('/answer', {})).status, 404);
	});
	for (const method of ['GET', 'HEAD', 'PUT']) {
		const page = await ben.send(method, '/answer');

		assert.equal(page.status, 405);
		assert.equal(page.headers.allow, 'POST');
	}
});

test('after its end the form says so, whatever was typed', async () => {
	const id = await ask({ answers: 'comes' });

	await endQuestion(redis, id);
	await withoutWrites(async () => {
		for (const guests of ['0', '1', '300']) {
			const page = await come(ben, id, 0, guests);

			assert.equal(page.status, 409);
			assert.equal(heading(page.text), 'This question has ended.');
		}
	});
});

test('a repost of the question is not its own page', async () => {
	const id = await ask({ answers: 'comes' });

	await cleo.post('/act', { repost: id });
	const [repost] = await redis('ZRANGE', `reposts:${id}`, 0, 0);

	assert.equal((await come(ben, repost, 0, 1)).status, 404);
	assert.equal(await redis('EXISTS', `answers:${repost}`), 0);
});

test('nor is a post that asks nothing, and one that is gone', async () => {
	const plain = await write(anna, 'No question.');
	const gone = await ask({ answers: 'comes' });

	await anna.post('/delete', { id: gone });
	await withoutWrites(async () => {
		for (const id of [plain, gone])
			assert.equal((await come(ben, id, 0, 1)).status, 404);
	});
});

test('who may not answer is told so', async () => {
	const id = await ask({ answers: 'comes' });
	const [sam, stan, wanda] = await Promise.all(['sam', 'stan', 'wanda']
		.map((name) => member(url, name)));
	const asked = await ask({ answers: 'comes' }, sam);

	await stand('sam', 'stopped');
	await stand('stan', 'stopped');
	await stand('wanda', 'waiting');
	await anna.post('/quiet', { block: await idOf('cleo') });
	await withoutWrites(async () => {
		for (const visitor of [stan, wanda, cleo])
			assert.equal((await come(visitor, id, 0, 1)).status, 403);
		assert.equal((await come(ben, asked, 0, 1)).status, 404);
		assert.equal((await come(out, id, 0, 1)).location, '/login');
	});
	await anna.post('/quiet', { unblock: await idOf('cleo') });
});

test('too many answers in a short time are refused', async () => {
	const few = await borrowStack({ RETWIS_LIMIT_LIKE: '2/600' });
	const dora = await member(few.url, 'dora');
	const id = await write(dora, 'Supper.', { answers: 'comes' });

	for (const guests of [1, 2])
		assert.equal((await come(dora, id, 0, guests)).status, 303);
	assert.equal((await come(dora, id, 0, 3)).status, 429);
	assert.equal((await see(dora, id)).notes[0], '3 come, 2 of them guests');
	few.stop();
});
