// Edges that a reader sees: where texts begin, and whether they are whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { overflows } from './lib/measure.mjs';

const stack = await borrowStack(lean);
const anna = await member(stack.url, 'anna');
const stopped = await member(stack.url, 'stopped');
const host = await member(stack.url, 'helen');
let browser;

before(async () => {
	for (let i = 0; i < 11; i++)
		await anna.write(`Number ${i}`);
	await stack.redis('HSET', 'user:2', 'standing', 'stopped');
	await stack.redis('HSET', 'user:3', 'standing', 'host');
	await stack.redis('SADD', 'hosts', 3);
	browser = await launch();
});
after(() => browser.close());

async function at(visitor, path, look, width = 390) {
	const { page, close } = await openWindow(browser, stack.url, {
		cookie: visitor.cookies.get('auth'),
		viewport: { width, height: 844 } });

	await page.goto(path);
	await look(page);
	await close();
}

const boxOf = (locator) => locator.evaluate((element) => {
	const range = document.createRange();

	range.selectNodeContents(element);
	return range.getBoundingClientRect().toJSON();
});

test('all texts of a page for who is suspended begin at one edge', () =>
	at(stopped, '/', async (page) => {
		const { left } = await boxOf(page.locator('h1'));

		assert.equal((await boxOf(page.locator('.plain'))).left, left);
	}));

test('"Older" and the tabs of a profile are as high as a finger', () =>
	at(anna, '/@anna', async (page) => {
		for (const link of await page.locator('.tabs a, .pager a').all())
			assert.ok((await link.boundingBox()).height >= 44,
				await link.innerText());
	}));

// The part of a letter that hangs out of its box is drawn, too.
test('nothing cuts a name', () => at(anna, '/@anna', async (page) => {
	for (const name of await page.locator('.who, .who *, h1, h1 *').all())
		assert.equal(await name.evaluate((element) =>
			getComputedStyle(element).overflow), 'visible');
}));

// Chromium makes the parts of the field for a time as wide as the texts are,
// and hides what has no room.
test('the field for a time has room for a whole one', () =>
	at(anna, '/', async (page) => {
		await page.focus('#status');
		await page.getByText('Publish later').click();
		const width = await page.locator('#at').evaluate((field) => {
			const { width } = field.getBoundingClientRect();

			field.style.width = 'auto';
			field.style.maxWidth = 'none';
			field.style.display = 'inline-block';
			field.value = '2026-12-30T00:00';
			return { is: width, needs: field.getBoundingClientRect().width };
		});

		assert.ok(width.is >= width.needs, JSON.stringify(width));
	}));

// Runs in the page: the answers of which a part isn't right of the button.
function astray() {
	return [...document.querySelectorAll('label:has([type="radio"])')]
		.filter((label) => {
			const button = label.querySelector('input');
			const words = document.createRange();

			words.setStartAfter(button);
			words.setEndAfter(label.lastChild);
			return [...words.getClientRects()].some(({ left }) =>
				left < button.getBoundingClientRect().right);
		}).map((label) => label.innerText);
}

for (const [path, answers] of [['/site', 21], ['/report?post=1', 5]])
	test(`${path}: on a small phone, too, answers are beside their buttons`,
		() => at(host, path, async (page) => {
			assert.equal(await page.locator('[type="radio"]').count(),
				answers);
			assert.deepEqual(await page.evaluate(astray), []);
			for (const label of await page.locator('fieldset label').all())
				assert.ok((await label.boundingBox()).height >= 44,
					await label.innerText());
		}, 320));

test('a row of buttons has no room above it', () =>
	at(anna, '/logout', async (page) => {
		const row = page.locator('p:has(button)');

		assert.equal((await row.boundingBox()).y,
			(await row.locator('button').first().boundingBox()).y);
	}));

// As long as a name may be, and without a blank.
test('the name of the site fits on a phone', async () => {
	const name = 'Donaudampfschifffahrtskapitänsclubverein';

	assert.equal([...name].length, 40);
	await stack.redis('HSET', 'site', 'name', name);
	for (const width of [320, 390])
		await at(anna, '/', async (page) => {
			await until('the page has its name', async () => {
				await page.reload();
				return await page.locator('.brand').innerText() === name;
			});
			assert.deepEqual(await page.evaluate(overflows), []);
		}, width);
	await stack.redis('HDEL', 'site', 'name');
});
