// The scripts of newcomers and invitations, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- registering ----------------------------------------------------------

const storeNewcomer = script('entry/newcomer_store.lua');

test('newcomer_store: a whole hash, or none where there is one', async () => {
	const alice = ['username', 'alice', 'password', 'x', 'who', ''];

	assert.equal(await storeNewcomer(['user:1'], ...alice), 1);
	assert.deepEqual(await redis('HGETALL', 'user:1'),
		['username', 'alice', 'password', 'x']);
	assert.equal(await storeNewcomer(['user:1'], 'username', 'bob',
		'password', 'y'), 0);
	assert.equal(await redis('HGET', 'user:1', 'username'), 'alice');
	await redis('SET', 'user:2', 'of another program');
	assert.equal(await storeNewcomer(['user:2'], ...alice), 0);
});

const dropNewcomer = script('entry/newcomer_undo.lua');

test('newcomer_undo: only a hash with that password', async () => {
	await redis('HSET', 'user:1', 'username', 'alice', 'password', 'x');
	await dropNewcomer(['user:1'], 'y');
	await dropNewcomer(['user:2'], 'x');
	await dropNewcomer(['user:2'], '');
	assert.equal(await redis('HGET', 'user:1', 'username'), 'alice');
	await once(() => dropNewcomer.full(['user:1'], 'x'));
	assert.equal(await redis('EXISTS', 'user:1'), 0);
});

// ---- invitations -----------------------------------------------------------

const invite = 'invite:t';
const claimUse = script('entry/invite_claim.lua');
const bindUse = script('entry/invite_bind.lua');
const unbindUse = script('entry/invite_unbind.lua');
const giveBack = script('entry/invite_give_back.lua');
const addInvite = script('entry/invite_add.lua');

function makeLink(left, end = 100) {
	return redis('HSET', invite, 'uses', 2, 'left', left, 'end', end);
}

test('invite_claim: one use a form, of a link that works', async () => {
	assert.equal(await claimUse([invite], 'f1', 5), 0);
	assert.equal(await redis('EXISTS', invite), 0);
	await makeLink(2);
	assert.equal(await claimUse([invite], 'f1', 100), 0);
	assert.equal(await claimUse([invite], 'f1', 5), 1);
	assert.equal(await claimUse([invite], 'f1', 6), 1);
	assert.deepEqual(await redis('HMGET', invite, 'left', 'f1'), ['1', '6']);
	assert.equal(await claimUse([invite], 'f2', 7), 1);
	assert.equal(await claimUse([invite], 'f3', 7), 0);
	assert.equal(await redis('HGET', invite, 'left'), '0');
	// It belongs to the same member, however often the form arrives.
	await redis('HSET', invite, 'f1', '6 9');
	assert.equal(await claimUse([invite], 'f1', 8), 1);
	assert.equal(await redis('HGET', invite, 'f1'), '6 9');
});

test('invite_bind: one member a form', async () => {
	assert.equal(await bindUse([invite], 'f1', 7), 0);
	await makeLink(1);
	assert.equal(await bindUse([invite], 'f1', 7), 0);
	await redis('HSET', invite, 'f1', '5');
	assert.equal(await once(() => bindUse([invite], 'f1', 7)), 7);
	assert.equal(await bindUse([invite], 'f1', 8), 7);
	assert.equal(await redis('HGET', invite, 'f1'), '5 7');
});

test('invite_unbind: only its own, even while memory is full', async () => {
	await unbindUse([invite], 'f1', 7);
	assert.equal(await redis('EXISTS', invite), 0);
	await redis('HSET', invite, 'f1', '5 7');
	await unbindUse([invite], 'f1', 8);
	assert.equal(await redis('HGET', invite, 'f1'), '5 7');
	await once(() => unbindUse.full([invite], 'f1', 7));
	assert.equal(await redis('HGET', invite, 'f1'), '5');
});

test('invite_give_back: what is old and nobody\'s, though memory is full',
	async () => {
		assert.equal(await giveBack([invite], 'f1', 50), 1);
		assert.equal(await redis('EXISTS', invite), 0);
		await makeLink(0);
		await redis('HSET', invite, 'f1', '5 7', 'f2', '50', 'f3', '51');
		assert.equal(await giveBack([invite], 'f1', 50), 1);
		assert.equal(await giveBack([invite], 'f3', 50), 0);
		assert.equal(await redis('HGET', invite, 'left'), '0');
		assert.equal(await once(() => giveBack.full([invite], 'f2', 50)), 1);
		assert.deepEqual(await redis('HMGET', invite, 'left', 'f1', 'f2',
			'f3'), ['1', '5 7', null, '51']);
	});

test('invite_add: up to the limit, and expired ones are removed', async () => {
	assert.equal(await once(() => addInvite(['invites:1'], 'a', 100, 10, 2,
		1)), 1);
	assert.equal(await addInvite(['invites:1'], 'b', 200, 10, 2, 1), 1);
	assert.equal(await addInvite(['invites:1'], 'c', 300, 10, 2, 1), 0);
	assert.equal(await addInvite(['invites:1'], 'c', 300, 100, 2, 99), 1);
	assert.equal(await addInvite(['invites:1'], 'd', 400, 300, 2, 200), 1);
	assert.deepEqual(await redis('ZRANGE', 'invites:1', 0, -1), ['c', 'd']);
});
