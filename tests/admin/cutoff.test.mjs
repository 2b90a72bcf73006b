// Long work that is interrupted at any point has the same result in the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { adminOf, atEachCommand } from './lib/admin.mjs';
import { halfAdopted, likeAndRepost, smallSite } from './lib/classic.mjs';
import { cut, dump as dumpAll, openRedis } from '../lib/wire.mjs';

// The index of words has as many commands as all else together, and is cut off
// in tests/unit/test_adopt.c.
const env = { RETWIS_SEARCH: 'names' };
const stack = { ...await borrowStack(env), env };
const redis = openRedis(stack.socket);
const admin = adminOf(stack);

// Everything but the log of what hosts do, which has times, and lines that a
// worker adds to it later.
const dump = (connection) => dumpAll(connection, ['log', '{acts}:due']);

async function adopted() {
	const site = await smallSite(redis);

	assert.equal((await admin(['adopt'])).status, 0);
	await likeAndRepost(redis, site);
}

// The name has been deleted, and only a worker knows what is left to do.
async function workerEnds(errors) {
	assert.match(errors, /there is no member/);
	await redis('ZADD', '{leaving}:due', 'XX', 0, '0 1');
	await redis('ZADD', '{leaving}:due', 'XX', 0, '0 2');
	await until('the worker has finished it', async () =>
		!await redis('EXISTS', '{leaving}:due'));
}

// The connection ends after each command in turn; then the same command is run
// again.
async function finishes(words, prepare) {
	await prepare();
	assert.equal((await admin(words)).status, 0);
	const expected = await dump(redis);
	const check = async (ran, after) => {
		if (ran.status !== 0) {
			assert.match(ran.errors, /Redis does not answer/);
			const again = await admin(words);

			if (again.status !== 0)
				await workerEnds(again.errors);
		}
		assert.deepEqual(await dump(redis), expected, `${after}`);
	};
	const commands = await atEachCommand(stack, words,
		{ prepare, meanwhile: cut, check });

	assert.ok(commands > 10, `only ${commands} commands`);
}

test('adopting is interrupted after any command', () =>
	finishes(['adopt'], () => halfAdopted(redis)));

test('deleting a member is interrupted after any command', () =>
	finishes(['delete', '--yes', 'Anna Smith'], adopted));

test('deleting a member with a new name is interrupted, too', () =>
	finishes(['delete', '--yes', 'ben'], adopted));

// After the last of the commands the post can no longer be found, so the second
// run has nothing to complain about.
test('deleting a post is interrupted after any command', async () => {
	await adopted();
	await admin(['delete', '--yes', '4']);
	const expected = await dump(redis);

	const check = async (ran, after) => {
		await admin(['delete', '--yes', '4']);
		assert.deepEqual(await dump(redis), expected, `${after}`);
	};

	await atEachCommand(stack, ['delete', '--yes', '4'],
		{ prepare: adopted, meanwhile: cut, check });
});
