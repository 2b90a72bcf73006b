// Deleting one's own post, after a confirmation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, formValue, heading } from '../lib/page.mjs';
import { writeIn } from './lib/writers.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);

const write = writeIn(redis);

test('you delete your own post, after being asked', async () => {
	const id = await write(anna, 'A mistake. #oops');
	const shown = await anna.get(`/@anna/${id}`);

	assert.match(shown.text, new RegExp(`href="/delete\\?id=${id}"`));
	const asked = await anna.get(`/delete?id=${id}`);

	assert.equal(heading(asked.text), 'Delete this post?');
	assert.deepEqual(bodies(asked.text), ['A mistake. #oops']);
	assert.equal(formValue(asked.text, 'id'), id);
	assert.equal((await anna.get(`/@anna/${id}`)).status, 200);
	const answer = await anna.post('/delete', { id });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	for (const path of ['/', '/timeline', '/@anna', '/tag/oops'])
		assert.ok(!bodies((await anna.get(path)).text)
			.includes('A mistake. #oops'), path);
	assert.equal((await anna.get(`/@anna/${id}`)).status, 404);
	assert.equal((await anna.get(`/delete?id=${id}`)).status, 404);
	assert.equal((await anna.post('/delete', { id })).status, 404);
});

test('somebody else\'s post stays', async () => {
	const id = await write(anna, 'Mine.');

	assert.doesNotMatch((await ben.get(`/@anna/${id}`)).text, /\/delete/);
	for (const answer of [await ben.get(`/delete?id=${id}`),
		await ben.post('/delete', { id })]) {
		assert.equal(answer.status, 403);
		assert.equal(heading(answer.text), 'That isn\'t your post.');
	}
	assert.equal((await out.get(`/delete?id=${id}`)).location,
		`/login?back=%2Fdelete%3Fid%3D${id}`);
	assert.equal((await out.post('/delete', { id })).location, '/login');
	assert.equal((await anna.postRaw('/delete', { id })).status, 403);
	assert.deepEqual(bodies((await out.get(`/@anna/${id}`)).text),
		['Mine.']);
});

for (const id of ['', 'x', '-1', '0', '999999', '9'.repeat(40)])
	test(`there is no post "${id}" to delete`, async () => {
		assert.equal((await anna.get(`/delete?id=${id}`)).status, 404);
		assert.equal((await anna.post('/delete', { id })).status, 404);
	});

test('a form sent again does not bring a deleted post back', async () => {
	const form = { csrf: await anna.csrf(), status: 'Back again?',
		nonce: formValue((await anna.get('/')).text, 'nonce') };

	await anna.postRaw('/post', form);
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	await anna.post('/delete', { id });
	assert.equal((await anna.postRaw('/post', form)).status, 303);
	assert.ok(!bodies((await anna.get('/')).text).includes('Back again?'));
	assert.notEqual((await redis('LRANGE', 'timeline', 0, 0))[0], id);
});
