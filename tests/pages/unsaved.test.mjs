// Redis cannot store what was typed: the form comes back with it, and however
// often it is sent again, it is stored once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneRedis } from '../lib/database.mjs';
import { startStack } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';
import { formFields, heading } from '../lib/page.mjs';
import { newestPost, note, persist, signIn, typing } from '../lib/typing.mjs';
import { whilePaused, whileStopped, withoutDisk, withoutMemory }
	from '../lib/outage.mjs';

const stack = await startStack();
const { url, redis } = stack;
const ben = await member(url, 'ben');

await member(url, 'anna');
await ben.write('Who comes along?');
const [parent] = await redis('LRANGE', 'timeline', 0, 0);

// Redis can be read, and a write is executed only when nobody waits for it any
// more.
async function whileWritesWait({ redis: say }, action) {
	await say('CLIENT', 'PAUSE', 20000, 'WRITE');
	await action();
	await say('CLIENT', 'UNPAUSE');
}

const outages = [
	['does not answer', whilePaused], ['has stopped', whileStopped],
	['lets writes wait', whileWritesWait],
	['has no memory', withoutMemory], ['has no disk', withoutDisk],
];

for (const [what, outage] of outages)
	test(`Redis ${what}: the form comes back, and stores one`,
		{ skip: outage === whileStopped && oneRedis }, async () => {
		const { text } = await persist(() =>
			ben.get(`/@ben/${parent}`));
		const fields = formFields(text, '/post');
		const status = `\n"${what}"\n\nand more\n`;
		let page;

		await outage(stack, async () => {
			page = await ben.postRaw('/post', { ...fields, status });
			const bio = await ben.postRaw('/bio',
				{ csrf: fields.csrf, bio: what });

			assert.equal(bio.status, 503);
			assert.deepEqual(formFields(bio.text, '/bio'),
				{ csrf: fields.csrf, bio: what });
		});
		assert.equal(page.status, 503);
		assert.match(page.headers['retry-after'], /^[1-9]\d*$/);
		assert.equal(heading(page.text), 'Not posted yet');
		assert.match(note(page), /hasn't been saved/);
		assert.deepEqual(formFields(page.text, '/post'),
			{ ...fields, status });
		const before = await redis('LLEN', 'timeline');

		for (let i = 0; i < 2; i++)
			await persist(() => ben.postRaw('/post',
				formFields(page.text, '/post')));
		assert.equal(await redis('LLEN', 'timeline'), before + 1);
		assert.equal((await newestPost(redis)).body, status.trim());
	});

test('Redis does not answer while one signs in again', async () => {
	const { visitor, fields } = await typing(url, 'anna');
	let page = await visitor.postRaw('/post',
		{ ...fields, status: 'Patience' });

	await whilePaused(stack, async () => {
		page = await signIn(visitor, page,
			{ username: 'anna', password });
	});
	assert.equal(page.status, 503);
	assert.match(page.headers['retry-after'], /^[1-9]\d*$/);
	assert.match(note(page), /won't lose your text/);
	assert.deepEqual(formFields(page.text, '/login'), { username: 'anna',
		password: '', status: 'Patience', nonce: fields.nonce });
	page = await persist(() => signIn(visitor, page, { password }));
	assert.equal(formFields(page.text, '/post').status, 'Patience');
});

test('a session that ended while Redis was away', async () => {
	const { visitor, fields } = await typing(url, 'anna');
	let page;

	await whilePaused(stack, async () => {
		page = await visitor.postRaw('/post',
			{ ...fields, status: 'Both at once' });
	});
	assert.equal(page.status, 503);
	page = await persist(() => visitor.postRaw('/post',
		formFields(page.text, '/post')));
	assert.equal(page.status, 401);
	page = await persist(() => signIn(visitor, page,
		{ username: 'anna', password }));
	assert.equal(formFields(page.text, '/post').status, 'Both at once');
	assert.equal(formFields(page.text, '/post').nonce, fields.nonce);
});
