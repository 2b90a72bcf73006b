// The scripts of the checker, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once, list, numbers } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

const doubles = script('admin/check/drop_doubles.lua');

test('drop_doubles: the first of them is kept', async () => {
	await redis('RPUSH', 'own:1', 7, 9, 7, 8, 7);
	await once(() => doubles.full(['own:1'], 7));
	await doubles(['own:1'], 9);
	await doubles(['own:1'], 5);
	assert.deepEqual(await list('own:1'), ['7', '9', '8']);
	await doubles(['own:2'], 7);
	assert.equal(await redis('EXISTS', 'own:2'), 0);
});

const dropEmpty = script('admin/check/drop_empty_post.lua');

test('drop_empty_post: what is nothing but numbers', async () => {
	await redis('HSET', 'post:7', 'likes', 2);
	await dropEmpty.full(['post:7']);
	assert.equal(await redis('EXISTS', 'post:7'), 0);
	for (const field of ['user_id', 'body', 'gone']) {
		await redis('HSET', `post:${field}`, field, 1);
		await dropEmpty([`post:${field}`]);
		assert.equal(await redis('EXISTS', `post:${field}`), 1);
	}
});

const dropField = script('admin/check/drop_field.lua');

test('drop_field: only while it leads to that id', async () => {
	await redis('HSET', 'users', 'anna', 7, 'odd', 'x');
	await dropField(['users'], 'anna', 8);
	await dropField(['users'], 'ben', 7);
	await dropField(['users'], 'odd', 7);
	assert.deepEqual(await redis('HKEYS', 'users'), ['anna', 'odd']);
	await once(() => dropField.full(['users'], 'anna', 7));
	// A text that is not a number counts as 0, which is nobody.
	await dropField(['users'], 'odd', 0);
	assert.equal(await redis('EXISTS', 'users'), 0);
});

const giveBack = script('admin/check/give_back.lua');

test('give_back: all pairs at once, and existing ones are kept', async () => {
	await redis('ZADD', 'followers:1', 5, 3);
	await once(() => giveBack(['followers:1'], '1 2 9 3 1700000000 4 '));
	assert.deepEqual(await redis('ZRANGE', 'followers:1', 0, -1,
		'WITHSCORES'), ['2', '1', '3', '5', '4', '1700000000']);
	await giveBack(['followers:2'], '');
	assert.equal(await redis('EXISTS', 'followers:2'), 0);
});

const insert = script('admin/check/insert_post.lua');

test('insert_post: before the first that is older', async () => {
	await insert(['own:1'], 7, 0);
	for (const [id, all] of [[9, '9 7'], [8, '9 8 7'], [1, '9 8 7 1']]) {
		await once(() => insert(['own:1'], id, 0));
		assert.equal((await list('own:1')).join(' '), all);
	}
	await redis('DEL', 'own:1');
	await redis('RPUSH', 'own:1', ...numbers(5000, 2500), 10);
	await insert(['own:1'], 11, 0);
	assert.deepEqual(await redis('LRANGE', 'own:1', -2, -1), ['11', '10']);
});

test('insert_post: a full list has no place for an older one', async () => {
	await redis('RPUSH', 'timeline', 9, 8, 7);
	await insert(['timeline'], 6, 3);
	assert.deepEqual(await list('timeline'), ['9', '8', '7']);
	await insert(['timeline'], 10, 3);
	assert.deepEqual(await list('timeline'), ['10', '9', '8']);
	await insert(['timeline'], 6, 4);
	assert.deepEqual(await list('timeline'), ['10', '9', '8', '6']);
});

const raise = script('admin/check/raise_counter.lua');

test('raise_counter: never back', async () => {
	for (const [n, is] of [[5, '5'], [4, '5'], [10, '10']]) {
		await once(() => raise(['next_post_id'], n));
		assert.equal(await redis('GET', 'next_post_id'), is);
	}
	await redis('SET', 'next_post_id', 'x');
	await raise(['next_post_id'], 3);
	assert.equal(await redis('GET', 'next_post_id'), '3');
});

const scan = script('admin/check/scan_keys.lua');

test('scan_keys: what should expire, and what workers have in hand', async () => {
	const kinds = ['once', 'lock', 'limit', 'cache', 'sent', 'known'];
	const found = [];
	let cursor = '0';

	await redis('MSET', ...[...kinds.map((kind) => `${kind}:x`),
		'{fanout}:taken:w', 'post:1', 'once', 'xonce:1', '{fanout}:jobs',
		'taken:w', ...numbers(3000, 1)].flatMap((key) => [key, 1]));
	do {
		const [next, ...keys] = await scan([], cursor);

		cursor = next;
		found.push(...keys);
	} while (cursor !== '0');
	assert.deepEqual([...new Set(found)].sort(),
		[...kinds.map((kind) => `${kind}:x`), '{fanout}:taken:w'].sort());
});

const scanWords = script('admin/check/scan_words.lua');

test('scan_words: the digests of words', async () => {
	const found = [];
	let cursor = '0';

	await redis('MSET', ...['word:ab', 'word:cd', 'words', 'xword:1',
		...numbers(3000, 1)].flatMap((key) => [key, 1]));
	do {
		const [next, ...digests] = await scanWords([], cursor);

		cursor = next;
		found.push(...digests);
	} while (cursor !== '0');
	assert.deepEqual([...new Set(found)].sort(), ['ab', 'cd']);
});

const scanPictures = script('admin/check/scan_pictures.lua');

test('scan_pictures: the tokens of pictures', async () => {
	const found = [];
	let cursor = '0';

	await redis('MSET', ...['picture:ab', 'picture:cd', 'pictures_since',
		'xpicture:1', ...numbers(3000, 1)].flatMap((key) => [key, 1]));
	do {
		const [next, ...tokens] = await scanPictures([], cursor);

		cursor = next;
		found.push(...tokens);
	} while (cursor !== '0');
	assert.deepEqual([...new Set(found)].sort(), ['ab', 'cd']);
});

const sort = script('admin/check/sort_posts.lua');

test('sort_posts: the newest first, and the end is kept', async () => {
	await redis('RPUSH', 'posts:1', 9, 10, 'x', 7, 10);
	await redis('EXPIRE', 'posts:1', 100);
	await once(() => sort(['posts:1']));
	assert.deepEqual(await list('posts:1'), ['10', '10', '9', '7', 'x']);
	assert.equal(await redis('TTL', 'posts:1'), 100);
	await redis('RPUSH', 'own:1', ...numbers(2500, 1).reverse());
	await sort(['own:1']);
	assert.deepEqual(await list('own:1'), numbers(2500, 1).map(String));
	assert.equal(await redis('TTL', 'own:1'), -1);
	await sort(['own:2']);
	assert.equal(await redis('EXISTS', 'own:2'), 0);
});
