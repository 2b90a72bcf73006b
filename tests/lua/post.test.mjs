// The scripts of posts, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list, numbers } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

// ---- lists -----------------------------------------------------------------

const push = script('post/push.lua');

test('push: the newest comes first, an older one to its place', async () => {
	await redis('RPUSH', 'own:1', 9, 5);
	for (const [id, all] of [[12, '12 9 5'], [7, '12 9 7 5'],
		[3, '12 9 7 5 3']]) {
		await once(() => push(['own:1'], id, 0, 32));
		assert.equal((await list('own:1')).join(' '), all);
	}
});

test('push: it begins a list, unless that must be there', async () => {
	await push(['posts:1'], 7, 1000, 1000, 'there');
	assert.equal(await redis('EXISTS', 'posts:1'), 0);
	await push(['posts:1'], 7, 1000, 1000);
	await push(['posts:1'], 8, 1000, 1000, 'there');
	assert.deepEqual(await list('posts:1'), ['8', '7']);
});

test('push: the list is trimmed to its limit', async () => {
	await redis('RPUSH', 'timeline', 5, 4, 3);
	await push(['timeline'], 6, 3, 32);
	assert.deepEqual(await list('timeline'), ['6', '5', '4']);
	await push(['timeline'], 2, 3, 32);
	assert.deepEqual(await list('timeline'), ['6', '5', '4']);
	await push(['timeline'], 7, 0, 32);
	assert.equal(await redis('LLEN', 'timeline'), 4);
});

test('push: how deep it looks for what is there', async () => {
	// Out of order, and below the first two.
	await redis('RPUSH', 'own:1', 3, 2, 9);
	await push(['own:1'], 9, 0, 3);
	assert.equal(await redis('LLEN', 'own:1'), 3);
	await push(['own:1'], 9, 0, 2);
	assert.equal(await redis('LLEN', 'own:1'), 4);
	// If all of them are newer, it looks a thousand entries deep.
	await redis('DEL', 'own:1');
	await redis('RPUSH', 'own:1', ...numbers(2000, 1001));
	await push(['own:1'], 1001, 0, 64);
	assert.equal(await redis('LLEN', 'own:1'), 1000);
	// And the place of a post that all others have overtaken is that deep.
	await redis('DEL', 'own:1');
	await redis('RPUSH', 'own:1', ...numbers(2999, 2001), 10);
	await push(['own:1'], 11, 0, 64);
	assert.deepEqual(await redis('LRANGE', 'own:1', -2, -1), ['11', '10']);
	// Ids are compared as numbers: 10 is greater than 9.
	await redis('DEL', 'own:1');
	await redis('RPUSH', 'own:1', 9);
	await push(['own:1'], 10, 0, 64);
	assert.deepEqual(await list('own:1'), ['10', '9']);
});

test('push: it looks no further than it has to', async () => {
	const looked = async (...args) => {
		await redis('CONFIG', 'RESETSTAT');
		await push(['own:1'], ...args);
		const stats = await redis('INFO', 'commandstats');

		return stats.match(/cmdstat_(?:lpos|lrange):calls=\d+/g).map((line) =>
			line.replace('cmdstat_', '').replace(':calls=', ' ')).sort();
	};

	await redis('RPUSH', 'own:1', ...numbers(1200, 201));
	assert.deepEqual(await looked(1201, 0, 64), ['lpos 1']);
	// Three have overtaken it; its place is near.
	await redis('LPUSH', 'own:1', 1203, 1204, 1205);
	assert.deepEqual(await looked(1202, 0, 64), ['lpos 1', 'lrange 1']);
	assert.deepEqual(await redis('LRANGE', 'own:1', 0, 4),
		['1205', '1204', '1203', '1202', '1201']);
	// All the near ones have overtaken it.
	assert.deepEqual(await looked(1100, 0, 64), ['lpos 2', 'lrange 1']);
	assert.deepEqual(await looked(150, 0, 1000), ['lpos 1', 'lrange 1']);
});

test('push: in a sorted list a smaller head is proof enough', async () => {
	const sorted = (id) => push(['own:1'], id, 0, 2, 'sorted');

	for (const id of [3, 9, 7, 9, 7, 3])
		await sorted(id);
	assert.deepEqual(await list('own:1'), ['9', '7', '3']);
	await redis('CONFIG', 'RESETSTAT');
	await sorted(10);
	assert.doesNotMatch(await redis('INFO', 'commandstats'), /lpos|lrange/);
	assert.deepEqual(await list('own:1'), ['10', '9', '7', '3']);
});

const after = script('post/list_after.lua');

