// The scripts of members, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, digest } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- notices ---------------------------------------------------------------

const tell = script('member/notice_tell.lua');
const key = 'notices:1';

function notices() {
	return redis('ZRANGE', key, 0, -1, 'WITHSCORES');
}

test('notice_add: above all others, once, and above the mark', async () => {
	await once(() => tell([key], 'like 7 2', 1000, 200, 'seen'));
	assert.deepEqual(await notices(), ['seen', '0', 'like 7 2', '1000']);
	await redis('ZADD', key, 1000, 'seen');
	await tell([key], 'follow 0 3', 2000, 200, 'seen');
	await tell([key], 'like 7 2', 3000, 200, 'seen');
	assert.deepEqual(await notices(), ['like 7 2', '1000', 'seen', '1000',
		'follow 0 3', '2000']);
});

test('notice_add: not beside another one of the same', async () => {
	await redis('ZADD', key, 1000, 'reply 7 2');
	await tell([key], 'mention 7 2', 2000, 200, 'seen', 'other 7 2',
		'reply 7 2');
	assert.deepEqual(await notices(), ['reply 7 2', '1000']);
	await tell([key], 'mention 8 2', 2000, 200, 'seen', 'reply 8 2');
	assert.deepEqual(await notices(), ['seen', '0', 'reply 7 2', '1000',
		'mention 8 2', '2000']);
});

test('notice_add: a slow clock puts nothing below the mark', async () => {
	await redis('ZADD', key, 5000, 'seen');
	await tell([key], 'like 7 2', 1000, 200, 'seen');
	assert.deepEqual(await notices(), ['seen', '5000', 'like 7 2', '5001']);
});

test('notice_add: the newest are kept, and so is the mark', async () => {
	for (const id of [1, 2, 3, 4, 5])
		await tell([key], `like ${id} 2`, 1000 + id, 3, 'seen');
	assert.deepEqual(await notices(), ['seen', '0', 'like 3 2', '1003',
		'like 4 2', '1004', 'like 5 2', '1005']);
});

const drop = script('member/notice_drop.lua');

test('notice_drop: whatever is about that post', async () => {
	await redis('ZADD', key, 1, 'like 7 2', 2, 'reply 7 3', 3, 'like 77 2',
		4, 'like 2 7', 5, 'follow 0 7', 6, 'seen');
	await once(() => drop.full([key], '^%a+ 7 '));
	assert.deepEqual(await redis('ZRANGE', key, 0, -1),
		['like 77 2', 'like 2 7', 'follow 0 7', 'seen']);
	await drop(['notices:2'], '^%a+ 7 ');
	assert.equal(await redis('EXISTS', 'notices:2'), 0);
});

test('notice_drop: whatever is of that kind', async () => {
	await redis('ZADD', key, 1, 'ask 0 3', 2, 'asked 0 3', 3, 'reply 7 3', 4,
		'ask 0 4', 5, 'seen', 6, 'ask');
	await once(() => drop.full([key], '^ask '));
	assert.deepEqual(await redis('ZRANGE', key, 0, -1),
		['asked 0 3', 'reply 7 3', 'seen', 'ask']);
	await drop(['notices:2'], '^ask ');
	assert.equal(await redis('EXISTS', 'notices:2'), 0);
});

test('notice_drop: whatever matches one of several patterns', async () => {
	await redis('ZADD', key, 1, 'like 7 3', 2, 'reply 8 3', 3, 'like 7 33',
		4, 'reset 0 3', 5, 'reply 3 4', 6, 'seen');
	await once(() => drop.full([key], '^like %d+ 3$', '^reply %d+ 3$'));
	assert.deepEqual(await redis('ZRANGE', key, 0, -1),
		['like 7 33', 'reset 0 3', 'reply 3 4', 'seen']);
});

const retract = script('member/notice_retract.lua');

test('notice_retract: only what was not read', async () => {
	await redis('ZADD', key, 1, 'mention 7 3', 2, 'seen', 3, 'mention 8 3');
	await once(() => retract.full([key], 'mention 7 3', 'seen'));
	await once(() => retract.full([key], 'mention 8 3', 'seen'));
	await retract([key], 'mention 9 3', 'seen');
	assert.deepEqual(await redis('ZRANGE', key, 0, -1),
		['mention 7 3', 'seen']);
	await redis('ZREM', key, 'seen');
	await retract([key], 'mention 7 3', 'seen');
	assert.equal(await redis('EXISTS', key), 0);
});

