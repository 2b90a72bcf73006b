// Every page in the browser, in both colour schemes: axe-core, the HTML that
// came, and nothing on the console or from elsewhere.
import { after, before, describe, test } from 'node:test';
import { borrowStack, closed, lean, noting } from '../lib/stack.mjs';
import { assertAccessible, bringAxe } from './lib/axe.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { assertValidHtml } from './lib/html.mjs';
import { closedPlaces, places, visit } from './lib/places.mjs';
import { populate } from './lib/world.mjs';

let browser;
const windows = new Map();

// One window a member: opening one takes longer than a page.
async function windowOf(url, cookie) {
	const key = `${url} ${cookie}`;

	if (!windows.has(key)) {
		const window = await openWindow(browser, url, { cookie });

		await bringAxe(window.context);
		windows.set(key, window);
	}
	return windows.get(key);
}

async function audit(url, visitor, place) {
	const { page, check } = await windowOf(url,
		visitor.cookies.get('auth'));
	const response = await visit(page, place);

	await assertValidHtml(await response.text());
	await assertAccessible(page);
	check();
}

const stack = await borrowStack({ ...noting, ...lean });
const closedStack = await borrowStack(closed);
const world = await populate(stack);

describe('audit', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());

	for (const place of places)
		test(place.title, () =>
			audit(stack.url, world[place.who], place));
	for (const place of closedPlaces)
		test(place.title, () => audit(closedStack.url, world.out, place));
});