test('list_after: after a post, wherever it has moved to', async () => {
	await redis('RPUSH', 'own:1', ...numbers(30, 1));
	const page = (mark, first, room = 1000) =>
		after(['own:1'], mark, first, first + 2, room);

	assert.deepEqual(await page(21, 10), ['10', '20', '19', '18']);
	await redis('LPUSH', 'own:1', 31, 32);
	assert.deepEqual(await page(21, 10), ['12', '20', '19', '18']);
	assert.deepEqual(await page(1, 30), ['32']);
	assert.deepEqual(await page(21, 10, 2), ['12', '20', '19', '18']);
	// Too far away: it is put at the given place, since everything around
	// that is newer.
	assert.deepEqual(await page(15, 10, 2), ['10', '22', '21', '20']);
});

test('list_after: after a post that is gone', async () => {
	await redis('RPUSH', 'own:1', 9, 8, 6, 5, 4);
	const page = (mark, first, room = 1000) =>
		after(['own:1'], mark, first, first + 1, room);

	assert.deepEqual(await page(7, 3), ['2', '6', '5']);
	assert.deepEqual(await page(7, 0), ['2', '6', '5']);
	// Nothing is older, or not near enough: it is put at the given place.
	assert.deepEqual(await page(2, 3), ['3', '5', '4']);
	assert.deepEqual(await page(7, 4, 1), ['3', '5', '4']);
	assert.deepEqual(await page(7, 0, 1), ['0', '9', '8']);
	// There is no place at all: entries exist only after the post itself.
	assert.deepEqual(await after(['own:1'], 7, 1e12, 1e12 + 1, 1000),
		['1000000000000']);
	assert.deepEqual(await after(['own:2'], 7, 0, 1, 1000), ['0']);
	assert.equal(await redis('EXISTS', 'own:2'), 0);
});

const below = script('post/set_after.lua');

test('set_after: after an entry, or at a place if that is gone', async () => {
	const page = (...args) => below(['saved:1'], ...args);

	for (let i = 1; i <= 9; i++)
		await redis('ZADD', 'saved:1', 10 - i, i);
	assert.deepEqual(await once(() => page(3, 0, 1)), ['3', '4', '5']);
	assert.deepEqual(await page(9, 4, 6), ['9']);
	assert.deepEqual(await page(77, 4, 6), ['4', '5', '6', '7']);
	assert.deepEqual(await page(77, '999999999999999999', '1000000000000000009'),
		['999999999999999999']);
	await redis('DEL', 'saved:1');
	assert.deepEqual(await page(3, 0, 9), ['0']);
});

const announced = script('post/announced_ids.lua');

test('announced_ids: the ids of entries with a time', async () => {
	const page = (...args) => announced(['announcements'], ...args);

	assert.deepEqual(await page(0, 9), []);
	await redis('ZADD', 'announcements', 5, '12 1764000000', 7, '3 1764000001',
		6, '700 1', 1, 'x');
	assert.deepEqual(await once(() => page(0, 1)), ['3', '700']);
	assert.deepEqual(await page(2, 9), ['12', '0']);
	await redis('DEL', 'announcements');
});

// ---- pinned posts ----------------------------------------------------------

const pin = script('post/pin_set.lua');
const unpin = script('post/pin_drop.lua');

test('pin_set: in place of the one before, if the member exists', async () => {
	assert.equal(await pin(['user:1'], 7), 0);
	assert.equal(await redis('EXISTS', 'user:1'), 0);
	await redis('HSET', 'user:1', 'username', 'anna');
	for (const id of [7, 8])
		assert.equal(await once(() => pin(['user:1'], id)), 1);
	assert.equal(await redis('HGET', 'user:1', 'pinned'), '8');
});

test('pin_drop: that one alone, even while memory is full', async () => {
	await redis('HSET', 'user:1', 'username', 'anna', 'pinned', 8);
	await unpin(['user:1'], 7);
	assert.equal(await redis('HGET', 'user:1', 'pinned'), '8');
	await once(() => unpin.full(['user:1'], 8));
	assert.deepEqual(await redis('HGETALL', 'user:1'), ['username', 'anna']);
	await unpin(['user:2'], 8);
	assert.equal(await redis('EXISTS', 'user:2'), 0);
});

const append = script('post/thread_append.lua');

test('thread_append: at the end, once', async () => {
	await once(() => append(['replies:1'], 5, 64));
	await once(() => append(['replies:1'], 4, 64));
	await append(['replies:1'], 5, 64);
	assert.deepEqual(await list('replies:1'), ['5', '4']);
	// It searches the last thousand entries, if it is told to.
	await redis('RPUSH', 'replies:1', ...numbers(2000, 1002));
	await append(['replies:1'], 4, 1000);
	assert.equal(await redis('LLEN', 'replies:1'), 1001);
	await append(['replies:1'], 5, 1000);
	assert.equal(await redis('LLEN', 'replies:1'), 1002);
	await append(['replies:1'], 1500, 64);
	assert.equal(await redis('LLEN', 'replies:1'), 1003);
});

const around = script('post/thread_around.lua');

