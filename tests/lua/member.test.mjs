// The scripts of members, their timelines, and a database that is adopted,
// each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list, numbers, digest } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- notices ---------------------------------------------------------------

const tell = script('member/notice_tell.lua');
const key = 'notices:1';

function notices() {
	return redis('ZRANGE', key, 0, -1, 'WITHSCORES');
}

test('notice_tell: above all others, once, and the mark below', async () => {
	await once(() => tell([key], 'like 7 2', 1000, 200, 'seen'));
	assert.deepEqual(await notices(), ['seen', '0', 'like 7 2', '1000']);
	await redis('ZADD', key, 1000, 'seen');
	await tell([key], 'follow 0 3', 2000, 200, 'seen');
	await tell([key], 'like 7 2', 3000, 200, 'seen');
	assert.deepEqual(await notices(), ['like 7 2', '1000', 'seen', '1000',
		'follow 0 3', '2000']);
});

test('notice_tell: a clock that is behind puts nothing below the mark', async () => {
	await redis('ZADD', key, 5000, 'seen');
	await tell([key], 'like 7 2', 1000, 200, 'seen');
	assert.deepEqual(await notices(), ['seen', '5000', 'like 7 2', '5001']);
});

test('notice_tell: the newest stay, and so does a mark', async () => {
	for (const id of [1, 2, 3, 4, 5])
		await tell([key], `like ${id} 2`, 1000 + id, 3, 'seen');
	assert.deepEqual(await notices(), ['seen', '0', 'like 3 2', '1003',
		'like 4 2', '1004', 'like 5 2', '1005']);
});

const dropPost = script('member/notice_drop_post.lua');

test('notice_drop_post: whatever is about that post', async () => {
	await redis('ZADD', key, 1, 'like 7 2', 2, 'reply 7 3', 3, 'like 77 2',
		4, 'like 2 7', 5, 'follow 0 7', 6, 'seen');
	await once(() => dropPost.full([key], 7));
	assert.deepEqual(await redis('ZRANGE', key, 0, -1),
		['like 77 2', 'like 2 7', 'follow 0 7', 'seen']);
	await dropPost(['notices:2'], 7);
	assert.equal(await redis('EXISTS', 'notices:2'), 0);
});

// ---- the last visit --------------------------------------------------------

const keep = script('member/last_keep.lua');

test('last_keep: the day of a member who wants it and is there', async () => {
	await keep(['user:1'], '2026-11-22', 'off');
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna');
	for (const day of ['2026-11-22', '2026-11-23']) {
		await once(() => keep(['user:1'], day, 'off'));
		assert.equal(await redis('HGET', 'user:1', 'last'), day);
	}
	await redis('HSET', 'user:1', 'last', 'off');
	await keep(['user:1'], '2026-11-24', 'off');
	assert.equal(await redis('HGET', 'user:1', 'last'), 'off');
});

// ---- passwords -------------------------------------------------------------

const enter = script('member/auth_enter.lua');

test('auth_enter: a hash for a clear text, and the generation', async () => {
	await redis('HSET', 'user:1', 'username', 'anna', 'password', 'clear');
	assert.deepEqual(await enter(['user:1'], 'clear', '$hash', ''),
		['0', '']);
	await redis('HSET', 'user:1', 'generation', 7);
	assert.deepEqual(await once(() => enter(['user:1'], '$hash', '', '')),
		['7', '']);
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna',
		'password', '$hash', 'generation', '7']);
});

test('auth_enter: the secret that browsers share', async () => {
	await redis('HSET', 'user:1', 'username', 'anna', 'password', '$hash');
	for (const mine of ['first', 'second'])
		assert.deepEqual(await enter(['user:1'], '$hash', '', mine),
			['0', 'first']);
	assert.equal(await redis('HGET', 'user:1', 'auth'), 'first');
});

test('auth_enter: not by a password that is no more', async () => {
	assert.equal(await enter(['user:1'], 'clear', '$hash', 'first'), null);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna', 'password', '$new');
	assert.equal(await enter(['user:1'], 'clear', '$hash', 'first'), null);
	assert.deepEqual(await redis('HGETALL', 'user:1'),
		['username', 'anna', 'password', '$new']);
});

