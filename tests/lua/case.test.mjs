// The scripts for reports and their cases, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

const report = script('post/case_report.lua');
const closeCase = script('post/case_close.lua');
const note = script('post/case_note.lua');
const forget = script('post/case_forget.lua');
const endCase = script('post/case_end.lua');
const release = script('post/case_release.lua');
const fields = (key) => redis('HGETALL', key);

test('case_report: the first words stay, and the last report', async () => {
	const put = (field, text, post = '', body = '', most = 256) =>
		report(['case:1'], '7', '100', field, text, post, body, most);

	assert.equal(await put('report:2:5', '100 spam ', 'post:5', 'rude'), 'done');
	assert.equal(await report(['case:1'], '7', '200', 'report:2:5', '200 other x',
		'post:5', 'changed', 256), 'done');
	assert.deepEqual(await fields('case:1'), ['author', '7', 'opened', '100',
		'post:5', 'rude', 'report:2:5', '200 other x']);
	assert.equal(await put('report:3:0', '300 spam ', '', '', 5), 'full');
	assert.equal(await put('report:2:5', '300 spam ', 'post:5', 'x', 5), 'done');
	assert.equal(await put('report:3:0', '300 spam ', '', '', 6), 'done');
	assert.equal(await report(['case:1'], '8', '100', 'report:2:0', 'x', '', '',
		256), 'closed');
	await redis('HSET', 'case:1', 'closed', '55 4');
	assert.equal(await put('report:2:5', '400 spam '), 'closed');
	assert.equal(await redis('HGET', 'case:1', 'report:2:5'), '300 spam ');
});

test('case_close: once, and it names those who reported', async () => {
	assert.deepEqual(await closeCase(['case:1'], '55', '4', 'looked'), ['gone']);
	assert.equal(await redis('EXISTS', 'case:1'), 0);
	await redis('HSET', 'case:1', 'author', '7', 'report:2:5', 'x', 'report:3:0',
		'y', 'acted', '44 33 22');
	assert.deepEqual(await closeCase.full(['case:1'], '55', '4', 'looked'),
		['done', 'author', 'report:2:5', 'report:3:0', 'acted']);
	assert.deepEqual(await fields('case:1'), ['author', '7', 'report:2:5', 'x',
		'report:3:0', 'y', 'acted', '55 44 33 22', 'closed', '55 4', 'outcome',
		'looked', 'reports', '2']);
	assert.deepEqual(await closeCase(['case:1'], '66', '5', 'removed'),
		['taken']);
	for (const [outcome, is] of [['looked', 'noted'], ['removed', 'removed']]) {
		await redis('DEL', 'case:2');
		await redis('HSET', 'case:2', 'author', '7', 'note', '1 4 hm');
		await closeCase(['case:2'], '55', '4', outcome);
		assert.equal(await redis('HGET', 'case:2', 'outcome'), is);
	}
});

test('case_note: the last one, and those before it', async () => {
	assert.equal(await note(['case:1'], '55', '55 4 a', 256), 'gone');
	await redis('HSET', 'case:1', 'author', '7');
	assert.equal(await note(['case:1'], '55', '55 4 a', 256), 'done');
	assert.equal(await note(['case:1'], '66', '66 4 b', 256), 'done');
	assert.deepEqual(await fields('case:1'), ['author', '7', 'note', '66 4 b',
		'acted', '66 55 ', 'note:55', '55 4 a']);
	assert.equal(await note(['case:1'], '77', '77 4 c', 4), 'done');
	assert.equal(await redis('HLEN', 'case:1'), 4);
	await redis('HSET', 'case:1', 'closed', '88 4');
	assert.equal(await note(['case:1'], '99', '99 4 d', 256), 'taken');
});

test('case_forget: only what this member reported', async () => {
	await redis('HSET', 'case:1', 'author', '2', 'report:2:5', 'x', 'report:22:5',
		'y', 'report:2:0', 'z', 'post:2', 'w');
	await once(() => forget.full(['case:1'], '2'));
	assert.deepEqual(await fields('case:1'), ['author', '2', 'report:22:5', 'y',
		'post:2', 'w']);
});

test('case_end: the words go, and it is closed', async () => {
	await once(() => endCase.full(['case:1'], '99'));
	assert.equal(await redis('EXISTS', 'case:1'), 0);
	await redis('HSET', 'case:1', 'author', '7', 'opened', '5', 'post:5', 'x',
		'report:2:5', 'y', 'note', 'z', 'note:55', 'z');
	await once(() => endCase.full(['case:1'], '99'));
	assert.deepEqual(await fields('case:1'), ['author', '7', 'opened', '5',
		'closed', '99 0', 'outcome', 'expired', 'reports', '1']);
	await redis('HSET', 'case:2', 'author', '7', 'report:2:5', 'y', 'closed',
		'55 4', 'outcome', 'noted', 'reports', '3');
	await endCase(['case:2'], '99');
	assert.deepEqual(await fields('case:2'), ['author', '7', 'closed', '55 4',
		'outcome', 'noted', 'reports', '3']);
});

test('case_release: only from that case', async () => {
	await redis('ZADD', 'cases', '5', '7', '6', '8');
	await release.full(['cases'], '7', '4');
	await once(() => release.full(['cases'], '7', '5'));
	assert.deepEqual(await redis('ZRANGE', 'cases', 0, -1), ['8']);
});