test('thread_around: before and after a reply, or the first ones', async () => {
	const read = (id, before, behind, first) =>
		around(['replies:1'], id, before, behind, first);

	await redis('DEL', 'replies:1');
	await redis('RPUSH', 'replies:1', ...numbers(20, 11));
	assert.deepEqual(await read(15, 2, 1, 5), ['17', '16', '15', '14']);
	assert.deepEqual(await read(20, 2, 1, 5), ['20', '19']);
	assert.deepEqual(await read(11, 1, 9, 5), ['12', '11']);
	assert.deepEqual(await read(99, 2, 1, 3), ['20', '19', '18']);
	assert.deepEqual(await around(['replies:2'], 15, 2, 1, 3), []);
	// A list of a million is not searched to its end.
	await redis('EVAL', "for i = 1, 100000 do redis.call('RPUSH', KEYS[1], " +
		"1) end redis.call('RPUSH', KEYS[1], 7, 8)", 1, 'replies:2');
	assert.deepEqual(await around(['replies:2'], 7, 1, 1, 2), ['1', '1']);
	await redis('LPOP', 'replies:2');
	assert.deepEqual(await around(['replies:2'], 7, 1, 1, 2), ['1', '7', '8']);
});

// ---- the post itself -------------------------------------------------------

const store = script('post/store_once.lua');

test('store_once: the fields that are not empty, once', async () => {
	const fields = ['body', 'user_id', 1, 'time', 1700000000,
		'body', 'hello', 'mentions', ''];

	assert.equal(await once(() => store(['post:7'], ...fields)),
		'1700000000');
	assert.deepEqual(await redis('HGETALL', 'post:7'),
		['user_id', '1', 'time', '1700000000', 'body', 'hello']);
	// At any other time the post goes first, and has that time.
	assert.equal(await store(['post:7'], 'body', 'user_id', 1, 'time',
		1800000000, 'body', 'hello'), '1700000000');
	assert.equal(await redis('HGET', 'post:7', 'time'), '1700000000');
	await redis('HDEL', 'post:7', 'time');
	assert.equal(await store(['post:7'], ...fields), 1);
});

test('store_once: not over a key that is not a post', async () => {
	await redis('SET', 'post:7', 'text');
	assert.equal(await store(['post:7'], 'body', 'user_id', 1), -1);
	assert.equal(await redis('GET', 'post:7'), 'text');
	await redis('DEL', 'post:7');
	await assert.rejects(store.full(['post:7'], 'body', 'user_id', 1), /OOM/);
});

test('store_once: not over somebody else\'s, or another of one\'s own', async () => {
	await redis('HSET', 'post:7', 'user_id', 1, 'time', 5, 'body', 'hello',
		'repost_of', 3);
	const before = await redis('HGETALL', 'post:7');

	for (const [same, user_id, body, repost_of, answer] of [
		['body', 2, 'hello', 3, -1], ['body', 1, 'other', 3, -1],
		['repost_of', 1, 'hello', 4, -1], ['repost_of', 1, 'other', 3, '5'],
		['body', 1, 'hello', 4, '5']]) {
		assert.equal(await store(['post:7'], same, 'user_id', user_id,
			'time', 6, 'body', body, 'repost_of', repost_of), answer);
		assert.deepEqual(await redis('HGETALL', 'post:7'), before);
	}
});

test('store_once: one that was corrected is the same post', async () => {
	await redis('HSET', 'post:7', 'user_id', 1, 'time', 5, 'body', 'right',
		'edits', 1);
	const form = (user, body, mentions) => store(['post:7'], 'body',
		'user_id', user, 'time', 6, 'body', body, 'mentions', mentions);
	const before = () => redis('HMGET', 'post:7', 'body', 'before',
		'before_mentions');

	assert.equal(await form(2, 'wrong', ''), -1);
	assert.equal(await form(1, 'right', ''), '5');
	assert.deepEqual(await before(), ['right', null, null]);
	// What is about to follow from the form can be taken back.
	assert.equal(await once(() => form(1, 'wrong', 'ben')), '5');
	await once(() => form(1, 'bad', ''));
	assert.deepEqual(await before(), ['right', 'wrong\x1fbad', 'ben']);
	await redis('HSET', 'post:7', 'before', '');
	await form(1, 'wrong', '');
	assert.deepEqual(await before(), ['right', 'wrong', 'ben']);
	assert.equal(await store(['post:7'], 'repost_of', 'user_id', 1, 'time', 6,
		'repost_of', 3), -1);
});

const edit = script('post/edit.lua');

// {word, and the hash afterwards}
async function edited({ author = 1, version = 0, oldest = 5, now = 9,
	body = 'new', mentions = '', most = 3, pictures = '' } = {}) {
	const word = await edit(['post:7'], author, version, oldest, now, body,
		mentions, most, pictures);

	return [word, Object.fromEntries(pairs(await redis('HGETALL', 'post:7')))];
}

function pairs(flat) {
	return flat.flatMap((field, i) => i % 2 ? [] : [[field, flat[i + 1]]]);
}