const renew = script('member/renew.lua');

test('renew: all that the old password opened is shut', async () => {
	for (const [old, secret] of [['', ''], ['$old', 'fresh']]) {
		assert.equal(await renew(['user:1'], old, '$new', secret), 0);
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', 'username', 'anna', 'password',
			'$old', 'auth', 'stolen', 'feed', 'known', 'reset', 'ab 7', 'generation', 4);
		assert.equal(await renew(['user:1'], old, '$new', secret), 5);
		assert.deepEqual(await redis('HGETALL', 'user:1'), ['username',
			'anna', 'password', '$new', 'generation', '5',
			...secret ? ['auth', secret] : []]);
		await redis('DEL', 'user:1');
	}
});

test('renew: not by a password that is no more', async () => {
	const is = ['username', 'anna', 'password', '$later', 'auth', 'mine'];

	await redis('HSET', 'user:1', ...is);
	assert.equal(await once(() => renew(['user:1'], '$old', '$new', '')), 0);
	assert.deepEqual(await redis('HGETALL', 'user:1'), is);
	await redis('HDEL', 'user:1', 'password');
	assert.equal(await renew(['user:1'], '$old', '$new', ''), 0);
});

const called = script('member/called_set.lua');

test('called_set: a display name, and which was there before', async () => {
	assert.equal(await called(['user:1'], 'Anna'), null);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna');
	assert.equal(await called(['user:1'], 'Anna B'), '');
	assert.equal(await called(['user:1'], 'Anna C'), 'Anna B');
	assert.equal(await redis('HGET', 'user:1', 'display'), 'Anna C');
	assert.equal(await once(() => called(['user:1'], '')), 'Anna C');
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna']);
});

const link = script('member/reset_begin.lua');

test('reset_begin: the newest link, of a member who is there', async () => {
	assert.equal(await link(['user:1'], 'ab 7'), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna');
	for (const note of ['ab 7', 'cd 8']) {
		assert.equal(await once(() => link(['user:1'], note)), 1);
		assert.equal(await redis('HGET', 'user:1', 'reset'), note);
	}
});

const reset = script('member/reset.lua');

test('reset: once, in time, though memory is full', async () => {
	const is = ['username', 'anna', 'password', '$old', 'auth', 'stolen',
		'feed', 'known', 'reset', 'ab 100'];

	assert.equal(await reset(['user:1'], 'ab', 99, '$new', ''), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', ...is);
	for (const [digest, now] of [['abc', 99], ['a', 99], ['', 99], ['ab', 100],
		['ab', 101]])
		assert.equal(await reset(['user:1'], digest, now, '$new', 'x'), 0);
	assert.deepEqual(await redis('HGETALL', 'user:1'), is);
	assert.equal(await reset.full(['user:1'], 'ab', 99, '$new', ''), 1);
	assert.equal(await reset(['user:1'], 'ab', 99, '$newer', ''), 0);
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna',
		'password', '$new', 'generation', '1']);
	await redis('HSET', 'user:1', 'reset', 'cd 100');
	assert.equal(await reset(['user:1'], 'cd', 99, '$newer', 'fresh'), 2);
	assert.equal(await redis('HGET', 'user:1', 'auth'), 'fresh');
	await redis('HSET', 'user:1', 'reset', 'nonsense');
	assert.equal(await reset(['user:1'], 'nonsense', 1, '$x', ''), 0);
});

// ---- sessions --------------------------------------------------------------

const endAll = script('member/auth_end.lua');

test('auth_end: another generation, though memory is full', async () => {
	await endAll(['user:1'], '');
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna', 'auth', 'shared');
	await endAll.full(['user:1'], '');
	assert.deepEqual(await redis('HGETALL', 'user:1'),
		['username', 'anna', 'generation', '1']);
	await endAll(['user:1'], 'fresh');
	assert.deepEqual(await redis('HGETALL', 'user:1'),
		['username', 'anna', 'generation', '2', 'auth', 'fresh']);
});

const leave = script('member/hosts_leave.lua');

