// The scripts of conversations, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

const join = script('post/conversation_add.lua');
const quit = script('post/conversation_drop.lua');
const talk = () => redis('ZRANGE', 'conversation:1', 0, -1);

// 1 is answered by 2 and 5, 2 by 3, and 3 by 4.
async function beginTalk() {
	for (const [id, parent] of [[2, 1], [3, 2], [4, 3], [5, 1]])
		await join(['conversation:1'], id, parent, 1000);
}

const drop = (id) => once(() => quit(['conversation:1'], id, 'gone'));

test('conversation_add: by its id, once', async () => {
	await once(beginTalk);
	assert.deepEqual(await redis('ZRANGE', 'conversation:1', 0, -1,
		'WITHSCORES'), ['2 1', '2', '3 2', '3', '4 3', '4', '5 1', '5']);
	// Neither another parent nor a deletion is overwritten.
	await join(['conversation:1'], 3, 1, 1000);
	await redis('ZREM', 'conversation:1', '4 3');
	await redis('ZADD', 'conversation:1', 4, '4 3 gone');
	await join(['conversation:1'], 4, 3, 1000);
	assert.deepEqual(await talk(), ['2 1', '3 2', '4 3 gone', '5 1']);
});

test('conversation_add: nothing is evicted when it is full', async () => {
	for (const id of [9, 7, 8, 6])
		await join(['conversation:1'], id, 1, 3);
	assert.deepEqual(await talk(), ['7 1', '8 1', '9 1']);
	await assert.rejects(join.full(['conversation:2'], 9, 2, 1000), /OOM/);
});

test('conversation_drop: what others answer is kept as gone', async () => {
	await beginTalk();
	await drop(3);
	assert.deepEqual(await talk(), ['2 1', '3 2 gone', '4 3', '5 1']);
	await drop(2);
	assert.deepEqual(await talk(), ['2 1 gone', '3 2 gone', '4 3', '5 1']);
	// It has the place that it had.
	assert.equal(await redis('ZSCORE', 'conversation:1', '2 1 gone'), '2');
	// With the last answer all of them leave.
	await drop(4);
	assert.deepEqual(await talk(), ['5 1']);
	await drop(5);
	assert.equal(await redis('EXISTS', 'conversation:1'), 0);
	await drop(5);
	assert.equal(await redis('EXISTS', 'conversation:1'), 0);
});

test('conversation_drop: a deleted one with another answer is kept', async () => {
	await beginTalk();
	await join(['conversation:1'], 6, 2, 1000);
	await drop(2);
	await drop(3);
	await drop(4);
	assert.deepEqual(await talk(), ['2 1 gone', '5 1', '6 2']);
	// One that is not deleted is kept without answers, too.
	await drop(1);
	await drop(6);
	assert.deepEqual(await talk(), ['5 1']);
});

test('conversation_drop: while memory is full', async () => {
	await beginTalk();
	await quit.full(['conversation:1'], 2, 'gone');
	await quit.full(['conversation:1'], 5, 'gone');
	assert.deepEqual(await talk(), ['2 1 gone', '3 2', '4 3']);
});

test('conversation_drop: entries of another program', async () => {
	await redis('ZADD', 'conversation:1', 7, '7 7', 8, '8 9 gone', 9,
		'9 8 gone', 10, '10 x', 11, '11', 12, '12 8 what', 13, '13 12');
	await drop(7);
	assert.deepEqual(await talk(), ['8 9 gone', '9 8 gone', '10 x', '11',
		'12 8 what', '13 12']);
	for (const id of [10, 11, 13, 12])
		await drop(id);
	assert.deepEqual(await talk(),
		['8 9 gone', '9 8 gone', '10 x', '11']);
});
