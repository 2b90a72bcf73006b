// The sidebar of home on a wide screen: new members, and tags of the day.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { member } from '../lib/visitor.mjs';

// A stack of its own, since a process remembers members for ten seconds.
const stack = await startStack();
const { url, redis } = stack;

after(() => stack.stop());

// {names, displays, buttons, tags}: the members it shows, by name and by display
// name, those you can follow there, and the tags.
async function beside(visitor) {
	const { text } = await visitor.get('/');
	const [, side = ''] = text.match(
		/<div class="side desk">(.*?)<\/div>/s) ?? [];
	const [, people = ''] = side.match(/<ul class="people">(.*?)<\/ul>/s) ?? [];
	const all = (html, pattern) =>
		[...html.matchAll(pattern)].map(([, found]) => found);

	return { names: all(people, /href="\/@([^"]*)"/g),
		displays: all(people, /<bdi class="called">(.*?)<\/bdi>/g),
		buttons: all(people, /name="follow" value="(\d+)"/g),
		tags: all(side, /href="\/tag\/([^"]*)"/g) };
}

const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.post('/account/name', { name: 'Ben B' });
await anna.post('/post', { status: 'Hello #rowing' });
await ben.follow('anna');

test('the first page has names, and the next one buttons', async () => {
	const shown = { names: ['ben'], displays: ['Ben B'], tags: ['rowing'] };

	assert.deepEqual(await beside(anna), { ...shown, buttons: [] });
	assert.deepEqual(await beside(anna), { ...shown, buttons: ['2'] });
});

test('members whom you follow, and yourself, are not shown there', async () => {
	assert.deepEqual((await beside(ben)).names, []);
	await ben.post('/follow', { unfollow: 1 });
	assert.deepEqual((await beside(ben)).names, []); // no posts: faces instead
	await ben.post('/post', { status: 'Hello' });
	assert.deepEqual(await beside(ben),
		{ names: ['anna'], displays: [], buttons: ['1'],
			tags: ['rowing'] });
	const { status, headers } =
		await ben.post('/follow', { follow: 1, back: '/' });

	assert.deepEqual([status, headers.location], [303, '/#m1']);
	assert.deepEqual((await beside(ben)).names, []);
});

test('a newcomer is shown soon, and at most three are', async () => {
	for (const name of ['carl', 'dora', 'elsa', 'finn'])
		await member(url, name);
	await until('they are known', async () =>
		(await beside(anna)).names[0] === 'finn', 30);
	assert.deepEqual((await beside(anna)).names, ['finn', 'elsa', 'dora']);
	assert.deepEqual((await beside(anna)).buttons, ['6', '5', '4']);
});

test('whom you follow counts, and not only how many', async () => {
	await anna.post('/follow', { follow: 6 });
	assert.deepEqual((await beside(anna)).names, ['elsa', 'dora', 'carl']);
	await anna.post('/follow', { unfollow: 6 });
	await anna.post('/follow', { follow: 5 });
	assert.deepEqual((await beside(anna)).names, ['finn', 'dora', 'carl']);
	await anna.post('/follow', { unfollow: 5 });
	assert.deepEqual((await beside(anna)).names, ['finn', 'elsa', 'dora']);
});

test('older names, and members who are gone, are left out', async () => {
	await redis('ZADD', 'users_by_time', 1e12, 'x'.repeat(60), 1e12 + 1, 'gone');
	await redis('HSET', 'users', 'x'.repeat(60), 7);
	await redis('ZREM', 'users_by_time', 'finn');
	await until('they have come', async () =>
		(await beside(anna)).names[0] === 'elsa', 30);
	assert.deepEqual((await beside(anna)).names, ['elsa', 'dora']);
});
