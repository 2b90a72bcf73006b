// Walks through the page that is open with the Tab key: it must reach
// everything that can be used, in order, with a visible focus.
import assert from 'node:assert/strict';

// Runs in the page: what has the focus, and whether that is visible.
function focused() {
	const element = document.activeElement;
	const box = element.getBoundingClientRect();
	const style = getComputedStyle(element);
	// A link may continue on a second line, with nothing in the middle of
	// its box.
	const [line] = element.getClientRects();
	const x = line.x + Math.min(line.width, innerWidth) / 2;
	const top = document.elementFromPoint(x, line.y + line.height / 2);

	return {
		index: [...document.querySelectorAll('*')].indexOf(element),
		html: element.outerHTML.slice(0, 80),
		isOutlined: style.outlineStyle !== 'none' &&
			parseFloat(style.outlineWidth) >= 2,
		// Scrolling moves by whole pixels, boxes do not.
		isInView: box.top > -1 && box.bottom < innerHeight + 1 &&
			box.left >= 0 && box.left < innerWidth,
		isOnTop: element.contains(top),
	};
}

// Runs in the page: what the Tab key should reach, one after the other.
function expected() {
	const all = [...document.querySelectorAll('*')];

	return all.flatMap((element, index) => element.matches('a[href], ' +
		'button, input:not([type="hidden"]), textarea, summary') &&
		!element.closest('details:not([open]) > :not(summary)') &&
		element.getClientRects().length ? [index] : []);
}

function assertSeen({ html, isOutlined, isInView, isOnTop }) {
	assert.ok(isOutlined, `no outline: ${html}`);
	assert.ok(isInView, `out of view: ${html}`);
	assert.ok(isOnTop, `hidden: ${html}`);
}

export async function tabThrough(page) {
	// Starts from the top, wherever the page itself has put the focus. The
	// form for a post is shown in full while the focus is in it.
	await page.evaluate(() => document.querySelector('#status')?.focus());
	const all = await page.evaluate(expected);

	await page.evaluate(() => document.activeElement.blur());
	await page.goto(page.url().replace(/#?$/, '#'));
	const seen = [];

	// A field for a date and a time has several stops.
	for (let i = 0; seen.length < all.length && i < 2 * all.length; i++) {
		await page.keyboard.press('Tab');
		const now = await page.evaluate(focused);

		assertSeen(now);
		if (seen.at(-1) !== now.index)
			seen.push(now.index);
	}
	assert.deepEqual(seen, all);
}
