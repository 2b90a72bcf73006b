// The scripts of pictures, each alone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, once } = await startScripts();

beforeEach(() => redis('FLUSHALL'));

const row = { user_id: 7, use: 'post', width: 1600, height: 900, bytes: 10,
	time: 100, alt: 'A cat' };

function store(fields = {}) {
	return redis('HSET', 'picture:x',
		...Object.entries({ ...row, ...fields }).flat());
}

function field(name) {
	return redis('HGET', 'picture:x', name);
}

// ---- keep ------------------------------------------------------------------

const keep = script('picture/picture_keep.lua');

test('picture_keep: what was taken in lasts for another while', async () => {
	await store();
	assert.deepEqual(await once(() => keep(['picture:x'], 7, 200)),
		['1600', '900', '', 'A cat']);
	assert.equal(await field('time'), '200');
	await store({ animated: 1, alt: '' });
	assert.deepEqual(await keep(['picture:x'], 7, 200), ['1600', '900', '1', '']);
});

test('picture_keep: nothing that is not one\'s own, or not free', async () => {
	for (const fields of [{ user_id: 8 }, { use: 'face' }, { post: 5 },
		{ post: 'later' }]) {
		await redis('FLUSHALL');
		await store(fields);
		assert.deepEqual(await keep(['picture:x'], 7, 200), []);
		assert.equal(await field('time'), '100');
	}
	assert.deepEqual(await keep(['picture:none'], 7, 200), []);
	assert.equal(await redis('EXISTS', 'picture:none'), 0);
});

// ---- give ------------------------------------------------------------------

const give = script('picture/picture_give.lua');

test('picture_give: to a post, and to the same post again', async () => {
	await store();
	await once(() => give(['picture:x'], 7, 5, 200));
	assert.equal(await field('post'), '5');
	assert.equal(await field('time'), '200');
	assert.equal(await field('alt'), null);
});

test('picture_give: a scheduled post hands it over', async () => {
	await store();
	await give(['picture:x'], 7, 'later', 200);
	assert.equal(await field('post'), 'later');
	await give(['picture:x'], 7, 6, 300);
	assert.equal(await field('post'), '6');
});

test('picture_give: nothing that is not one\'s own, or another\'s', async () => {
	for (const fields of [{ user_id: 8 }, { use: 'face' }, { post: 4 }]) {
		await redis('FLUSHALL');
		await store(fields);
		await give(['picture:x'], 7, 5, 200);
		assert.equal(await field('post'), `${fields.post ?? ''}` || null);
		assert.equal(await field('time'), '100');
	}
	await give(['picture:none'], 7, 5, 200);
	assert.equal(await redis('EXISTS', 'picture:none'), 0);
});

// ---- drop ------------------------------------------------------------------

const drop = script('post/picture_drop.lua');

test('picture_drop: unless somebody has just used it', async () => {
	await store();
	assert.equal(await drop.full(['picture:x'], 99), 0);
	assert.equal(await redis('EXISTS', 'picture:x'), 1);
	assert.equal(await drop.full(['picture:x'], 100), 1);
	assert.equal(await redis('EXISTS', 'picture:x'), 0);
	assert.equal(await drop.full(['picture:x'], 100), 1);
});

// ---- faces -----------------------------------------------------------------

const user = (...fields) => redis('HSET', 'user:1', 'username', 'ann', ...fields);
const face = () => redis('HGET', 'user:1', 'face');
const moderate = script('picture/face_moderate.lua');

test('face_moderate: the act is noted before the two others', async () => {
	await user('face', 'a', 'acted', '1234567890123456 1234567890123455 1');
	assert.equal(await once(() =>
		moderate.full(['user:1'], '1234567890123457', 'moderator')), 'a');
	assert.equal(await face(), null);
	assert.equal(await redis('HGET', 'user:1', 'acted'),
		'1234567890123457 1234567890123456 1234567890123455');
	assert.equal(await moderate(['user:1'], '2', 'moderator'), 'same');
	assert.match(await redis('HGET', 'user:1', 'acted'), /^1234567890123457/);
});

test('face_moderate: who may do it to whom', async () => {
	for (const [as, standing, expected] of [['moderator', 'stopped', 'a'],
		['moderator', 'moderator', 'denied'], ['moderator', 'host', 'denied'],
		['host', 'moderator', 'a'], ['host', 'host', 'a']]) {
		await user('face', 'a', 'standing', standing);
		assert.equal(await moderate(['user:1'], '1', as), expected);
		assert.equal(await face(), expected === 'a' ? null : 'a');
	}
	await redis('DEL', 'user:1');
	assert.equal(await moderate(['user:1'], '1', 'host'), 'gone');
	assert.equal(await redis('EXISTS', 'user:1'), 0);
});
