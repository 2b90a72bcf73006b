// The members of three older Retwis programs come back: with their old
// passwords, to their posts and to one another.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { edition2009, retwisJ, retwisRb } from '../admin/lib/older.mjs';
import { member } from '../lib/visitor.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { openRedis } from '../lib/wire.mjs';
import { assertAccessible, bringAxe } from './lib/axe.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, counts, link, signIn } from './lib/steps.mjs';

const DB = 5;
const stack = await borrowStack(lean);
const redis = openRedis(stack.socket);
const old = openRedis(stack.socket);
let browser;

before(async () => {
	browser = await launch();
	await old('SELECT', DB);
});
after(() => browser?.close());
beforeEach(() => redis('FLUSHALL'));

// A window in which that member has signed in with the old password.
async function comeBack(edition, name, secret = `pass of ${name}`) {
	await old('FLUSHDB');
	await edition(old);
	const ran = await adminOf(stack)(['import',
		`unix:${stack.socket}?db=${DB}`]);

	assert.equal(ran.status, 0, ran.errors);
	const { page } = await openWindow(browser, stack.url);

	await page.goto('/login');
	await signIn(page, name, secret);
	return page;
}

test('PHP of 2009', async () => {
	const page = await comeBack(edition2009, 'Anna Smith');

	// The first is so long that its end is folded.
	await page.getByText('Show more').click();
	const [first, rest, ...older] = await bodies(page);

	assert.match(`${first} ${rest}`, /^(long ){199}long$/);
	assert.deepEqual(older, ['café€', 'one\ufffdt\ufffdwo', 'Hello @carl, #tea?',
		'Hello | world']);
	assert.deepEqual(await counts(page), { Followers: 2, Following: 1 });
	await press(page, link(page, 'Profile (@Anna Smith)'));
	assert.equal(await page.locator('.post').count(), 3);
	await press(page, page.getByRole('link', { name: '2 Followers' }));
	await press(page, link(page, '@ben'));
	assert.deepEqual(await bodies(page), ['café€', 'Hello @carl, #tea?']);
	await press(page, link(page, '#tea'));
	assert.deepEqual(await bodies(page), ['Hello @carl, #tea?']);
});

test('Retwis-RB', async () => {
	const page = await comeBack(retwisRb, 'ben');

	assert.deepEqual(await bodies(page),
		['the third', '@anna the second', 'the first']);
	await press(page, link(page, '@anna').first());
	assert.deepEqual(await bodies(page), ['the third', 'the first']);
	assert.deepEqual(await counts(page), { Followers: 1, Following: 0 });
});

test('Retwis-J', async () => {
	const page = await comeBack(retwisJ, 'anna');

	await press(page, link(page, 'Profile (@anna)'));
	assert.deepEqual(await bodies(page), ['and thanks', 'a question']);
	for (const post of ['#p1', '#p2']) {
		await press(page, page.locator(`${post} .when`));
		assert.deepEqual(await bodies(page),
			['a question', '@anna an answer', 'and thanks'], post);
	}
});

// The posts in the archive of the profile that is open.
const archived = (page) => page.locator('#archive .body').allTextContents();

test('into a site where somebody has the name, and has posted', async () => {
	const other = await member(stack.url, 'anna');

	await other.post('/post', { status: 'I was here first' });
	const page = await comeBack(retwisJ, 'anna_2', 'pass of anna');

	await page.getByText('@anna_2 is your name here, because the one ' +
		'you had was taken').waitFor();
	await press(page, link(page, 'Profile (@anna_2)'));
	assert.deepEqual(await archived(page), ['and thanks', 'a question']);
	assert.deepEqual(await bodies(page), ['and thanks', 'a question']);
	await assertAccessible(page);
	await press(page, page.getByRole('link', { name: /^Delete the post of/ })
		.last());
	await assertAccessible(page);
	await press(page, page.getByRole('button', { name: 'Delete' }));
	assert.deepEqual(await archived(page), ['and thanks']);
	await press(page, link(page, '@ben').first());
	assert.deepEqual(await archived(page),
		['backwards', 'lost', 'no answer', '@anna an answer']);
	await page.goto('/');
	assert.deepEqual(await bodies(page), []);
});
