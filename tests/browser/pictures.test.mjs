// Pictures as a person sees them: they keep their places while they load, none
// sticks out, and each has a page of its own, from which Back leads back. The words
// for them are there if they are not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { assertAccessible, bringAxe } from './lib/axe.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { missed, overflows, overlaps } from './lib/measure.mjs';
import { addPictures } from './lib/pictures.mjs';
import { links, w3m } from './lib/terminals.mjs';

const stack = await borrowStack(lean);
const { url } = stack;
const anna = await member(url, 'anna');
const ids = {};
let browser;

const arabic = 'قطة بيضاء تجلس على النافذة وتنظر إلى الشارع';
const shapes = {
	tiny: [[9, 9, 'Dot']],
	panorama: [[1600, 120, 'Hills']],
	landscape: [[1600, 1067, 'A boat']],
	square: [[640, 640, 'A square']],
	portrait: [[1200, 1600, 'A tree']],
	phone: [[738, 1600, 'Talk', true]],
	column: [[90, 1600, '']],
	two: [[1600, 1067, 'One'], [1200, 1600, arabic]],
	three: [[1600, 1067, ''], [200, 1600, 'Second'], [640, 640, '', true]],
	four: [[1600, 1067, 'First'], [1600, 90, 'x'.repeat(500)], [20, 20, 'Third'],
		[1200, 1600, 'Fourth']],
};

before(async () => {
	for (const [name, list] of Object.entries(shapes)) {
		ids[name] = await write(anna, `This is ${name}.`);
		await addPictures(stack, ids[name], ...list);
	}
	browser = await launch();
});
after(() => browser.close());

async function openAt(width, options) {
	const window = await openWindow(browser, url,
		{ viewport: { width, height: 844 }, ...options });

	await bringAxe(window.context);
	return window;
}

// Runs in the page: all of them, also those further down.
async function loadAll() {
	const all = [...document.querySelectorAll('.pictures img, .shown img')];

	for (const image of all)
		image.loading = 'eager';
	await Promise.all(all.map((image) => image.decode().catch(() => {})));
	return all.length;
}

// Runs in the page: the place and the size of everything that has a place.
function boxes() {
	return [...document.querySelectorAll('main *')].map((element) => {
		const { x, y, width, height } = element.getBoundingClientRect();

		return [element.tagName, x, y, width, height];
	});
}

// A smaller file is rounded to other pixels, and so may be its form.
const isMoved = (box, old) => box.some((n, i) => i && Math.abs(n - old[i]) >= 1.5);

async function assertStill(page, before) {
	const now = await page.evaluate(boxes);

	assert.equal(now.length, before.length);
	assert.deepEqual(now.filter((box, i) => isMoved(box, before[i])), []);
}

// Runs in the page: how wide and high each picture is, by the post's words.
function sizes() {
	return Object.fromEntries([...document.querySelectorAll('.post')].map((post) =>
		[post.querySelector('.body').textContent.match(/\w+(?=\.)/)[0],
			[...post.querySelectorAll('.pictures img')].map((image) => {
				const { width, height } = image.getBoundingClientRect();

				return [width, height];
			})]));
}

const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 1.5, `${what}: ${a}, not ${b}`);

async function assertTidy(page) {
	for (const check of [overflows, missed, overlaps])
		assert.deepEqual(await page.evaluate(`(${check})()`), [], check.name);
}

for (const width of [320, 390, 820, 1280, 1920])
	test(`nothing moves when they come, or don't, at ${width}`, async () => {
		const { context, page } = await openAt(width);
		const waiting = [];

		await context.route('**/picture/*', (route) => waiting.push(route));
		await page.goto('/@anna', { waitUntil: 'domcontentloaded' });
		const empty = await page.evaluate(boxes);

		await assertTidy(page);
		await context.route('**/picture/*', (route) =>
			route.fulfill({ status: 503 }));
		await Promise.all(waiting.map((route) => route.fulfill({ status: 503 })));
		await page.evaluate(loadAll);
		await assertStill(page, empty);
		await assertTidy(page);
		await context.unroute('**/picture/*');
		await page.goto('/@anna');
		assert.equal(await page.evaluate(loadAll), 16);
		await assertStill(page, empty);
		await assertTidy(page);
		await context.close();
	});

