// The scripts for the answers to questions, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once } = await startScripts();

const give = script('post/answers_give.lua');
const take = script('post/answers_take.lua');
const read = script('post/answers_read.lua');
const open = script('post/answers_open.lua');

const band = 2 ** 40;
const key = ['answers:1'];

beforeEach(() => redis('FLUSHALL'));

// Member `who` gives the answer `n`, at the second `at`.
const gives = (who, n, { several = 0, at = 100, guests = -1 } = {}) =>
	give(key, who, n, several, at, band, 8, guests, 0);

// The counts, then members, guests, and what member `who` has given.
const counts = (who = 0, answers = 3) => read(key, answers, band, 8, 9, who);
const entries = () => redis('ZRANGE', 'answers:1', 0, -1, 'WITHSCORES');

test('answers_give: one in place of another, in bands of scores', async () => {
	await once(() => gives(5, 2));
	assert.deepEqual(await entries(), ['2 5', String(2 * band + 100), '5',
		String(8 * band + 100)]);
	await gives(5, 1, { at: 200 });
	assert.deepEqual(await entries(), ['1 5', String(band + 200), '5',
		String(8 * band + 100)]);
	await gives(6, 1, { at: 150 });
	assert.deepEqual((await entries()).slice(0, 4), ['1 6', String(band + 150),
		'1 5', String(band + 200)]);
});

test('answers_give: several', async () => {
	await gives(5, 2, { several: 1 });
	await gives(5, 0, { several: 1 });
	await gives(6, 2, { several: 1 });
	assert.deepEqual(await counts(5), ['1', '0', '2', '2', '0', '5', '0']);
	assert.deepEqual(await counts(6), ['1', '0', '2', '2', '0', '4', '0']);
});

test('answers_give: guests, only with the answer that brings them', async () => {
	await gives(5, 0, { guests: 3 });
	await gives(6, 0, { guests: 9 });
	assert.deepEqual(await counts(5), ['2', '0', '0', '2', '12', '1', '3']);
	await gives(5, 0);
	assert.deepEqual(await counts(5), ['2', '0', '0', '2', '12', '1', '3']);
	await gives(5, 1, { guests: 4 });
	assert.deepEqual(await counts(5), ['1', '1', '0', '2', '9', '2', '0']);
	await gives(6, 0, { guests: 0 });
	assert.deepEqual(await counts(6), ['1', '1', '0', '2', '0', '1', '0']);
});

test('answers_take: also while memory is full', async () => {
	await gives(5, 0, { several: 1 });
	await gives(5, 2, { several: 1 });
	await take(key, 5, 1, 6);
	assert.deepEqual(await counts(5), ['1', '0', '1', '1', '0', '5', '0']);
	await once(() => take.full(key, 5, 0, 6));
	assert.deepEqual(await counts(5), ['0', '0', '1', '1', '0', '4', '0']);
	await take(key, 5, 2, 6);
	assert.equal(await redis('EXISTS', 'answers:1'), 0);
});

test('answers_read: nothing yet, and nobody who asks', async () => {
	assert.deepEqual(await counts(), ['0', '0', '0', '0', '0', '0', '0']);
	await gives(5, 1);
	assert.deepEqual(await counts(), ['0', '1', '0', '1', '0', '0', '0']);
	assert.deepEqual(await counts(0, 2), ['0', '1', '1', '0', '0', '0']);
});

test('answers_open: a question that is there', async () => {
	assert.equal(await open(['post:1']), 0);
	assert.equal(await redis('EXISTS', 'post:1'), 0);
	await redis('HSET', 'post:1', 'user_id', '7');
	assert.equal(await open(['post:1']), 0);
	await redis('HSET', 'post:1', 'question', '0 comes');
	assert.equal(await once(() => open(['post:1'])), 1);
	assert.equal(await redis('HGET', 'post:1', 'answered'), '1');
	await redis('HSET', 'post:2', 'user_id', '7', 'question', '0 comes',
		'removed', 'x');
	assert.equal(await open(['post:2']), 0);
});
