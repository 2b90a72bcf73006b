// What a screen reader calls posts and what can be done with them: each by a
// name of its own, since it may list them without what is around them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { borrowStack, lean } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';

const stack = await borrowStack(lean);
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
let browser;

before(async () => {
	await anna.post('/account/name', { name: 'Anna Berger' });
	await anna.write('One'); // 1
	await ben.write('Two'); // 2
	await anna.post('/act', { like: 2 });
	await anna.post('/act', { repost: 2 });
	await stack.redis('HSET', 'post:1', 'time',
		Math.floor(Date.now() / 1000) - 7200);
	browser = await launch();
});
after(() => browser.close());

// "- button "Like Anna Berger @anna 2 hours ago"" and so on.
async function spoken(page, role) {
	return (await page.locator('main').ariaSnapshot()).split('\n')
		.map((line) => line.match(`^ *- ${role} "(.*)"`)?.[1])
		.filter(Boolean);
}

test('posts, and what can be done with them', async () => {
	const { page, close } = await openWindow(browser, stack.url,
		{ cookie: anna.cookies.get('auth') });
	const both = ['@ben just now', 'Anna Berger @anna 2 hours ago'];

	await page.goto('/timeline');
	assert.deepEqual(await spoken(page, 'article'), both);
	const [theirs, own] = both;

	assert.deepEqual((await spoken(page, 'link'))
		.filter((name) => name.startsWith('Reply')),
	[`Reply ${theirs}`, `Reply ${own}`]);
	assert.deepEqual(await spoken(page, 'button'), [
		`Reposted 1 (undo) ${theirs}`, `Liked 1 (undo) ${theirs}`,
		`Repost ${own}`, `Like ${own}`]);
	await close();
});