test('edit: text, mentions and version together', async () => {
	await redis('HSET', 'post:7', 'user_id', 1, 'time', 5, 'body', 'old',
		'mentions', 'ben');
	const post = { user_id: '1', time: '5', edited: '9', before: 'old',
		before_mentions: 'ben' };

	assert.deepEqual(await edited(), ['done', { ...post, body: 'new',
		edits: '1' }]);
	assert.deepEqual(await edited(), ['same', { ...post, body: 'new',
		edits: '1' }]);
	assert.deepEqual(await edited({ version: 1, body: 'newer', now: 10,
		mentions: 'cleo ann' }), ['done', { ...post, body: 'newer',
		mentions: 'cleo ann', before: 'old\x1fnew', edits: '2',
		edited: '10' }]);
	assert.deepEqual(await edited({ version: 2, now: 11 }), ['done', { ...post,
		body: 'new', before: 'old\x1fnew\x1fnewer',
		before_mentions: 'ben cleo ann', edits: '3', edited: '11' }]);
	assert.equal((await edited({ version: 3, body: 'x' }))[0], 'busy');
	await redis('HSET', 'post:7', 'before', '');
	assert.equal((await edited({ version: 3, body: 'x' }))[1].before, 'new');
});

test('edit: nothing changes for whoever may not', async () => {
	assert.deepEqual(await edited(), ['gone', {}]);
	await redis('HSET', 'post:7', 'user_id', 1, 'time', 5, 'body', 'old',
		'edits', 2);
	const before = await redis('HGETALL', 'post:7');

	for (const [word, what] of [['denied', { author: 2 }],
		['denied', { author: 2, body: 'old' }], ['late', { oldest: 6 }],
		['late', { oldest: 6, version: 2 }], ['changed', { version: 1 }],
		['changed', { version: '' }], ['same', { body: 'old' }]]) {
		assert.equal((await edited(what))[0], word);
		assert.deepEqual(await redis('HGETALL', 'post:7'), before);
	}
	await redis('HSET', 'post:7', 'repost_of', 3);
	assert.equal((await edited({ version: 2 }))[0], 'gone');
	await redis('DEL', 'post:7');
	await redis('HSET', 'post:7', 'gone', 1, 'was_user_id', 1, 'was_body',
		'old');
	assert.equal((await edited())[0], 'gone');
});

test('edit: pictures belong to the version, and are in no earlier text', async () => {
	const had = 'aa 4 3\tCat\nbb 9 9 animated\t';
	const has = 'aa 4 3\tDog\nbb 9 9 animated\tA <b>';

	await redis('HSET', 'post:7', 'user_id', 1, 'time', 5, 'body', 'new',
		'mentions', 'ben', 'pictures', had);
	const post = { user_id: '1', time: '5', body: 'new', mentions: 'ben' };

	assert.equal((await edited({ pictures: had, version: 9 }))[0], 'same');
	assert.equal((await edited({ pictures: has, version: 9 }))[0], 'changed');
	assert.deepEqual(await once(() => edited({ pictures: has })), ['done',
		{ ...post, pictures: has, edits: '1', edited: '9', before: '' }]);
	// The earlier texts wait for the worker; those of pictures are not added.
	await redis('HSET', 'post:7', 'before', 'a\x1fb\x1fc');
	assert.deepEqual(await edited({ version: 1, now: 10 }), ['done', { ...post,
		edits: '2', edited: '10', before: 'a\x1fb\x1fc' }]);
	assert.equal((await edited({ version: 2, body: 'x', pictures: has }))[0],
		'busy');
});

test('edit: of a question with answers only what its pictures show', async () => {
	const had = 'aa 4 3\tCat\nbb 9 9\t';

	await redis('HSET', 'post:7', 'user_id', 1, 'time', 5, 'body', 'old',
		'pictures', had, 'answered', 1);
	for (const what of [{ body: 'new', pictures: had }, { body: 'old' },
		{ body: 'old', pictures: 'aa 4 3\tCat' }])
		assert.equal((await edited(what))[0], 'answered');
	const has = 'aa 4 3\t\nbb 9 9\tDog';

	assert.equal((await edited({ body: 'old', pictures: has }))[1].pictures,
		has);
});

const check = script('post/edit_check.lua');

