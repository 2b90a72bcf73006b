// Every page in the browser, each loaded only once, since loading costs more
// than most of the checks: axe-core in both colour schemes, and the Tab key's
// way through the page. From a small phone to a desktop, with large letters,
// and with the system's colours, nothing sticks out, and everything is large
// enough to tap. Nothing is on the console, and nothing is loaded from
// elsewhere. html.test.mjs checks the HTML.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack, closed, lean, noting } from '../lib/stack.mjs';
import { assertAccessible, bringAxe } from './lib/axe.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { missed, overflows, overlaps } from './lib/measure.mjs';
import { closedPlaces, places, visit } from './lib/places.mjs';
import { tabThrough } from './lib/tab.mjs';
import { populate } from './lib/world.mjs';

const stack = await borrowStack({ ...noting, ...lean });
const closedStack = await borrowStack(closed);
const world = await populate(stack);
const height = 800;
let browser;

// ---- one window for all members --------------------------------------------

// A second window would be a second process, which costs as much as ten pages.
async function openFor(url) {
	const window = await openWindow(browser, url,
		{ viewport: { width: 1280, height } });

	await bringAxe(window.context);
	return { ...window, url, cdp: await window.context
		.newCDPSession(window.page) };
}

async function become({ context, url }, { cookies }) {
	const value = cookies.get('auth');

	await context.clearCookies();
	if (value)
		await context.addCookies([{ name: 'auth', value, url }]);
}

// Takes the window there, unless it is already there.
async function arrive(window, place) {
	if (window.place === place)
		return;
	window.place = undefined;
	await become(window, world[place.who]);
	await visit(window.page, place);
	window.place = place;
}

// ---- the checks -----------------------------------------------------------

async function audit(window, place) {
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
async function measure(page, width, checks) {
	await page.setViewportSize({ width, height });
	const found = await page.evaluate(
		`[${checks.map((check) => `(${check})()`)}]`);

	checks.forEach(({ name }, i) =>
		assert.deepEqual(found[i], [], `${name} at ${width}`));
}

async function layOut(window, place) {
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

// On a phone nothing may be hidden under the bar at the bottom.
async function order(window, place) {
	const { page, check } = window;

	await arrive(window, place);
	await tabThrough(page);
	if (onPhones.includes(place.name)) {
		await page.setViewportSize({ width: 390, height });
		await tabThrough(page);
		await page.setViewportSize({ width: 1280, height });
	}
	check();
}

// Where the system sets the colours, lines must replace backgrounds. Boxes are
// drawn by the browser itself.
function bareControls() {
	return [...document.querySelectorAll('main button, textarea, ' +
		'input:not([type="hidden"], [type="checkbox"]), nav [aria-current]')]
		.filter((element) => {
			const style = getComputedStyle(element);

			return style.borderBottomStyle !== 'solid' ||
				parseFloat(style.borderBottomWidth) < 1;
		}).map((element) => element.outerHTML);
}

async function forceColours(window, place) {
	const { page, check } = window;

	window.place = undefined;
	await page.emulateMedia({ colorScheme: null, forcedColors: 'active',
		reducedMotion: 'reduce' });
	try {
		await arrive(window, place);
		assert.deepEqual(await page.evaluate(bareControls), []);
		assert.equal(await page.evaluate(() =>
			document.getAnimations().length), 0);
		await measure(page, 390, [overflows, missed]);
		await assertAccessible(page);
	} finally {
		window.place = undefined;
		await page.emulateMedia({ colorScheme: null,
			forcedColors: null, reducedMotion: null });
		await page.setViewportSize({ width: 1280, height });
	}
	check();
}

const toured = ['home', 'welcome', 'register refused', 'timeline', 'profile',
	'home, older', 'profile followed', 'own following', 'bio refused',
	'time refused', 'scheduled', 'account',
	'search, found', 'thread', 'likes', 'notifications', 'sign out'];

const onPhones = ['home', 'thread', 'notifications', 'bio refused'];

const forced = ['welcome', 'register refused', 'home', 'own following',
	'notifications, read'];

describe('places', () => {
	let open, shut;

	before(async () => {
		browser = await launch();
		[open, shut] = await Promise.all(
			[stack.url, closedStack.url].map(openFor));
	});
	after(() => browser.close());
	for (const place of places) {
		test(place.title, () => audit(open, place));
		if (toured.includes(place.name))
			test(`the order of ${place.title}`, () =>
				order(open, place));
		test(`the layout of ${place.title}`, () => layOut(open, place));
	}
	for (const place of closedPlaces)
		test(place.title, () => audit(shut, place));
	for (const name of forced)
		test(`${name}, with the system's colours`, () => forceColours(
			open, places.find((place) => place.name === name)));
});