test('hosts_leave: not the last one, though memory is full', async () => {
	assert.equal(await leave(['hosts'], 1), 1);
	await redis('SADD', 'hosts', 1, 2);
	assert.equal(await leave(['hosts'], 3), 1);
	assert.equal(await once(() => leave.full(['hosts'], 1)), 1);
	assert.equal(await leave(['hosts'], 2), 0);
	assert.deepEqual(await redis('SMEMBERS', 'hosts'), ['2']);
});

const stand = script('member/standing_set.lua');

test('standing_set: of a member who is there, though memory is full',
	async () => {
		assert.equal(await stand(['user:1'], 'stopped'), 0);
		assert.equal(await stand(['user:1'], ''), 0);
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', 'username', 'anna');
		assert.equal(await once(() => stand.full(['user:1'], 'stopped')), 1);
		assert.equal(await redis('HGET', 'user:1', 'standing'), 'stopped');
		assert.equal(await once(() => stand.full(['user:1'], '')), 1);
		assert.deepEqual(await redis('HGETALL', 'user:1'),
			['username', 'anna']);
		await redis('HSET', 'user:1', 'standing', 'waiting');
		assert.equal(await stand(['user:1'], ''), 0);
		assert.equal(await redis('HGET', 'user:1', 'standing'), 'waiting');
	});

const letIn = script('host/let_in.lua');

test('let_in: whom it finds waiting, though memory is full', async () => {
	assert.equal(await letIn(['user:1'], 'waiting'), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna', 'standing', 'waiting',
		'who', 'Ben knows me');
	assert.equal(await once(() => letIn.full(['user:1'], 'waiting')), 1);
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna']);
	for (const standing of ['stopped', 'host']) {
		await redis('HSET', 'user:1', 'standing', standing);
		assert.equal(await letIn(['user:1'], 'waiting'), 0);
		assert.equal(await redis('HGET', 'user:1', 'standing'), standing);
	}
});

const claim = script('member/device_claim.lua');

test('device_claim: the secret that was read, and no later one', async () => {
	await redis('HSET', 'user:1', 'username', 'anna', 'auth', 'later');
	await claim.full(['user:1'], 'mine');
	assert.equal(await redis('HGET', 'user:1', 'auth'), 'later');
	await once(() => claim.full(['user:1'], 'later'));
	assert.equal(await redis('HEXISTS', 'user:1', 'auth'), 0);
	await claim(['user:2'], 'mine');
	assert.equal(await redis('EXISTS', 'user:2'), 0);
});

const sessions = 'sessions:1';
const note = script('member/device_add.lua');

test('device_add: so many, and the newest is among them', async () => {
	for (const [digest, entry] of [['a', '1 2026-11-03 a'],
		['b', '1 2026-11-01 b'], ['c', '1 2026-11-03 c']])
		await once(() => note([sessions], digest, entry, 3));
	assert.deepEqual(await redis('HKEYS', sessions), ['a', 'b', 'c']);
	await note([sessions], 'd', '1 2026-11-01 d', 3);
	assert.deepEqual(await redis('HKEYS', sessions), ['a', 'c', 'd']);
	// The longest here of those that were used on the same day.
	await note([sessions], 'c', '1 2026-11-03 again', 3);
	await note([sessions], 'e', '1 2026-11-01 e', 3);
	assert.deepEqual(await redis('HKEYS', sessions), ['a', 'c', 'e']);
	await note([sessions], 'f', '1 2026-11-03 f', 3);
	await note([sessions], 'g', '1 2026-11-03 g', 3);
	assert.deepEqual(await redis('HGETALL', sessions), ['c',
		'1 2026-11-03 again', 'f', '1 2026-11-03 f', 'g',
		'1 2026-11-03 g']);
});

test('device_add: those of an older generation go first', async () => {
	await redis('HSET', sessions, 'a', '1 2026-11-20 a', 'b',
		'2 2026-11-01 b', 'c', 'no entry at all');
	await note([sessions], 'd', '2 2026-11-01 d', 2);
	assert.deepEqual(await redis('HKEYS', sessions), ['b', 'd']);
});

test('device_add: a full hash is one small piece of memory', async () => {
	for (let i = 0; i < 21; i++)
		await note([sessions], await digest(`${i}`),
			`18446744073709551615 2026-11-24 ${'x'.repeat(32)}`, 20);
	assert.equal(await redis('HLEN', sessions), 20);
	assert.equal(await redis('OBJECT', 'ENCODING', sessions), 'listpack');
});

