// The scripts of queues, locks and limits, and the scanning script, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list, digest } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

function set(key) {
	return redis('ZRANGE', key, 0, -1, 'WITHSCORES');
}

// ---- limits and locks ------------------------------------------------------

const count = script('patterns/limit_count.lua');

test('limit_count: the limit, and after that the time to wait', async () => {
	for (let i = 0; i < 3; i++)
		assert.equal(await count(['limit:x'], 3, 60), 0);
	assert.equal(await count(['limit:x'], 3, 60), 60);
	// The window begins with the first count, and nothing extends it.
	await redis('EXPIRE', 'limit:x', 20);
	assert.equal(await count(['limit:x'], 3, 60), 20);
	await redis('PEXPIRE', 'limit:x', 400);
	assert.equal(await count(['limit:x'], 3, 60), 1);
});

test('limit_count: many at once', async () => {
	assert.equal(await count(['limit:x'], 10, 60, 8), 0);
	assert.equal(await count(['limit:x'], 10, 60, 3), 60);
	assert.equal(await redis('GET', 'limit:x'), '11');
});

test('limit_count: no counter is kept for ever', async () => {
	await redis('SET', 'limit:x', 7);
	assert.equal(await count(['limit:x'], 3, 60), 60);
	assert.equal(await redis('TTL', 'limit:x'), 60);
});

const expireNew = script('redis/expire_new.lua');

test('expire_new: an end for what has none', async () => {
	await redis('SET', 'x', 1);
	await once(() => expireNew(['x'], 60));
	assert.equal(await redis('TTL', 'x'), 60);
	await expireNew(['x'], 1000);
	assert.equal(await redis('TTL', 'x'), 60);
	await expireNew(['none'], 60);
	assert.equal(await redis('EXISTS', 'none'), 0);
});

const takeBack = script('patterns/limit_take_back.lua');

test('limit_take_back: one less, never below zero', async () => {
	await count(['limit:x'], 3, 60);
	for (let i = 0; i < 2; i++) {
		await takeBack(['limit:x']);
		assert.equal(await redis('GET', 'limit:x'), '0');
	}
	assert.equal(await redis('TTL', 'limit:x'), 60);
	await takeBack(['limit:y']);
	assert.equal(await redis('EXISTS', 'limit:y'), 0);
});

const release = script('patterns/lock_release.lua');

test('lock_release: only with the token', async () => {
	assert.equal(await release(['lock:x'], 'mine'), 0);
	await redis('SET', 'lock:x', 'other');
	assert.equal(await release(['lock:x'], 'mine'), 0);
	assert.equal(await redis('GET', 'lock:x'), 'other');
	assert.equal(await release.full(['lock:x'], 'other'), 1);
	assert.equal(await redis('EXISTS', 'lock:x'), 0);
});

const renew = script('patterns/lock_renew.lua');

test('lock_renew: only with the token', async () => {
	assert.equal(await renew(['lock:x'], 'mine', 500), 0);
	assert.equal(await redis('EXISTS', 'lock:x'), 0);
	await redis('SET', 'lock:x', 'other', 'PX', 500000);
	assert.equal(await renew(['lock:x'], 'mine', 500), 0);
	assert.ok(await redis('PTTL', 'lock:x') > 400000);
	assert.equal(await renew.full(['lock:x'], 'other', 900000), 1);
	assert.ok(await redis('PTTL', 'lock:x') > 800000);
});

// ---- the delayed queue -----------------------------------------------------

const add = script('patterns/delayed_add.lua');
const own = ['{later}:due', '{later}:of:1'];

test('delayed_add: an entry, and its text for its owner, once', async () => {
	assert.equal(await once(() => add(own, 500, '1 hello', 'hello', 2)), 1);
	assert.equal(await add(own, 900, '1 hello', 'hello', 2), 1);
	assert.deepEqual(await set(own[0]), ['1 hello', '500']);
	assert.deepEqual(await set(own[1]), ['hello', '500']);
	assert.equal(await add(own, 600, '1 two', 'two', 2), 1);
	assert.equal(await add(own, 700, '1 three', 'three', 2), 0);
	assert.equal(await redis('ZCARD', own[0]), 2);
	// An entry that is leased is there, too, and keeps its lease.
	await redis('ZADD', own[0], -5000, '1 two');
	assert.equal(await add(own, 600, '1 two', 'two', 2), 1);
	assert.equal(await redis('ZSCORE', own[0], '1 two'), '-5000');
});

