// retwis-admin check: what it reports, and whether everything is right
// afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMemory } from '../lib/outage.mjs';
import { run } from '../lib/program.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { adminOf, atTerminal, placesOf, program } from './lib/admin.mjs';
import { likeAndRepost, smallSite } from './lib/classic.mjs';
import { dump, openRedis } from '../lib/wire.mjs';

const stack = await borrowStack();
const redis = openRedis(stack.socket);
const admin = adminOf(stack);

// An adopted database in which there is nothing to report.
async function goodSite() {
	const site = await smallSite(redis);

	assert.equal((await admin(['adopt'])).status, 0);
	await likeAndRepost(redis, site);
	assert.equal((await admin(['check', '--repair'])).status, 0);
	return site;
}

async function expectClean() {
	const ran = await admin(['check']);

	assert.equal(ran.errors, '');
	assert.equal(ran.status, 0);
	assert.equal(ran.output, 'Checked: member ids 3, post ids 18\n' +
		'Broken: 0, left over: 0\n');
}

test('nothing is wrong', async () => {
	await goodSite();
	await expectClean();
});

test('the database of PHP, and an empty one', async () => {
	await smallSite(redis);
	assert.equal((await admin(['check'])).status, 0);
	await redis('FLUSHALL');
	const ran = await admin(['check']);

	assert.equal(ran.status, 0);
	assert.match(ran.output, /member ids 0, post ids 0\nBroken: 0/);
});

test('something is broken, until it is repaired', async () => {
	await goodSite();
	await redis('HSET', 'users', 'ghost', 77);
	const before = await admin(['check']);

	assert.equal(before.status, 1);
	assert.equal(before.errors, 'retwis-admin: something is broken: ' +
		'retwis-admin check --repair repairs what it can\n');
	assert.equal(before.output, 'Broken, name half taken: 1\n' +
		'  @ghost is claimed by member 77, who does not exist; ' +
		'retwis-admin delete finishes a deletion\n' +
		'Checked: member ids 3, post ids 18\n' +
		'Broken: 1, left over: 0\n');
	assert.equal(await redis('HGET', 'users', 'ghost'), '77');
	const mended = await admin(['check', '--repair']);

	assert.equal(mended.status, 0);
	assert.equal(mended.errors, '');
	assert.match(mended.output,
		/^Broken, name half taken: 1, repaired 1\n {2}@ghost .* \(repaired\)\n/);
	assert.match(mended.output, /Broken: 1, left over: 0, repaired: 1\n$/);
	await expectClean();
});

test('leftovers are no failure', async () => {
	await goodSite();
	await redis('DEL', 'users_by_time');
	const before = await admin(['check']);

	assert.equal(before.status, 0);
	assert.equal(before.errors, '');
	assert.match(before.output, /^Left over, member not listed: 3\n/);
	assert.match(before.output, /\nBroken: 0, left over: 3\n$/);
	assert.equal((await admin(['check', '--repair'])).status, 0);
	await expectClean();
});

test('faults that cannot be repaired', async () => {
	await goodSite();
	await redis('HDEL', 'user:2', 'password');
	const ran = await admin(['check', '--repair']);

	assert.equal(ran.status, 1);
	assert.equal(ran.errors,
		'retwis-admin: not everything that is broken could be repaired\n');
	assert.match(ran.output, /^Broken, no password: 1\n {2}member 2, @ben: /);
});

test('twenty of a kind, and the number of the others', async () => {
	await goodSite();
	for (let i = 0; i < 33; i++)
		await redis('HSET', 'users', `ghost${i}`, 77);
	const { output } = await admin(['check']);

	assert.match(output, /^Broken, name half taken: 33\n/);
	assert.equal(output.match(/@ghost/g).length, 20);
	assert.match(output, /\n {2}and 13 more\n/);
});

test('names that would move a terminal\'s cursor', async () => {
	await goodSite();
	await redis('HSET', 'users', 'gho\x1b[2Jst\n', 77);
	const { output } = await admin(['check']);

	assert.ok(!output.includes('\x1b'));
	assert.match(output, /@gho\ufffd\[2Jst {1,2}is claimed/);
});

test('a post missing on its author\'s page is there again', async () => {
	await goodSite();
	await redis('DEL', 'own:2');
	const visitor = new Visitor(stack.url);

	assert.ok(!(await visitor.get('/@ben')).text.includes('3 by 2'));
	assert.equal((await admin(['check', '--repair'])).status, 0);
	assert.ok((await visitor.get('/@ben')).text.includes('3 by 2'));
});

test('the bar at a terminal', async () => {
	await goodSite();
	const { ended } = atTerminal(stack, '$ADMIN check');
	const { status, screen } = await ended;

	assert.equal(status, 0);
	assert.match(screen, /\[#{40}\] 100 %\r\n/);
	assert.match(screen, /Broken: 0, left over: 0/);
});

// A check without repairs writes nothing, and so also works on a read-only
// Redis.
test('Redis without memory', async () => {
	await goodSite();
	await redis('HSET', 'users', 'ghost', 77);
	const before = await dump(redis);

	await withoutMemory(stack, async () => {
		assert.equal((await admin(['check'])).status, 1);
	});
	assert.deepEqual(await dump(redis), before);
	await redis('DEL', 'own:1');
	await withoutMemory(stack, async () => {
		const ran = await admin(['check', '--repair']);

		assert.equal(ran.status, 1);
		assert.match(ran.errors, /cannot save anything right now .*again to/);
	});
	assert.equal((await admin(['check', '--repair'])).status, 0);
});

test('nobody can read the faults: the exit status shows the result', async () => {
	await goodSite();
	const ran = await run('sh', ['-c', `exec ${program} check >/dev/full`],
		placesOf(stack));

	assert.equal(ran.status, 1);
	assert.equal(ran.errors, 'retwis-admin: cannot write the output\n');
});
