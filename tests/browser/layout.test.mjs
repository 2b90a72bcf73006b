// Every page from a small phone to a desk, with big letters, with the colours
// of the system: nothing sticks out, and everything can be hit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack, lean, noting } from '../lib/stack.mjs';
import { assertAccessible } from './lib/axe.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { missed, overflows, overlaps } from './lib/measure.mjs';
import { places, visit } from './lib/places.mjs';
import { populate } from './lib/world.mjs';

const stack = await borrowStack({ ...noting, ...lean });
const world = await populate(stack);
const windows = {};
let browser;

async function setLetters(context, page, pixels) {
	const session = await context.newCDPSession(page);

	await session.send('Page.setFontSizes',
		{ fontSizes: { standard: pixels } });
	assert.equal(await page.evaluate(() => getComputedStyle(
		document.documentElement).fontSize), `${pixels}px`);
	await session.detach();
}

async function measure(page, width, checks) {
	await page.setViewportSize({ width, height: 800 });
	for (const check of checks)
		assert.deepEqual(await page.evaluate(check), [],
			`${check.name} at ${width}`);
}

async function layOut({ context, page, check }, place) {
	await visit(page, place);
	for (const width of [320, 390, 768, 1280])
		await measure(page, width, [overflows, missed, overlaps]);
	await setLetters(context, page, 32);
	for (const width of [390, 1280])
		await measure(page, width, [overflows]);
	await setLetters(context, page, 16);
	check();
}

// Where the system sets the colours, lines must do what backgrounds did.
async function forceColours(place) {
	const { page, close } = await openWindow(browser, stack.url, {
		cookie: world[place.who].cookies.get('auth'),
		forcedColors: 'active', reducedMotion: 'reduce',
	});

	await visit(page, place);
	const bare = await page.evaluate(() => [...document.querySelectorAll(
		'main button, textarea, input:not([type="hidden"]), ' +
		'nav [aria-current]')].filter((element) => {
		const style = getComputedStyle(element);

		return style.borderBottomStyle !== 'solid' ||
			parseFloat(style.borderBottomWidth) < 1;
	}).map((element) => element.outerHTML));

	assert.deepEqual(bare, []);
	assert.equal(await page.evaluate(() =>
		document.getAnimations().length), 0);
	await measure(page, 390, [overflows, missed]);
	await assertAccessible(page);
	await close();
}

describe('layout', () => {
	before(async () => {
		browser = await launch();
		for (const [who, { cookies }] of Object.entries(world))
			windows[who] = await openWindow(browser, stack.url,
				{ cookie: cookies.get('auth') });
	});
	after(() => browser.close());
	for (const place of places)
		test(place.title, () => layOut(windows[place.who], place));
	for (const name of ['welcome', 'register refused', 'home',
		'own following', 'notifications, read'])
		test(`${name}, with the system's colours`, () =>
			forceColours(places.find((p) => p.name === name)));
});
