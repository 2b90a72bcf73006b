// Every page in the browser, each loaded only once, since loading costs more
// than most of the checks: axe-core in both colour schemes, and the Tab key's
// way through the page. From a small phone to a desktop, with large letters,
// and with the system's colours, nothing sticks out, and everything is large
// enough to tap. Nothing is on the console, and nothing is loaded from
// elsewhere. html.test.mjs checks the HTML.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack, closed, lean, noting } from '../lib/stack.mjs';
import { assertAccessible } from './lib/axe.mjs';
import { launch } from './lib/browser.mjs';
import { missed, overflows } from './lib/measure.mjs';
import { closedPlaces, places } from './lib/places.mjs';
import { tabThrough } from './lib/tab.mjs';
import { arrive, audit, height, layOut, measure, openTour } from './lib/tour.mjs';
import { populate } from './lib/world.mjs';

const stack = await borrowStack({ ...noting, ...lean });
const closedStack = await borrowStack(closed);
const world = await populate(stack);
let browser;

// ---- the checks -----------------------------------------------------------

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
			[stack.url, closedStack.url].map((url) => openTour(browser, url, world)));
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