// ---- muting and blocking ---------------------------------------------------

const set = script('member/quiet_set.lua');
const end = script('member/quiet_end.lua');
const list = 'quiet:1';
const entries = () => redis('ZRANGE', list, 0, -1, 'WITHSCORES');

test('quiet_set: a block replaces a mute, and nothing replaces a block', async () => {
	assert.equal(await set([list], 7, 1000, 200), '1000');
	assert.equal(await set([list], 7, 2000, 200), '1000');
	assert.deepEqual(await entries(), ['7', '1000']);
	assert.equal(await set([list], 7, -3000, 200), '-3000');
	await once(() => set([list], 7, 4000, 200));
	assert.equal(await set([list], 7, 4000, 200), '-3000');
	assert.equal(await set([list], 7, -5000, 200), '-3000');
	assert.deepEqual(await entries(), ['7', '-3000']);
});

test('quiet_set: as many of each kind as there is room for', async () => {
	for (const [id, score] of [[2, 10], [3, 11], [4, -12], [5, -13]])
		assert.equal(await set([list], id, score, 2), `${score}`);
	for (const score of [20, -20])
		assert.equal(await set([list], 6, score, 2), null);
	assert.equal(await redis('ZCARD', list), 4);
	// Those that are there still have their answer.
	assert.equal(await set([list], 2, 30, 2), '10');
	await end([list], 3, 'mute');
	assert.equal(await set([list], 6, 20, 2), '20');
});

test('quiet_end: only what is of that kind', async () => {
	await redis('ZADD', list, 1000, 7, -1000, 8);
	assert.equal(await end([list], 7, 'block'), 1);
	assert.equal(await end([list], 8, 'mute'), 1);
	assert.equal(await redis('ZCARD', list), 2);
	await once(() => end.full([list], 7, 'mute'));
	assert.equal(await end([list], 7, 'mute'), 0);
	assert.equal(await end.full([list], 8, 'block'), 0);
	assert.equal(await redis('EXISTS', list), 0);
});

// ---- the last visit --------------------------------------------------------

const keep = script('member/last_visit_keep.lua');