const cancel = script('patterns/delayed_cancel.lua');

test('delayed_cancel: what waits, but not what is in hand', async () => {
	assert.equal(await cancel(own, '1 hello', 'hello'), 0);
	await add(own, 500, '1 hello', 'hello', 2);
	await redis('ZADD', own[0], -5000, '1 hello');
	const before = await digest();

	assert.equal(await cancel.full(own, '1 hello', 'hello'), 1);
	assert.equal(await digest(), before);
	await redis('ZADD', own[0], 500, '1 hello');
	assert.equal(await cancel.full(own, '1 hello', 'hello'), 2);
	assert.equal(await redis('EXISTS', ...own), 0);
	// Workers have given up on it: only its owner knows of it.
	await redis('ZADD', own[1], 500, 'hello');
	assert.equal(await cancel(own, '1 hello', 'hello'), 2);
	assert.equal(await redis('EXISTS', ...own), 0);
});

const replace = script('patterns/delayed_replace.lua');

test('delayed_replace: what waits, at once, but not what is in hand', async () => {
	const by = ['1 hello', 'hello', '1 bye', 'bye', 900];

	assert.equal(await replace(own, ...by), 0);
	await add(own, 500, '1 hello', 'hello', 2);
	await redis('ZADD', own[0], -5000, '1 hello');
	const before = await digest();

	assert.equal(await replace(own, ...by), 1);
	assert.equal(await digest(), before);
	await redis('ZADD', own[0], 500, '1 hello');
	assert.equal(await replace(own, ...by), 2);
	for (const [key, entry] of [[own[0], '1 bye'], [own[1], 'bye']])
		assert.deepEqual(await redis('ZRANGE', key, 0, -1, 'WITHSCORES'),
			[entry, '900']);
	assert.equal(await replace(own, ...by), 0);
	// Only another time.
	await once(() => replace(own, '1 bye', 'bye', '1 bye', 'bye', 700));
	assert.equal(await redis('ZSCORE', own[0], '1 bye'), '700');
	// Workers have given up on it: it is due again.
	await redis('ZREM', own[0], '1 bye');
	assert.equal(await replace(own, '1 bye', 'bye', ...by.slice(0, 2), 800), 2);
	assert.equal(await redis('ZSCORE', own[0], '1 hello'), '800');
	assert.equal(await redis('ZCARD', own[1]), 1);
	await redis('DEL', ...own);
});

const take = script('patterns/delayed_claim.lua');

test('delayed_claim: what is due, and whose lease is over', async () => {
	const queue = ['{later}:due'];

	assert.deepEqual(await take(queue, 1000, 3000, 10, 100000), []);
	await redis('ZADD', queue[0], 900, 'due', 800, 'longer', 1001, 'soon',
		-999, 'over', -500, 'before', -1500, 'in hand');
	assert.deepEqual(await take(queue, 1000, 3000, 3, 100000),
		['before', '-500', 'over', '-999', 'longer', '800']);
	assert.deepEqual(await set(queue[0]), ['before', '-3000', 'longer',
		'-3000', 'over', '-3000', 'in hand', '-1500', 'due', '900',
		'soon', '1001']);
	assert.deepEqual(await take(queue, 1000, 3000, 3, 100000),
		['due', '900']);
	assert.deepEqual(await take(queue, 1000, 3000, 3, 100000), []);
});

test('delayed_claim: a lease of a clock that was ahead is over', async () => {
	const queue = ['{later}:due'];

	await redis('ZADD', queue[0], -103001, 'wrong', -103000, 'long');
	assert.deepEqual(await take(queue, 1000, 3000, 3, 100000),
		['wrong', '-1000']);
	assert.deepEqual(await set(queue[0]),
		['long', '-103000', 'wrong', '-3000']);
});

const fail = script('patterns/delayed_fail.lua');
const later = ['{later}:due', '{later}:tries', '{later}:dead'];