test('edit_check: what follows from the present text stays', async () => {
	const ask = (body, mentions = '', version = '') =>
		check(['post:7'], body, mentions, version);
	const fields = () => redis('HMGET', 'post:7', 'before',
		'before_mentions');

	assert.equal(await ask('a'), 0);
	assert.equal(await redis('EXISTS', 'post:7'), 0);
	await redis('HSET', 'post:7', 'user_id', 1, 'body', 'c', 'edits', 2,
		'before', 'a', 'before_mentions', 'ben');
	for (const version of ['', 1, 3])
		assert.equal(await ask('c', '', version), 1);
	assert.deepEqual(await fields(), ['a', 'ben']);
	assert.equal(await once(() => ask('b', 'cleo')), 2);
	assert.equal(await ask('a', 'ben', 2), 2);
	assert.deepEqual(await fields(), ['a\x1fb', 'ben cleo']);
	assert.equal(await once(() => ask('c', '', 2)), 1);
	assert.deepEqual(await fields(), ['', null]);
	assert.equal(await ask('b'), 2);
	assert.deepEqual(await fields(), ['b', null]);
	await redis('HDEL', 'post:7', 'before');
	assert.equal(await ask('c', '', 2), 1);
	assert.deepEqual(await fields(), [null, null]);
});

const forgetEdit = script('post/edit_forget.lua');

test('edit_forget: only what is empty', async () => {
	await redis('HSET', 'post:7', 'user_id', 1, 'before', 'a');
	await forgetEdit.full(['post:7']);
	assert.equal(await redis('HGET', 'post:7', 'before'), 'a');
	await redis('HSET', 'post:7', 'before', '');
	await once(() => forgetEdit.full(['post:7']));
	assert.equal(await redis('HEXISTS', 'post:7', 'before'), 0);
	await forgetEdit(['post:8']);
	assert.equal(await redis('EXISTS', 'post:8'), 0);
});

test('store_once: not what has been deleted', async () => {
	await redis('HSET', 'post:7', 'gone', 1);
	assert.equal(await once(() => store(['post:7'], 'body', 'user_id', 1)), 0);
	assert.deepEqual(await redis('HGETALL', 'post:7'), ['gone', '1']);
});

const leave = script('post/idempotency_forget.lua');

test('once_forget: the id that the form has now', async () => {
	await redis('SET', 'once:a', 7);
	await leave.full(['once:a'], 8);
	assert.equal(await redis('GET', 'once:a'), '7');
	await once(() => leave.full(['once:a'], 7));
	assert.equal(await redis('EXISTS', 'once:a'), 0);
});

const count = script('post/count_set.lua');

test('count_set: a number of a post that is there', async () => {
	await redis('HSET', 'post:7', 'user_id', 1);
	assert.equal(await count(['post:7'], 'likes', 0), 1);
	assert.equal(await redis('HEXISTS', 'post:7', 'likes'), 0);
	for (const n of ['12', '0']) {
		assert.equal(await count.full(['post:7'], 'likes', n), 1);
		assert.equal(await redis('HGET', 'post:7', 'likes'), n);
	}
});

test('count_set: not of one that is gone, or is just going', async () => {
	assert.equal(await count(['post:8'], 'likes', 3), 0);
	assert.equal(await redis('EXISTS', 'post:8'), 0);
	await redis('HSET', 'post:7', 'user_id', 1, 'gone', 1);
	assert.equal(await count(['post:7'], 'likes', 3), 0);
	assert.equal(await redis('HEXISTS', 'post:7', 'likes'), 0);
});

const note = script('post/erasure_note.lua');
const close = script('post/erasure_close.lua');
const forget = script('post/erasure_forget.lua');

test('erasure: a mark first, and at the end nothing but the mark', async () => {
	await close.full(['post:7'], 0);
	assert.equal(await redis('EXISTS', 'post:7'), 0);
	await redis('HSET', 'post:7', 'user_id', 1, 'body', 'hello', 'time', 5);
	await once(() => close.full(['post:7'], 600));
	assert.deepEqual(await redis('HGETALL', 'post:7'),
		['time', '5', 'gone', '1', 'was_user_id', '1', 'was_body', 'hello']);
	assert.equal(await store(['post:7'], 'body', 'user_id', 1, 'body',
		'hello'), 0);
	await once(() => forget.full(['post:7'], 600));
	assert.deepEqual(await redis('HGETALL', 'post:7'), ['gone', '1']);
	assert.equal(await redis('TTL', 'post:7'), 600);
	await forget(['post:7'], 1000);
	await forget(['post:7'], 600);
	assert.equal(await redis('TTL', 'post:7'), 1000);
});

test('erasure: one without a body, and one that was closed before', async () => {
	await redis('HSET', 'post:7', 'user_id', 1, 'gone', 1);
	await close(['post:7'], 0);
	assert.deepEqual(await redis('HGETALL', 'post:7'),
		['gone', '1', 'was_user_id', '1', 'was_body', '']);
});

test('erasure: one that is not there yet cannot be stored later', async () => {
	await once(() => close.full(['post:7'], 600));
	assert.deepEqual(await redis('HGETALL', 'post:7'), ['gone', '1']);
	assert.equal(await redis('TTL', 'post:7'), 600);
	assert.equal(await store(['post:7'], 'repost_of', 'user_id', 1,
		'repost_of', 5), 0);
	await close(['post:7'], 1000);
	assert.equal(await redis('TTL', 'post:7'), 600);
});