test('last_visit_store: the day, if the member exists and wants it', async () => {
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

test('renew: everything that the old password opened is closed', async () => {
	for (const [old, secret] of [['', ''], ['$old', 'fresh']]) {
		assert.equal(await renew(['user:1'], old, '$new', secret), 0);
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', 'username', 'anna', 'password',
			'$old', 'auth', 'stolen', 'feed', 'known', 'calendar', 'known',
			'reset', 'ab 7', 'generation', 4);
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

const setField = script('member/user_field_set.lua');

test('user_field_set: a value, and which was there before', async () => {
	assert.equal(await setField(['user:1'], 'display', 'Anna'), null);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna');
	assert.equal(await setField(['user:1'], 'display', 'Anna B'), '');
	assert.equal(await setField(['user:1'], 'display', 'Anna C'), 'Anna B');
	assert.equal(await redis('HGET', 'user:1', 'display'), 'Anna C');
	assert.equal(await once(() => setField(['user:1'], 'face', 'b')), '');
	assert.equal(await redis('HGET', 'user:1', 'face'), 'b');
	assert.equal(await setField(['user:1'], 'face', ''), 'b');
	assert.equal(await setField(['user:1'], 'face', ''), '');
	assert.equal(await once(() => setField(['user:1'], 'display', '')), 'Anna C');
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna']);
});

const link = script('member/reset_begin.lua');

test('reset_begin: the newest link, if the member exists', async () => {
	assert.equal(await link(['user:1'], 'ab 7', '55'), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna');
	for (const [note, token] of [['ab 7', '55'], ['cd 8', '66']]) {
		assert.equal(await link(['user:1'], note, token), 1);
		assert.equal(await redis('HGET', 'user:1', 'reset'), note);
	}
	assert.equal(await redis('HGET', 'user:1', 'acted'), '66 55 ');
});

const reset = script('member/reset.lua');

test('reset: once, in time, even while memory is full', async () => {
	const is = ['username', 'anna', 'password', '$old', 'auth', 'stolen',
		'feed', 'known', 'calendar', 'known', 'reset', 'ab 100'];

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

test('auth_end: a new generation, even while memory is full', async () => {
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

const leave = script('member/hosts_remove.lua');

test('hosts_remove: not the last one, even while memory is full', async () => {
	assert.equal(await leave(['hosts'], 1), 1);
	await redis('SADD', 'hosts', 1, 2);
	assert.equal(await leave(['hosts'], 3), 1);
	assert.equal(await once(() => leave.full(['hosts'], 1)), 1);
	assert.equal(await leave(['hosts'], 2), 0);
	assert.deepEqual(await redis('SMEMBERS', 'hosts'), ['2']);
});

const suspend = script('member/suspended_add.lua');

test('suspended_add: since the first time, even while memory is full', async () => {
	await suspend.full(['suspended'], 5, 1);
	await suspend(['suspended'], 9, 1);
	await suspend(['suspended'], 9, 2);
	assert.deepEqual(await redis('ZRANGE', 'suspended', 0, -1, 'WITHSCORES'),
		['1', '5', '2', '9']);
});

const stand = script('member/standing_set.lua');

test('standing_set: if the member exists, even while memory is full',
	async () => {
		assert.equal(await stand(['user:1'], 'stopped', '5', '5 2', 'host'),
			'gone');
		assert.equal(await stand(['user:1'], '', '5', '', 'host'), 'gone');
		assert.equal(await redis('EXISTS', 'user:1'), 0);
		await redis('HSET', 'user:1', 'username', 'anna');
		assert.equal(await stand.full(['user:1'], 'stopped', '5', '5 2', 'host'),
			'done');
		assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna',
			'standing', 'stopped', 'suspended', '5 2', 'acted', '5 ']);
		assert.equal(await stand(['user:1'], 'stopped', '6', '6 3', 'host'),
			'same');
		assert.equal(await redis('HGET', 'user:1', 'suspended'), '5 2');
		assert.equal(await stand.full(['user:1'], '', '7', '', 'host'), 'done');
		assert.deepEqual(await redis('HGETALL', 'user:1'),
			['username', 'anna', 'acted', '7 5 ']);
		await redis('HSET', 'user:1', 'standing', 'waiting');
		assert.equal(await stand(['user:1'], '', '8', '', 'host'), 'gone');
		assert.equal(await redis('HGET', 'user:1', 'standing'), 'waiting');
	});

test('standing_set: a moderator suspends members, and takes that back',
	async () => {
		const moderator = (standing) => stand(['user:1'], standing, '9',
			standing === 'stopped' ? '9 2 moderator 0 why' : '', 'moderator');

		for (const now of ['host', 'moderator', 'king']) {
			await redis('HSET', 'user:1', 'username', 'anna', 'standing', now);
			for (const to of ['', 'stopped', 'host', 'moderator'])
				assert.equal(await moderator(to), 'denied', `${now} ${to}`);
		}
		await redis('HDEL', 'user:1', 'standing');
		for (const to of ['host', 'moderator'])
			assert.equal(await moderator(to), 'denied', to);
		assert.equal(await moderator('stopped'), 'done');
		assert.equal(await moderator(''), 'done');
		for (const by of ['7 1 host 0 why', '', '7 moderator moderator'])
			assert.equal(await redis('HSET', 'user:1', 'standing', 'stopped',
				'suspended', by).then(() => moderator('')), 'denied', by);
	});

const suspensionEnd = script('member/suspension_end.lua');

test('suspension_end: only that one', async () => {
	assert.equal(await suspensionEnd(['user:1'], '5'), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	for (const is of [['standing', 'host', 'suspended', '5 2 host 9 why'],
		['standing', 'stopped'],
		['standing', 'stopped', 'suspended', '55 2 host 9 why']]) {
		await redis('DEL', 'user:1');
		await redis('HSET', 'user:1', ...is);
		assert.equal(await suspensionEnd(['user:1'], '5'), 0);
		assert.deepEqual(await redis('HGETALL', 'user:1'), is);
	}
	assert.equal(await suspensionEnd.full(['user:1'], '55'), 1);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
});

const reserve = script('member/reserved_add.lua');

test('reserved_add: once', async () => {
	await once(() => reserve.full(['reserved'], 'mark'));
	assert.deepEqual(await redis('SMEMBERS', 'reserved'), ['mark']);
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
const oldest = '2026-08-25';

test('device_add: up to the limit, including the newest', async () => {
	for (const [digest, entry] of [['a', '1 2026-11-03 a'],
		['b', '1 2026-11-01 b'], ['c', '1 2026-11-03 c']])
		await once(() => note([sessions], digest, entry, 3, oldest));
	assert.deepEqual(await redis('HKEYS', sessions), ['a', 'b', 'c']);
	await note([sessions], 'd', '1 2026-11-01 d', 3, oldest);
	assert.deepEqual(await redis('HKEYS', sessions), ['a', 'c', 'd']);
	// Of those that were last used on the same day, the one that was
	// created first.
	await note([sessions], 'c', '1 2026-11-03 again', 3, oldest);
	await note([sessions], 'e', '1 2026-11-01 e', 3, oldest);
	assert.deepEqual(await redis('HKEYS', sessions), ['a', 'c', 'e']);
	await note([sessions], 'f', '1 2026-11-03 f', 3, oldest);
	await note([sessions], 'g', '1 2026-11-03 g', 3, oldest);
	assert.deepEqual(await redis('HGETALL', sessions), ['c',
		'1 2026-11-03 again', 'f', '1 2026-11-03 f', 'g',
		'1 2026-11-03 g']);
});

test('device_add: those of an older generation go first', async () => {
	await redis('HSET', sessions, 'a', '1 2026-11-20 a', 'b',
		'2 2026-11-01 b', 'c', 'no entry at all');
	await note([sessions], 'd', '2 2026-11-01 d', 2, oldest);
	assert.deepEqual(await redis('HKEYS', sessions), ['b', 'd']);
});

test('device_add: those that were not used for long are deleted', async () => {
	await redis('HSET', sessions, 'a', '1 2026-08-24 a', 'b',
		'1 2026-08-25 b', 'c', '1 2026-12-24 from a wrong clock');
	await once(() => note([sessions], 'd', '1 2026-08-01 d', 20, oldest));
	assert.deepEqual(await redis('HKEYS', sessions), ['b', 'c', 'd']);
	await note([sessions], 'e', '1 2026-08-01 e', 20, '');
	assert.deepEqual(await redis('HKEYS', sessions), ['b', 'c', 'd', 'e']);
});

test('device_add: a full hash is one small piece of memory', async () => {
	for (let i = 0; i < 21; i++)
		await note([sessions], await digest(`${i}`),
			`18446744073709551615 2026-11-24 ${'x'.repeat(32)}`, 20, oldest);
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

// ---- places of sign-in ------------------------------------------------------

const familiar = script('member/known_places_note.lua');
const known = 'known:1';

function visit(day, address, browser, most = 4) {
	return familiar([known], most, day, 1000, address, day + 30, browser,
		day + 365);
}

test('familiar_note: where a member has been, and until when', async () => {
	await once(() => visit(20000, 'home', 'fox'));
	assert.deepEqual(await redis('HGETALL', known),
		['home', '20000 20030', 'fox', '20000 20365']);
	assert.equal(await redis('TTL', known), 1000);
	await visit(20001, 'home', 'other');
	assert.deepEqual(await redis('HGETALL', known), ['fox', '20000 20365',
		'home', '20001 20031', 'other', '20001 20366']);
});

test('familiar_note: old entries are removed, and invalid ones', async () => {
	await visit(20000, 'home', 'fox');
	await redis('HSET', known, 'odd', 'x', 'future', '1 99999999');
	await visit(20030, 'road', 'fox');
	assert.deepEqual(await redis('HKEYS', known), ['future', 'road', 'fox']);
});

test('familiar_note: the oldest are removed, and of one day the first', async () => {
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

// ---- two-step sign-in ------------------------------------------------------

const begin = script('member/two_step_begin.lua');
const on = script('member/two_step_on.lua');
const use = script('member/totp_use.lua');
const spare = script('member/spare_use.lua');
const renewSpare = script('member/spare_renew.lua');
const alice = 'user:1';

test('two_step_begin: for a member who has it off', async () => {
	assert.equal(await begin([alice], '9 one'), 0);
	assert.equal(await redis('EXISTS', alice), 0);
	await redis('HSET', alice, 'username', 'alice');
	await once(() => begin([alice], '9 one'));
	assert.equal(await begin([alice], '9 two'), 1);
	assert.equal(await redis('HGET', alice, 'totp_new'), '9 two');
	await redis('HSET', alice, 'totp', 'secret');
	assert.equal(await begin([alice], '9 three'), 2);
	assert.equal(await redis('HGET', alice, 'totp_new'), '9 two');
});

test('two_step_on: once, and with the secret that was shown last', async () => {
	await redis('HSET', alice, 'username', 'alice', 'totp_new', '9 two');
	assert.equal(await on([alice], '9 one', 'one', 7, 'a b'), 0);
	assert.equal(await redis('HEXISTS', alice, 'totp'), 0);
	assert.equal(await on([alice], '9 two', 'two', 7, 'a b'), 1);
	const is = ['two', '7', 'a b', null];
	const fields = ['totp', 'totp_last', 'totp_spare', 'totp_new'];

	assert.deepEqual(await redis('HMGET', alice, ...fields), is);
	assert.equal(await on([alice], '9 two', 'two', 8, 'c d'), 0);
	await redis('HSET', alice, 'totp_new', '9 two');
	assert.equal(await on([alice], '9 two', 'two', 8, 'c d'), 0);
	assert.deepEqual((await redis('HMGET', alice, ...fields)).slice(0, 3),
		is.slice(0, 3));
});

test('totp_use: each step once, in their order, of that secret', async () => {
	await redis('HSET', alice, 'totp', 'secret', 'totp_last', 7);
	assert.equal(await use([alice], 'another', 9), 0);
	assert.equal(await use([alice], 'secret', 6), 0);
	assert.equal(await use([alice], 'secret', 7), 0);
	assert.equal(await use([alice], 'secret', 9), 1);
	assert.equal(await use([alice], 'secret', 9), 0);
	assert.equal(await use([alice], 'secret', 8), 0);
	assert.equal(await redis('HGET', alice, 'totp_last'), '9');
	await redis('HDEL', alice, 'totp');
	assert.equal(await use([alice], 'secret', 10), 0);
	assert.equal(await use(['user:2'], 'secret', 10), 0);
	assert.equal(await redis('EXISTS', 'user:2'), 0);
	await redis('HSET', 'user:3', 'totp', 'secret');
	assert.equal(await use(['user:3'], 'secret', 1), 1, 'without a last one');
});

test('spare_use: each once, whole, and the others are kept', async () => {
	await redis('HSET', alice, 'totp_spare', 'aa bb cc');
	for (const wrong of ['', 'a', 'aa bb', 'dd'])
		assert.equal(await spare([alice], wrong), 0);
	assert.equal(await spare([alice], 'bb'), 1);
	assert.equal(await spare([alice], 'bb'), 0);
	assert.equal(await redis('HGET', alice, 'totp_spare'), 'aa cc');
	assert.equal(await spare([alice], 'cc'), 1);
	assert.equal(await spare([alice], 'aa'), 1);
	assert.equal(await redis('HGET', alice, 'totp_spare'), '');
	assert.equal(await spare(['user:2'], 'aa'), 0);
	assert.equal(await redis('EXISTS', 'user:2'), 0);
});

test('spare_renew: while it is on', async () => {
	await redis('HSET', alice, 'username', 'alice');
	assert.equal(await renewSpare([alice], 'a b'), 0);
	assert.equal(await redis('HEXISTS', alice, 'totp_spare'), 0);
	await redis('HSET', alice, 'totp', 'secret');
	assert.equal(await renewSpare([alice], 'a b'), 1);
	assert.equal(await redis('HGET', alice, 'totp_spare'), 'a b');
});
