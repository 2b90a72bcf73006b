// Everything works from the keyboard, with and without JavaScript, and the
// focus is visible.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack, lean, noting } from '../lib/stack.mjs';
import { launch, leadsOn, openWindow, replaces } from './lib/browser.mjs';
import { places, visit } from './lib/places.mjs';
import { bodies, button, following, link, me, password, ways }
	from './lib/steps.mjs';
import { tabThrough } from './lib/tab.mjs';
import { populate } from './lib/world.mjs';

const stack = await borrowStack({ ...noting, ...lean });
const world = await populate(stack);
let browser;

function isFocused(locator) {
	return locator.evaluate((e) => e === document.activeElement);
}

// Measured once: measuring it again at each stop would take most of the test's
// time.
async function tabTo(page, locator) {
	const wanted = await locator.elementHandle();

	for (let presses = 0; presses < 90; presses++) {
		if (await isFocused(wanted))
			return;
		await page.keyboard.press('Tab');
	}
	assert.fail(`no way by Tab to ${locator}`);
}

async function type(page, label, text) {
	await tabTo(page, page.locator('form').filter(
		{ has: button(page, 'Register') }).getByLabel(label,
		{ exact: true }));
	await page.keyboard.type(text);
}

function enter(page) {
	return leadsOn(page, () => page.keyboard.press('Enter'));
}

async function wholeVisit({ page, check }, name) {
	await page.goto('/register');
	await type(page, 'Name', name);
	await type(page, 'Password', password);
	await type(page, 'Confirm password', password);
	await enter(page);
	await tabTo(page, page.getByLabel('Write a post'));
	await page.keyboard.type('Two\nlines');
	await tabTo(page, button(page, 'Post'));
	await enter(page);
	assert.deepEqual(await bodies(page), ['Two\nlines']);
	await tabTo(page, link(page, 'Search'));
	await enter(page);
	await tabTo(page, page.getByLabel(/^Find a member/));
	await page.keyboard.type('Ann');
	await enter(page);
	await tabTo(page, link(page, '@anna'));
	await enter(page);
	const follow = button(page, 'Follow @anna');

	await tabTo(page, follow);
	await replaces(page, follow, () => page.keyboard.press('Space'));
	await tabTo(page, button(page, following('anna')));
	await tabTo(page, link(page, 'Older'));
	await enter(page);
	await tabTo(page, me(page));
	await enter(page);
	await tabTo(page, page.locator('.settings summary'));
	await page.keyboard.press('Enter');
	await tabTo(page, button(page, 'Sign out'));
	await enter(page);
	assert.equal(await button(page, 'Sign in').count(), 1);
	check();
}

async function order({ page, check }, place) {
	await visit(page, place);
	await tabThrough(page);
	check();
}

async function skip({ page, check }, path) {
	await page.goto(path);
	const skipLink = link(page, 'Skip to content');
	const before = await skipLink.boundingBox();

	assert.ok(before.y + before.height <= 0, 'seen before it is needed');
	await page.keyboard.press('Tab');
	assert.ok(await isFocused(skipLink));
	assert.ok((await skipLink.boundingBox()).y >= 0, 'out of view');
	await page.keyboard.press('Enter');
	await page.waitForFunction(() =>
		document.activeElement.matches('main'));
	await page.keyboard.press('Tab');
	assert.equal(await page.evaluate(() => document.activeElement
		.matches('main *')), true);
	check();
}

function keyboard({ javaScriptEnabled, tag }) {
	const windows = {};

	before(async () => {
		for (const who of ['out', 'ben'])
			windows[who] = await openWindow(browser, stack.url, {
				javaScriptEnabled,
				cookie: world[who].cookies.get('auth'),
			});
	});
	test('a whole visit', () => wholeVisit(windows.out, `keys_${tag}`));
	test('the skip link', () => skip(windows.ben, '/'));
	// Without JavaScript. With it, places.test.mjs walks through many
	// pages.
	if (!javaScriptEnabled)
		test('the order of the home page', () => order(windows.ben,
			places.find((p) => p.name === 'home')));
}

describe('keyboard', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());
	for (const way of ways)
		describe(way.title, () => keyboard(way));
});