test('erasure: a note, dated again', async () => {
	await note.full(['erasing'], 1000, 7);
	await once(() => note.full(['erasing'], 2000, 7));
	assert.deepEqual(await redis('ZRANGE', 'erasing', 0, -1, 'WITHSCORES'),
		['7', '2000']);
});

// ---- tags ------------------------------------------------------------------

const add = script('post/trend_add.lua');
const drop = script('post/trend_drop.lua');

function trend() {
	return redis('ZRANGE', 'trend:1', 1, '+inf', 'BYSCORE', 'WITHSCORES');
}

test('trend: a member counts once, with however many posts', async () => {
	for (const [author, post] of [[1, 10], [1, 11], [2, 12]])
		await once(() => add(['trend:1'], 'redis', author, post, 90000));
	await add(['trend:1'], 'lua', 2, 12, 90000);
	assert.deepEqual(await trend(), ['lua', '1', 'redis', '2']);
	assert.equal(await redis('TTL', 'trend:1'), 90000);
});

test('trend: an hour ends by its first post, and never lasts for ever', async () => {
	await add(['trend:1'], 'redis', 1, 10, 90000);
	await redis('EXPIRE', 'trend:1', 100);
	await add(['trend:1'], 'redis', 2, 11, 90000);
	assert.ok(await redis('TTL', 'trend:1') <= 100);
	await redis('PERSIST', 'trend:1');
	await add(['trend:1'], 'redis', 2, 12, 90000);
	assert.equal(await redis('TTL', 'trend:1'), 90000);
});

test('trend: taking back leaves nothing', async () => {
	for (const post of [10, 11])
		await add(['trend:1'], 'redis', 1, post, 90000);
	await add(['trend:1'], 'redis', 2, 12, 90000);
	await drop.full(['trend:1'], 'redis', 1, 99);
	await once(() => drop.full(['trend:1'], 'redis', 1, 10));
	assert.deepEqual(await trend(), ['redis', '2']);
	await once(() => drop.full(['trend:1'], 'redis', 1, 11));
	assert.deepEqual(await trend(), ['redis', '1']);
	await once(() => drop.full(['trend:1'], 'redis', 2, 12));
	assert.equal(await redis('EXISTS', 'trend:1'), 0);
});

// ---- delivering ------------------------------------------------------------

const next = script('post/deliver_next.lua');

// Goes through all of them, two at a time; moved(n) is called after each step.
async function goThrough(moved = () => {}) {
	const served = [];
	let place = [];

	for (;;) {
		const found = await next(['followers:1'], 2, ...place);

		if (!found.length)
			return served.join(' ');
		const score = found.pop();

		served.push(...found);
		place = [score, found.at(-1)];
		await moved(served.length);
	}
}

test('deliver_next: everybody, in the order of time and name', async () => {
	assert.deepEqual(await next(['followers:1'], 2), []);
	for (const [time, who] of [[5, 1], [7, 20], [7, 3], [7, 10], [9, 2]])
		await redis('ZADD', 'followers:1', time, who);
	assert.deepEqual(await next(['followers:1'], 2), ['1', '10', '7']);
	assert.deepEqual(await next(['followers:1'], 2, 7, 10),
		['20', '3', '7']);
	assert.equal(await goThrough(), '1 10 20 3 2');
});

test('deliver_next: times a millionth of a second apart', async () => {
	const fans = numbers(29, 10).reverse();

	for (const [i, who] of fans.entries())
		await redis('ZADD', 'followers:1', `1795260500.${123456 + i}`,
			who);
	await redis('ZADD', 'followers:1', 1795260500, 9, 1795260501, 8);
	assert.equal(await goThrough(), [9, ...fans, 8].join(' '));
});

test('deliver_next: some come and go in between', async () => {
	for (const who of [11, 12, 13, 14, 15, 16])
		await redis('ZADD', 'followers:1', 7, who);
	assert.equal(await goThrough(async (n) => {
		if (n === 2)
			await redis('ZREM', 'followers:1', 11, 12);
		if (n === 4)
			await redis('ZADD', 'followers:1', 1, 99, 7, 155);
	}), '11 12 13 14 15 155 16');
	assert.deepEqual(await next(['followers:1'], 2, 8, 1), []);
});

// ---- the index of words ----------------------------------------------------

const take = script('post/indexing_take.lua');

test('indexing_take: what is due, and what is too far ahead', async () => {
	await redis('ZADD', 'indexing', 100, '1', 200, '2 a', 900, '3',
		5000, '4', 50, '5');
	assert.deepEqual(await take(['indexing'], 200, 300, 2, 4000), ['5', '1']);
	assert.deepEqual(await take(['indexing'], 200, 300, 9, 4000), ['2 a', '4']);
	assert.deepEqual(await take(['indexing'], 200, 300, 9, 4000), []);
	assert.deepEqual(await redis('ZRANGE', 'indexing', 0, -1, 'WITHSCORES'),
		['1', '300', '2 a', '300', '4', '300', '5', '300', '3', '900']);
	assert.deepEqual(await take(['none'], 200, 300, 9, 4000), []);
	// Microseconds are exact.
	await redis('ZADD', 'indexing', '1795260500123456', '6');
	await take(['indexing'], '1795260500123456', '1795260510123457', 1000,
		'1795270500123456');
	assert.equal(await redis('ZSCORE', 'indexing', '6'), '1795260510123457');
});

