// retwis-admin rebuild: builds home timelines from the posts of the followed
// members.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { adminOf, atTerminal } from './lib/admin.mjs';
import { openRedis } from '../lib/wire.mjs';

const stack = await borrowStack();
const redis = openRedis(stack.socket);
const admin = adminOf(stack);
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');

await member(stack.url, 'cleo');
await ben.follow('anna');
for (const text of ['One.', 'Two.', 'Three.'])
	await anna.write(text);
for (const one of [anna, ben])
	await one.get('/');
const home = (id) => redis('LRANGE', `posts:${id}`, 0, -1);

test('for one member, whatever was there', async () => {
	await redis('LTRIM', 'posts:2', 0, 0);
	await redis('LPUSH', 'posts:2', 99);
	const ran = await admin(['rebuild', '@ben']);

	assert.deepEqual([ran.status, ran.errors, ran.output],
		[0, '', 'Posts in the home timeline of @ben: 3\n']);
	assert.deepEqual(await home(2), ['3', '2', '1']);
});

test('for all who have looked lately, and for nobody else', async () => {
	await redis('LTRIM', 'posts:1', 0, 0);
	await redis('LTRIM', 'posts:2', 0, 1);
	const ran = await admin(['rebuild', '--all']);

	assert.deepEqual([ran.status, ran.errors, ran.output],
		[0, '', 'Home timelines rebuilt: 2\n']);
	assert.deepEqual(await home(1), ['3', '2', '1']);
	assert.deepEqual(await home(2), ['3', '2', '1']);
	assert.equal(await redis('EXISTS', 'posts:3'), 0);
});

test('the bar at a terminal', async () => {
	const { status, screen } = await atTerminal(stack,
		'$ADMIN rebuild --all').ended;

	assert.equal(status, 0);
	assert.match(screen,
		/\r\[#{40}\] 100 %\r\nHome timelines rebuilt: 2\r\n$/);
});

test('of nobody', async () => {
	const ran = await admin(['rebuild', 'nobody']);

	assert.equal(ran.status, 1);
	assert.match(ran.errors, /^retwis-admin: .*no member @nobody\n$/);
});

test('not before the database is adopted', async () => {
	await redis('DEL', 'layout');
	await redis('LTRIM', 'posts:2', 0, 0);
	for (const who of ['ben', '--all']) {
		const ran = await admin(['rebuild', who]);

		assert.equal(ran.status, 1);
		assert.match(ran.errors, /^retwis-admin: .*not adopted.*\n$/);
		assert.deepEqual(await home(2), ['3']);
	}
});
