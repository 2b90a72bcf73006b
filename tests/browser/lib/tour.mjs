// A window that goes from place to place as different members, and what is checked
// wherever it arrives.
import assert from 'node:assert/strict';
import { assertAccessible, bringAxe } from './axe.mjs';
import { openWindow } from './browser.mjs';
import { missed, overflows, overlaps } from './measure.mjs';
import { visit } from './places.mjs';

export const height = 800;

// A second window would be a second process, which costs as much as ten pages.
// `world` are the members of the site at this address.
export async function openTour(browser, url, world) {
	const window = await openWindow(browser, url,
		{ viewport: { width: 1280, height } });

	await bringAxe(window.context);
	return { ...window, url, world, cdp: await window.context
		.newCDPSession(window.page) };
}

async function become({ context, url }, { cookies }) {
	const value = cookies.get('auth');

	await context.clearCookies();
	if (value)
		await context.addCookies([{ name: 'auth', value, url }]);
}

// Takes the window there, unless it is already there.
export async function arrive(window, place) {
	if (window.place === place)
		return;
	window.place = undefined;
	await become(window, window.world[place.who]);
	await visit(window.page, place);
	window.place = place;
}

export async function audit(window, place) {
	await arrive(window, place);
	await assertAccessible(window.page);
	window.check();
}

async function setLetters({ cdp, page }, pixels) {
	await cdp.send('Page.setFontSizes',
		{ fontSizes: { standard: pixels } });
	assert.equal(await page.evaluate(() => getComputedStyle(
		document.documentElement).fontSize), `${pixels}px`);
}

// The findings of these functions, all in one call.
export async function measure(page, width, checks) {
	await page.setViewportSize({ width, height });
	const found = await page.evaluate(
		`[${checks.map((check) => `(${check})()`)}]`);

	checks.forEach(({ name }, i) =>
		assert.deepEqual(found[i], [], `${name} at ${width}`));
}

// From a small phone to a desktop, and with letters of twice the size.
export async function layOut(window, place) {
	const { page, check } = window;

	await arrive(window, place);
	for (const width of [1280, 768, 320, 390])
		await measure(page, width, [overflows, missed, overlaps]);
	try {
		await setLetters(window, 32);
		for (const width of [390, 1280])
			await measure(page, width, [overflows]);
	} finally {
		await setLetters(window, 16);
	}
	check();
}