const end = script('post/indexing_end.lua');

test('indexing_end: a note is removed by whoever has it', async () => {
	await redis('ZADD', 'indexing', '1795260500123456', '1',
		'1795260500123457', '2', '1795260500123456', '3 a');
	await end(['indexing'], '1795260500123456', '1', '2');
	await once(() => end.full(['indexing'], '1795260500123456', '2', '3 a', '4'));
	assert.deepEqual(await redis('ZRANGE', 'indexing', 0, -1), ['2']);
});

// ---- removed by a moderator ---------------------------------------------------

const keep = script('post/removed_keep.lua');
const removePost = script('post/remove.lua');
const restorePost = script('post/restore.lua');

test('removed_keep: a copy under its token, even while memory is full', async () => {
	await once(() => keep.full(['removed:1'], '55', 'words'));
	await keep(['removed:1'], '66', 'others');
	assert.deepEqual(await redis('HGETALL', 'removed:1'),
		['55', 'words', '66', 'others']);
});

const written = ['user_id', '7', 'time', '1', 'body', 'ice @ben', 'username',
	'anna', 'mentions', 'ben', 'before', 'snow\x1frain', 'likes', '3'];
const words = ['ice @ben', 'ben', 'snow\x1frain', ''];

test('remove: only with the words that it has, and once', async () => {
	const remove = (...own) => removePost(['post:1'], '55', '55 3 why', ...own);

	assert.equal(await remove(...words), 'gone');
	assert.equal(await redis('EXISTS', 'post:1'), 0);
	await redis('HSET', 'post:1', ...written);
	for (let i = 0; i < 4; i++)
		assert.equal(await remove(...words.map((word, at) =>
			at === i ? 'x' : word)), 'changed');
	assert.deepEqual(await redis('HGETALL', 'post:1'), written);
	assert.equal(await removePost.full(['post:1'], '55', '55 3 why', ...words),
		'done');
	assert.deepEqual(await redis('HGETALL', 'post:1'), ['user_id', '7', 'time',
		'1', 'username', 'anna', 'likes', '3', 'removed', '55 3 why', 'acted',
		'55 ']);
	assert.equal(await remove(...words), 'taken');
	await redis('HSET', 'post:2', ...written, 'repost_of', '1');
	assert.equal(await removePost(['post:2'], '55', '55 3 why', ...words), 'gone');
});

test('restore: what that act removed, with a text to settle', async () => {
	const restore = (act) => restorePost(['post:1'], '66', act, ...words);

	assert.equal(await restore('55'), 0);
	await redis('HSET', 'post:1', 'user_id', '7', 'removed', '55 3 why', 'acted',
		'55 ');
	assert.equal(await restore('5'), 0);
	assert.equal(await restore('44'), 0);
	assert.equal(await restorePost.full(['post:1'], '66', '55', ...words), 1);
	assert.deepEqual(await redis('HGETALL', 'post:1'), ['user_id', '7', 'acted',
		'66 55 ', 'body', 'ice @ben', 'before', 'snow\x1frain\x1fice @ben',
		'mentions', 'ben', 'before_mentions', 'ben']);
	assert.equal(await restore('55'), 0);
	await redis('HSET', 'post:1', 'removed', '77 3 why');
	await redis('HDEL', 'post:1', 'user_id');
	assert.equal(await restore('77'), 0);
});

// ---- who gave which answer -------------------------------------------------

const answersPage = script('post/answers_page.lua');
const band = 2 ** 40;

// The entries of answers:9, as {entry: [band, second]}.
async function answered(entries) {
	for (const [entry, [n, second]] of Object.entries(entries))
		await redis('ZADD', 'answers:9', n * band + second, entry);
}

// Of the bands `first` to `last`, as "ID GUESTS ANSWERS, ...".
async function answersFrom(first, last, from, most, answers = 0) {
	const found = await answersPage(['answers:9'], first, last, from, most, band,
		8, answers);

	return found.join(' ').replaceAll(/(\S+ \S+ \S+) /g, '$1, ');
}