const used = script('member/device_used.lua');

test('device_used: the day, of a session that has not ended', async () => {
	await used([sessions], 'a', '2026-11-24', '+');
	assert.equal(await redis('EXISTS', sessions), 0);
	for (const [was, seal, is] of [
		['3 2026-11-01 Firefox on Linux', '',
			'3 2026-11-24 Firefox on Linux'],
		['3 2026-11-01 +Firefox on Linux', '',
			'3 2026-11-24 +Firefox on Linux'],
		['3 2026-11-01 Firefox on Linux', '+',
			'3 2026-11-24 +Firefox on Linux'],
		['0 2026-11-24 +w3m', '+', '0 2026-11-24 +w3m'],
		['0 2026-11-24 w3m', '', '0 2026-11-24 w3m'],
		['odd', '+', 'odd']]) {
		await redis('HSET', sessions, 'a', was);
		await once(() => used([sessions], 'a', '2026-11-24', seal));
		assert.equal(await redis('HGET', sessions, 'a'), is);
	}
});

const address = script('timeline/feed_renew.lua');

test('feed_renew: an address for a session that is still good', async () => {
	for (const [field, is, was] of [['auth', 'mine', 'old'],
		['generation', '2', '1']]) {
		assert.equal(await address(['user:1'], field, is, 'first'), 0);
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', field, is);
		assert.equal(await address(['user:1'], field, was, 'first'), 0);
		assert.equal(await redis('HEXISTS', 'user:1', 'feed'), 0);
		for (const secret of ['first', 'second']) {
			assert.equal(await once(() =>
				address(['user:1'], field, is, secret)), 1);
			assert.equal(await redis('HGET', 'user:1', 'feed'), secret);
		}
		await redis('DEL', 'user:1');
	}
	assert.equal(await address(['user:1'], 'generation', '0', 'first'), 1);
});

const digestOf = script('timeline/feed_digest.lua');

test('feed_digest: in the place of that secret, and of no other', async () => {
	await digestOf(['user:1'], 'clear', 'digest');
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'feed', 'later');
	await digestOf(['user:1'], 'clear', 'digest');
	assert.equal(await redis('HGET', 'user:1', 'feed'), 'later');
	await once(() => digestOf(['user:1'], 'later', 'digest'));
	assert.equal(await redis('HGET', 'user:1', 'feed'), 'digest');
});

// ---- home timelines --------------------------------------------------------

const keys = ['posts:1', 'lock:{posts:1}'];
const held = () => redis('SET', 'lock:{posts:1}', 'mine', 'PX', 5000);

const store = script('timeline/rebuild_store.lua');

test('rebuild_store: whole, for a short time, and not over another', async () => {
	await held();
	assert.equal(await store(keys, 'mine', 90000, 60, 9, 8, 7), 1);
	assert.deepEqual(await list('posts:1'), ['9', '8', '7']);
	assert.equal(await redis('TTL', 'posts:1'), 60);
	assert.ok(await redis('PTTL', 'lock:{posts:1}') > 80000);
	await redis('EXPIRE', 'posts:1', 1000);
	assert.equal(await store(keys, 'mine', 90000, 60, 99), 0);
	assert.deepEqual(await list('posts:1'), ['9', '8', '7']);
	assert.equal(await redis('TTL', 'posts:1'), 1000);
	await redis('DEL', 'posts:1');
	assert.equal(await store(keys, 'mine', 5000, 60, ...numbers(1000, 1)), 1);
	assert.equal(await redis('LLEN', 'posts:1'), 1000);
});

const add = script('timeline/rebuild_add.lua');

test('rebuild_add: each in its place, and once', async () => {
	await held();
	await redis('RPUSH', 'posts:1', 9, 7, 5);
	assert.equal(await once(() => add(keys, 'mine', 1000, 11, 8, 7, 4)), 1);
	assert.deepEqual(await list('posts:1'), ['11', '9', '8', '7', '5', '4']);
	assert.equal(await add(keys, 'mine', 4, 10), 1);
	assert.deepEqual(await list('posts:1'), ['11', '10', '9', '8']);
	assert.equal(await add(keys, 'mine', 4), 1);
	await redis('DEL', 'posts:1');
	assert.equal(await add(keys, 'mine', 4, 10), 0);
	assert.equal(await redis('EXISTS', 'posts:1'), 0);
});