test('delayed_fail: due again, and dead in the end', async () => {
	await fail.full(later, '1 x', 900, 3, 1000, 60);
	assert.equal(await redis('EXISTS', ...later), 0);
	await redis('ZADD', later[0], -500, '1 x', -600, '1 y');
	for (const again of [900, 950]) {
		await fail.full(later, '1 x', again, 3, 1000, 60);
		assert.equal(await redis('ZSCORE', later[0], '1 x'), `${again}`);
	}
	assert.equal(await redis('TTL', later[1]), 60);
	await fail.full(later, '1 y', 900, 3, 1000, 60);
	await fail.full(later, '1 x', 990, 3, 1000, 60);
	assert.deepEqual(await redis('HGETALL', later[1]), ['1 y', '1']);
	assert.deepEqual(await set(later[0]), ['1 y', '900']);
	assert.deepEqual(await list(later[2]), ['1000 3 1 x']);
});

const keep = script('patterns/delayed_postpone.lua');

test('delayed_postpone: there, and due at the last time that was said', async () => {
	await once(() => keep.full(['{q}:due'], 7000, '0 1'));
	assert.equal(await redis('ZSCORE', '{q}:due', '0 1'), '7000');
	await redis('ZADD', '{q}:due', -9000, '0 1');
	await keep(['{q}:due'], 5000, '0 1');
	assert.equal(await redis('ZSCORE', '{q}:due', '0 1'), '5000');
});

const goOn = script('patterns/delayed_continue.lua');

test('delayed_continue: the rest of what is in hand, once', async () => {
	await redis('ZADD', '{q}:due', -9000, '0 end 1', 5000, '0 end 2');
	await goOn(['{q}:due'], '0 end 1', 7000, '0 end 1 x');
	assert.deepEqual(await redis('ZRANGE', '{q}:due', 0, -1, 'WITHSCORES'),
		['0 end 2', '5000', '0 end 1 x', '7000']);
	// Another worker has done it, and has the rest in hand.
	await redis('ZADD', '{q}:due', -9000, '0 end 1 x');
	await once(() => goOn(['{q}:due'], '0 end 1', 8000, '0 end 1 x'));
	assert.deepEqual(await redis('ZRANGE', '{q}:due', 0, -1, 'WITHSCORES'),
		['0 end 1 x', '-9000', '0 end 2', '5000']);
});

const owe = script('site/rewrite_owe.lua');
const paid = script('site/rewrite_paid.lua');

test('rewrite_owe, rewrite_paid: later deletions are still due', async () => {
	await once(() => owe.full(['rewrite'], 'one'));
	await redis('HSET', 'rewrite', 'begun', 'x one');
	await owe(['rewrite'], 'two');
	await once(() => paid(['rewrite'], 'one'));
	assert.deepEqual(await redis('HGETALL', 'rewrite'), ['owed', 'two']);
	await once(() => paid(['rewrite'], 'two'));
	assert.equal(await redis('EXISTS', 'rewrite'), 0);
});

const retry = script('patterns/failed_retry.lua');
const drop = script('patterns/failed_drop.lua');
const undone = ['{later}:dead', '{later}:due', '{later}:of:1'];

test('undone_retry: due again, unless its owner has cancelled it', async () => {
	await redis('RPUSH', undone[0], '9 5 1 x', '9 5 1 y', '9 5 odd');
	await redis('ZADD', undone[2], 7, 'x');
	assert.equal(await retry.full(undone, '9 5 1 z', '1 z', 800, 'z'), 0);
	assert.equal(await retry.full(undone, '9 5 1 x', '1 x', 800, 'x'), 1);
	assert.equal(await retry.full(undone, '9 5 1 y', '1 y', 800, 'y'), 0);
	assert.equal(await retry.full(undone.slice(0, 2), '9 5 odd', 'odd', 800),
		1);
	assert.deepEqual(await set(undone[1]), ['1 x', '800', 'odd', '800']);
	assert.deepEqual(await list(undone[0]), []);
});

test('undone_drop: and nobody sees it any more', async () => {
	const keys = [undone[0], undone[2]];

	await redis('RPUSH', undone[0], '9 5 1 x', '9 5 odd');
	await redis('ZADD', undone[2], 7, 'x', 8, 'y');
	assert.equal(await drop.full(keys, '9 5 1 y', 'y'), 0);
	assert.equal(await drop.full(keys, '9 5 1 x', 'x'), 1);
	assert.equal(await drop.full([undone[0]], '9 5 odd'), 1);
	assert.deepEqual(await set(undone[2]), ['y', '8']);
	assert.deepEqual(await list(undone[0]), []);
});