test('answers_page: one answer, in the order of answering, with guests', async () => {
	await answered({ '0 7': [0, 30], '0 5': [0, 20], '1 6': [1, 10], 7: [8, 30],
		5: [11, 20], 6: [8, 10] });
	assert.equal(await answersFrom(0, 0, 0, 50), '5 3 0, 7 0 0');
	assert.equal(await answersFrom(0, 0, 0, 1), '5 3 0');
	assert.equal(await answersFrom(0, 0, 1, 50), '7 0 0');
	assert.equal(await answersFrom(0, 0, 2, 50), '');
	assert.equal(await answersFrom(0, 0, 2 ** 40, 50), '');
	assert.equal(await answersFrom(1, 1, 0, 50), '6 0 0');
	assert.equal(await answersFrom(2, 2, 0, 50), '');
	assert.equal(await answersFrom(8, 17, 0, 50, 2), '6 0 2, 7 0 1, 5 3 1');
	assert.equal(await answersFrom(8, 17, 1, 1, 2), '7 0 1');
});

test('answers_page: entries that make no sense, and none', async () => {
	assert.equal(await answersFrom(0, 0, 0, 50), '');
	await answered({ '0 x': [0, 1], '0 5': [0, 2] });
	assert.equal(await answersFrom(0, 0, 0, 50), '0 0 0, 5 0 0');
});

// ---- dates -----------------------------------------------------------------

const change = script('post/date_change.lua');
const wide = '5000 6000';

// What date_change.lua says to the change of a post by member 1, and the fields.
async function changed({ me = 1, host = 0, token = '', now = 999, version = '0',
	times = wide, day = '', place = 'There' } = {}) {
	const word = await change(['post:7'], me, host, token, now, version, times,
		day, place);

	return [word, await redis('HGET', 'post:7', 'date'),
		await redis('HGET', 'post:7', 'acted')];
}

// A post with this date.
const date = (text, ...fields) => redis('HSET', 'post:7', 'user_id', 1, 'body',
	'Come!', 'date', text, ...fields);

test('date_change: all of it, once, and for its version', async () => {
	await date('1000 0 0 day\nHere\nand there');
	assert.deepEqual(await changed({ version: '1' }),
		['changed', '1000 0 0 day\nHere\nand there', null]);
	assert.deepEqual(await changed(), ['done', `${wide} 1\nThere`, null]);
	assert.deepEqual(await changed(), ['again', `${wide} 1\nThere`, null]);
	assert.deepEqual(await changed({ version: '1' }),
		['same', `${wide} 1\nThere`, null]);
	assert.deepEqual(await changed({ version: '1', day: ' day', place: '' }),
		['done', `${wide} 2 day\n`, null]);
	assert.equal(await redis('HGET', 'post:7', 'body'), 'Come!');
});

test('date_change: by its author and hosts, until it begins', async () => {
	await date('1000 0 0\n', 'acted', `5 ${'9'.repeat(60)}`);
	assert.equal((await changed({ me: 2 }))[0], 'denied');
	assert.equal((await changed({ now: 1000 }))[0], 'late');
	assert.equal((await changed({ now: 1000, version: '' }))[0], 'late');
	const [word, , acted] = await changed({ me: 2, host: 1, token: '123' });

	assert.equal(word, 'done');
	assert.equal(acted, `123 5 ${'9'.repeat(60)}`.slice(0, 50));
});

test('date_change: it is cancelled once, and stays that', async () => {
	await date('1000 2000 3 day\nHere\n');
	const cancelled = '1000 2000 4 day cancelled\nHere\n';

	assert.deepEqual(await changed({ version: '' }), ['done', cancelled, null]);
	assert.deepEqual(await changed({ version: '', now: 9999 }),
		['again', cancelled, null]);
	assert.deepEqual(await changed({ version: '4' }), ['late', cancelled, null]);
});

test('date_change: what has no date is left as it is', async () => {
	for (const [field, value] of [['user_id'], ['body'], ['date'],
		['repost_of', 5], ['date', 'soon'], ['date', '1000 0']]) {
		await date('1000 0 0\n');
		await redis(...value ? ['HSET', 'post:7', field, value]
			: ['HDEL', 'post:7', field]);
		const before = await redis('HGETALL', 'post:7');

		assert.equal((await changed())[0], 'gone');
		assert.equal((await changed({ version: '' }))[0], 'gone');
		assert.deepEqual(await redis('HGETALL', 'post:7'), before);
		await redis('DEL', 'post:7');
	}
});

const later = script('post/dates_after.lua');

test('dates_after: from the score on, after an entry or by number', async () => {
	for (const id of [3, 5, 7, 9, 11])
		await redis('ZADD', 'dates', 10 * id, id);
	for (const [from, after, first, page] of [
		[0, 5, 9, ['2', '7', '9']], [50, 5, 9, ['1', '7', '9']],
		[50, 0, 1, ['1', '7', '9']], [50, 8, 2, ['2', '9', '11']],
		// Over since, so that it no longer counts.
		[50, 3, 1, ['1', '7', '9']],
		[0, 11, 0, ['5']], [200, 5, 0, ['0']],
		[0, 0, '4611686018427387903', ['4611686018427387903']]])
		assert.deepEqual(await later(['dates'], from, after, first, 2), page,
			`${from} ${after} ${first}`);
});