const mark = script('timeline/rebuild_mark.lua');

test('rebuild_mark: only in the place of +inf', async () => {
	assert.equal(await mark(['rebuilt'], 1, 50), 0);
	await redis('ZADD', 'rebuilt', '+inf', 1);
	assert.equal(await mark(['rebuilt'], 1, 50), 1);
	assert.equal(await mark(['rebuilt'], 1, 60), 0);
	assert.equal(await redis('ZSCORE', 'rebuilt', 1), '50');
	assert.equal(await redis('ZCARD', 'rebuilt'), 1);
});

const keepHome = script('timeline/home_keep.lua');

test('home_keep: a timeline lives on, but for one that is being made', async () => {
	const left = async () => {
		await keepHome(['posts:1'], 9000, 60);
		return Number(await redis('TTL', 'posts:1'));
	};

	assert.equal(await left(), -2);
	await redis('RPUSH', 'posts:1', 1);
	assert.ok(await left() > 8900);
	await redis('EXPIRE', 'posts:1', 5500);
	assert.ok(await left() <= 5500);
	await redis('EXPIRE', 'posts:1', 65);
	assert.ok(await left() > 8900);
	await redis('EXPIRE', 'posts:1', 60);
	assert.ok(await left() <= 60);
});

const end = script('timeline/rebuild_end.lua');

test('rebuild_end: the timeline lives, while memory is full, too', async () => {
	await held();
	await redis('RPUSH', 'posts:1', 9);
	await redis('EXPIRE', 'posts:1', 60);
	await end.full(['lock:{posts:1}', 'posts:1'], 'mine', 1000);
	assert.equal(await redis('TTL', 'posts:1'), 1000);
	assert.equal(await redis('EXISTS', 'lock:{posts:1}'), 0);
});

test('rebuild_…: nothing, once the lock is lost', async () => {
	const nothing = async (action) => {
		const before = await digest();

		assert.ok(!await action());
		assert.equal(await digest(), before);
	};

	for (const owner of [null, 'another']) {
		await redis('FLUSHALL');
		if (owner)
			await redis('SET', 'lock:{posts:1}', owner);
		await nothing(() => store(keys, 'mine', 5000, 60, 9));
		await redis('RPUSH', 'posts:1', 9);
		await nothing(() => add(keys, 'mine', 1000, 11));
		await nothing(() => end(['lock:{posts:1}', 'posts:1'], 'mine', 1000));
	}
});

// ---- adopting a database ---------------------------------------------------

const close = script('host/removal_close.lua');

test('removal_close: a mark in the place of the member', async () => {
	await redis('HSET', 'user:7', 'username', 'anna', 'auth', 'x', 'odd', 1);
	await once(() => close.full(['user:7'], 'anna'));
	assert.deepEqual(await redis('HGETALL', 'user:7'),
		['was_username', 'anna']);
	await redis('HSET', 'user:9', 'bio', 'late');
	for (const user of ['user:8', 'user:9'])
		await close([user], 'ben');
	assert.equal(await redis('EXISTS', 'user:8'), 0);
	assert.deepEqual(await redis('HGETALL', 'user:9'), ['bio', 'late']);
});

const reserve = script('member/reserved_add.lua');

test('reserved_add: once', async () => {
	await once(() => reserve.full(['reserved'], 'mark'));
	assert.deepEqual(await redis('SMEMBERS', 'reserved'), ['mark']);
});

const append = script('host/own_append.lua');

test('own_append: an older one behind all others, once', async () => {
	assert.equal(await once(() => append(['own:1'], 10)), 1);
	assert.equal(await append(['own:1'], 10), 0);
	assert.equal(await append(['own:1'], 11), 0);
	assert.equal(await append(['own:1'], 9), 1);
	assert.deepEqual(await list('own:1'), ['10', '9']);
});

const insert = script('host/own_insert.lua');