// ---- the queue of jobs -----------------------------------------------------

const beat = script('patterns/beat.lua');

test('beat: one more, while memory is full, too', async () => {
	await beat(['{q}:workers'], 'w');
	await beat.full(['{q}:workers'], 'w');
	assert.deepEqual(await set('{q}:workers'), ['w', '2']);
});

const move = script('patterns/job_move.lua');

test('job_move: from one list to the other, once', async () => {
	await redis('RPUSH', 'a', '1 0 x', '1 0 y', '1 0 x');
	await redis('RPUSH', 'b', '1 0 z');
	assert.equal(await move.full(['a', 'b'], '1 0 x', '1 1 x'), 1);
	assert.deepEqual(await list('a'), ['1 0 y', '1 0 x']);
	assert.deepEqual(await list('b'), ['1 1 x', '1 0 z']);
	assert.equal(await move(['a', 'b'], '1 0 nothing', '1 1 x'), 0);
	assert.equal(await redis('LLEN', 'b'), 2);
});

const takeJobs = script('patterns/jobs_take.lua');

test('jobs_take: the oldest, as many as there are', async () => {
	await redis('RPUSH', 'a', 4, 3, 2, 1);
	await redis('RPUSH', 'b', 0);
	assert.deepEqual(await takeJobs(['a', 'b'], 3), ['1', '2', '3']);
	assert.deepEqual(await takeJobs(['a', 'b'], 3), ['4']);
	assert.deepEqual(await takeJobs(['a', 'b'], 3), []);
	assert.deepEqual(await list('b'), ['4', '3', '2', '1', '0']);
});

const putBack = script('patterns/put_back.lua');
const lists = ['{q}:taken:w', '{q}:jobs', '{q}:dead'];

test('put_back: jobs go back as they were begun, or to the dead', async () => {
	await redis('RPUSH', lists[0], '9 0 newest', 'odd', '8 4 often',
		'7 1 two words');
	await redis('RPUSH', lists[1], '6 0 there');
	await putBack.full(lists, 5, 1);
	assert.equal(await redis('EXISTS', lists[0]), 0);
	assert.deepEqual(await list(lists[1]),
		['9 1 newest', '7 2 two words', '6 0 there']);
	assert.deepEqual(await list(lists[2]), ['odd', '8 5 often']);
});

test('put_back: a job without another try is marked as begun', async () => {
	await redis('RPUSH', lists[0], '9 0 new', '8 3 known');
	await putBack(lists, 5, 0);
	assert.deepEqual(await list(lists[1]), ['9 1 new', '8 3 known']);
});

test('put_back: a worker that has given a sign of life is alive', async () => {
	const all = [...lists, '{q}:workers'];

	await redis('RPUSH', lists[0], '9 0 new');
	await redis('ZADD', all[3], 7, 'w');
	for (const [name, beats] of [['w', 6], ['other', 7]])
		await putBack(all, 5, 1, name, beats);
	assert.deepEqual(await list(lists[0]), ['9 0 new']);
	await once(() => putBack.full(all, 5, 1, 'w', 7));
	assert.deepEqual(await list(lists[1]), ['9 1 new']);
	assert.equal(await redis('EXISTS', lists[0], all[3]), 0);
});

// ---- reading ---------------------------------------------------------------

const scan = script('redis/scan.lua');

test('scan: the cursor and the pairs in one list, each field once', async () => {
	const pairs = Array.from({ length: 1000 }, (_, i) => [`name${i}`, i]);
	const found = [];
	let cursor = '0';

	assert.deepEqual(await scan(['users'], 0, 10), ['0']);
	await redis('HSET', 'users', ...pairs.flat());
	do {
		const [next, ...page] = await scan(['users'], cursor, 10);

		assert.ok(page.length < 200);
		cursor = next;
		for (let i = 0; i < page.length; i += 2)
			found.push(`${page[i]} ${page[i + 1]}`);
	} while (cursor !== '0');
	assert.deepEqual([...new Set(found)].sort(),
		pairs.map((pair) => pair.join(' ')).sort());
});