test('one is shown whole, and others in tiles', async () => {
	for (const [width, column] of [[390, 306], [1280, 588]]) {
		const { page, close } = await openAt(width);

		await page.goto('/@anna');
		const found = await page.evaluate(sizes);
		const highest = Math.min(column * 4 / 3, 844 * 0.8);
		const is = (name, i, w, h) => {
			near(found[name][i][0], w, `${name} at ${width}`);
			near(found[name][i][1], h, `${name} at ${width}`);
		};

		is('tiny', 0, 44, 44);
		is('panorama', 0, column, Math.max(column * 60 / 800, 44));
		is('landscape', 0, column, column * 534 / 800);
		is('square', 0, column, column);
		is('portrait', 0, highest * 3 / 4, highest);
		is('phone', 0, highest * 369 / 800, highest);
		is('column', 0, Math.min(160, column / 2), highest);
		for (const i of [0, 1])
			is('two', i, (column - 4) / 2, column / 2);
		is('three', 0, (column - 4) * 2 / 3, column * 2 / 3);
		is('three', 2, (column - 4) / 3, column / 3 - 2);
		for (const i of [0, 1, 2, 3])
			is('four', i, (column - 4) / 2, column * 3 / 8 - 2);
		await close();
	}
});

for (const [name, width, colorScheme] of [['a phone', 390, 'light'],
	['a phone in the dark', 390, 'dark'], ['a desk', 1280, 'light'],
	['a desk in the dark', 1280, 'dark']])
	test(`everybody can use them, on ${name}`, async () => {
		const { page, close, check } = await openAt(width, { colorScheme });

		for (const path of ['/@anna', `/@anna/${ids.four}`, `/@anna/${ids.three}/1`,
			`/@anna/${ids.two}/2`, `/@anna/${ids.column}/1`]) {
			await page.goto(path);
			await page.evaluate(loadAll);
			await assertAccessible(page);
		}
		check();
		await close();
	});

test('a press opens its page; Back and the keyboard lead on', async () => {
	const { page, close, check } = await openAt(390,
		{ javaScriptEnabled: false });

	await page.goto(`/@anna/${ids.four}`);
	await page.locator('.pictures a').nth(1).click();
	await page.waitForURL(`**/@anna/${ids.four}/2`);
	await page.getByRole('link', { name: 'Next picture' }).press('Enter');
	await page.waitForURL(`**/@anna/${ids.four}/3`);
	await page.getByText('Third').last().waitFor();
	await page.getByRole('link', { name: 'Previous picture' }).click();
	await page.waitForURL(`**/@anna/${ids.four}/2`);
	for (const n of ['/3', '/2', '']) {
		await page.goBack();
		await page.waitForURL(`**/@anna/${ids.four}${n}`);
	}
	check();
	await close();
});

// Runs in the page: how much of the picture's page is wider than the screen.
const tooWide = () => document.documentElement.scrollWidth -
	document.documentElement.clientWidth;

test('large, it is as wide as the screen at most, and whole', async () => {
	for (const width of [320, 390, 1280]) {
		const { page, close } = await openAt(width);

		for (const [name, list] of Object.entries(shapes)) {
			await page.goto(`/@anna/${ids[name]}/1`);
			await page.evaluate(loadAll);
			const box = await page.locator('.shown img').boundingBox();
			const [w, h] = list[0];

			assert.ok(await page.evaluate(tooWide) <= 0, `${name} at ${width}`);
			assert.ok(box.width <= w + 1 && box.height <= h + 1, name);
			// What is higher than the screen is at least twice as high as wide.
			assert.ok(box.height <= 844 - 100 || h > 2 * w, name);
			assert.ok(box.width >= Math.min(w, width - 32, 500) - 1 || h > w,
				`${name} at ${width}: ${box.width}`);
			if (h > 2 * w)
				near(box.width / box.height, w / h, name);
		}
		await close();
	}
});

test('on paper there are all of them', async () => {
	const asked = new Set();
	const { page, close } = await openAt(1280);

	page.on('request', (request) => /\/picture\//.test(request.url()) &&
		asked.add(request.url().match(/picture\/(\w+)/)[1]));
	await page.goto('/@anna');
	await page.pdf();
	assert.equal(asked.size, 16);
	await page.emulateMedia({ media: 'print' });
	assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(
		'.pictures img')].filter((image) => !image.getBoundingClientRect().width ||
		image.getBoundingClientRect().height > 460).map((image) => image.alt)), []);
	await close();
});

for (const [name, terminalBrowser] of Object.entries({ w3m, links }))
	test(`${name}: the words are links to the pictures`, async () => {
		const terminal = await terminalBrowser.open(`${url}/@anna/${ids.four}`);

		after(terminal.close);
		await terminal.shows(/First/);
		await terminalBrowser.push(terminal, 'Third');
		await terminal.shows(/Picture 3 of 4 by @anna/);
		await terminal.shows(/Previous picture/);
		await terminalBrowser.push(terminal, 'Next picture');
		await terminal.shows(/Picture 4 of 4 by @anna/);
	});