test('own_insert: right before the next older one, once', async () => {
	await redis('RPUSH', 'own:1', 10, 7, 5);
	assert.equal(await once(() => insert(['own:1'], 8, 7)), 1);
	assert.equal(await insert(['own:1'], 8, 7), 0);
	assert.equal(await insert(['own:1'], 10, 5), 0);
	// The older one has gone.
	assert.equal(await insert(['own:1'], 9, 6), 0);
	assert.deepEqual(await list('own:1'), ['10', '8', '7', '5']);
});

// ---- invitations -----------------------------------------------------------

const invite = 'invite:t';
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

const dropNewcomer = script('entry/newcomer_drop.lua');

test('newcomer_drop: only a hash with that password', async () => {
	await redis('HSET', 'user:1', 'username', 'alice', 'password', 'x');
	await dropNewcomer(['user:1'], 'y');
	await dropNewcomer(['user:2'], 'x');
	await dropNewcomer(['user:2'], '');
	assert.equal(await redis('HGET', 'user:1', 'username'), 'alice');
	await once(() => dropNewcomer.full(['user:1'], 'x'));
	assert.equal(await redis('EXISTS', 'user:1'), 0);
});

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
	// Whose it is stays, however often the form comes.
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

test('invite_unbind: what is its own, though memory is full', async () => {
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

test('invite_add: so many that work, and the old ones go', async () => {
	assert.equal(await once(() => addInvite(['invites:1'], 'a', 100, 10, 2,
		1)), 1);
	assert.equal(await addInvite(['invites:1'], 'b', 200, 10, 2, 1), 1);
	assert.equal(await addInvite(['invites:1'], 'c', 300, 10, 2, 1), 0);
	assert.equal(await addInvite(['invites:1'], 'c', 300, 100, 2, 99), 1);
	assert.equal(await addInvite(['invites:1'], 'd', 400, 300, 2, 200), 1);
	assert.deepEqual(await redis('ZRANGE', 'invites:1', 0, -1), ['c', 'd']);
});

// ---- where a member was ----------------------------------------------------

const familiar = script('member/familiar_note.lua');
const known = 'known:1';

function visit(day, address, browser, most = 4) {
	return familiar([known], most, day, 1000, address, day + 30, browser,
		day + 365);
}

test('familiar_note: where a member was, and until when', async () => {
	await once(() => visit(20000, 'home', 'fox'));
	assert.deepEqual(await redis('HGETALL', known),
		['home', '20000 20030', 'fox', '20000 20365']);
	assert.equal(await redis('TTL', known), 1000);
	await visit(20001, 'home', 'other');
	assert.deepEqual(await redis('HGETALL', known), ['fox', '20000 20365',
		'home', '20001 20031', 'other', '20001 20366']);
});

test('familiar_note: those of long ago go, and what is no entry', async () => {
	await visit(20000, 'home', 'fox');
	await redis('HSET', known, 'odd', 'x', 'future', '1 99999999');
	await visit(20030, 'road', 'fox');
	assert.deepEqual(await redis('HKEYS', known), ['future', 'road', 'fox']);
});

test('familiar_note: the oldest go, and of a day the first', async () => {
	await visit(20000, 'a', 'one');
	await visit(20001, 'b', 'two');
	await visit(20001, 'c', 'one');
	assert.deepEqual(await redis('HKEYS', known), ['b', 'two', 'c', 'one']);
	await visit(20001, 'b', 'three');
	assert.deepEqual(await redis('HKEYS', known), ['c', 'one', 'b', 'three']);
	await visit(20002, 'd', 'four', 50);
	assert.equal(await redis('HLEN', known), 6);
	await visit(20002, 'd', 'four', 2);
	assert.deepEqual(await redis('HKEYS', known), ['d', 'four']);
});

// ---- the hosts' time zone --------------------------------------------------

const tellZone = script('host/zone_tell.lua');

test('zone_tell: the first one stays, and the time is told', async () => {
	await once(() => tellZone(['zone'], '+0100/+0200'));
	const before = Date.now() / 1000;
	const [seconds, microseconds, zone] = await tellZone(['zone'], 'other');

	assert.ok(Math.abs(before - seconds) < 5, `${seconds}`);
	assert.match(microseconds, /^\d{1,6}$/);
	assert.equal(zone, '+0100/+0200');
	assert.equal(await redis('GET', 'zone'), '+0100/+0200');
});
