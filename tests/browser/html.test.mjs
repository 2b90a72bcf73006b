// The HTML of every page, as it is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack, closed, lean, noting } from '../lib/stack.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { Visitor, password } from '../lib/visitor.mjs';
import { assertValidHtml } from './lib/html.mjs';
import { closedPlaces, places } from './lib/places.mjs';
import { populate } from './lib/world.mjs';

const stack = await borrowStack({ ...noting, ...lean });
const closedStack = await borrowStack(closed);
const world = await populate(stack);

async function assertValid(visitor, place) {
	const answer = await (place.form
		? visitor.post(place.form, place.fields)
		: visitor.get(place.path));

	assert.equal(answer.status, place.status);
	await assertValidHtml(answer.text);
}

for (const place of places)
	test(place.title, () => assertValid(world[place.who], place));

for (const place of closedPlaces)
	test(place.title, () => assertValid(new Visitor(closedStack.url), place));

test('too many registrations', async () => {
	const key = 'limit:register:127.0.0.1';
	const fields = { username: 'late', password, password2: password };

	await stack.redis('SET', key, 1e9, 'EX', 600);
	await assertValid(new Visitor(stack.url),
		{ form: '/register', fields, status: 429 });
	await stack.redis('DEL', key);
});

test('Redis does not answer', async () => {
	const place = { path: '/timeline', status: 503 };

	await whilePaused(closedStack, () =>
		assertValid(new Visitor(closedStack.url), place));
});

test('Redis does not answer, and the text comes back', async () => {
	const visitor = new Visitor(closedStack.url);

	visitor.cookies.set('auth', 'a'.repeat(32));
	await whilePaused(closedStack, async () => {
		for (const [path, fields] of [['/post', { status: '"\n<b>' }],
			['/bio', { bio: '"<b>' }]]) {
			const answer = await visitor.postRaw(path, fields);

			assert.equal(answer.status, 503);
			await assertValidHtml(answer.text);
		}
	});
});

test('Redis does not let us', async () => {
	const may = (...what) =>
		closedStack.redis('ACL', 'SETUSER', 'retwis', ...what);
	const place = { path: '/@anna', status: 503 };

	await may('-hget', '-hmget');
	try {
		await assertValid(new Visitor(closedStack.url), place);
	} finally {
		await may('+hget', '+hmget');
		await closedStack.redis('ACL', 'LOG', 'RESET');
	}
});

test('data in Redis are not ours', async () => {
	const place = { form: '/login', status: 500,
		fields: { username: 'anna', password } };

	await closedStack.redis('SET', 'users', 'text');
	try {
		await assertValid(new Visitor(closedStack.url), place);
	} finally {
		await closedStack.redis('DEL', 'users');
	}
});
