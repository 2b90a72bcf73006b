// The post form with JavaScript counts the remaining letters as the site does.
// With and without JavaScript, pressing the button twice stores one post.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, button, ways, write } from './lib/steps.mjs';

const family = '👩‍👩‍👧‍👦';
const stack = await borrowStack();
const anna = await member(stack.url, 'anna');
const cookie = anna.cookies.get('auth');
let browser;

const texts = [
	{ title: 'nothing', text: '', left: '280' },
	{ title: 'letters', text: 'Hello', left: '275' },
	{ title: 'an emoji of seven code points', text: family, left: '279' },
	{ title: 'a letter and its accent', text: 'e\u0301', left: '279' },
	{ title: 'flags', text: '🇩🇪🇫🇷', left: '278' },
	{ title: 'families alone', text: family.repeat(280), left: '0',
		is: 'near' },
	{ title: 'accents by the hundred', text: `e${'\u0301'.repeat(300)}`,
		left: '255' },
	{ title: 'line breaks', text: 'a\n\nb', left: '276' },
	{ title: 'no spaces at the end', text: 'a b \n\t', left: '277' },
	{ title: 'no empty lines around', text: '\n \n\u200b\n a\n\u00a0\n',
		left: '278' },
	{ title: 'two empty lines of many', text: 'a\n\n \n\t\n\u2028b',
		left: '275' },
	{ title: 'nearly all', text: 'x'.repeat(260), left: '20', is: 'near' },
	{ title: 'all', text: '🦉'.repeat(280), left: '0', is: 'near' },
	{ title: 'too much', text: 'x'.repeat(283), left: '−3', is: 'over' },
];

async function assertCount({ page, check }, { text, left, is = '' }) {
	const count = page.locator('#status-count');

	await page.goto('/');
	await page.getByLabel('Write a post').fill(text);
	assert.equal(await count.innerText(), left);
	assert.equal(await count.getAttribute('class'),
		`count ${is}`.trim());
	check();
}

// A screen reader is told near the end, and when the text is too long.
async function assertSaid({ page, check }, text, said) {
	await page.goto('/');
	await page.getByLabel('Write a post').fill(text);
	await page.waitForFunction((expected) =>
		document.getElementById('status-live').textContent === expected,
	said);
	check();
}

// A text that fits by the script's count also fits by the site's, and a longer
// one does not.
async function assertSameLimit({ page, check }) {
	const text = `a\n${'🦉'.repeat(278)}`;
	const count = page.locator('#status-count');
	const field = page.getByLabel('Write a post');

	await page.goto('/');
	await write(page, `${text}! \n`);
	assert.equal(await count.innerText(), '−1');
	await field.press('Control+End');
	for (let i = 0; i < 3; i++)
		await field.press('Backspace');
	assert.equal(await count.innerText(), '0');
	await press(page, button(page, 'Post'));
	assert.deepEqual(await bodies(page), [text]);
	check();
}

// The rest of a long post opens and closes by keyboard, and by nothing else.
async function assertFold({ page, check }, text) {
	const post = page.locator('article', { hasText: text });
	const height = async () => (await post.boundingBox()).height;

	await page.goto('/');
	assert.ok(await height() < 500, `${await height()} px`);
	await post.locator('summary').focus();
	await page.keyboard.press('Enter');
	await post.getByText('line 55').waitFor();
	assert.ok(await height() > 48 * 20, `${await height()} px`);
	await page.keyboard.press('Space');
	await post.getByText('line 55').waitFor({ state: 'hidden' });
	check();
}

// On the worst of networks each request arrives at the site twice.
async function pressTwice({ page }, text) {
	await page.route('**/post', async (route) => {
		await route.fetch({ maxRedirects: 0 });
		await route.continue();
	});
	await page.goto('/');
	await page.getByLabel('Write a post').fill(text);
	await button(page, 'Post').dblclick();
	await page.getByText(text).waitFor();
	await page.unrouteAll({ behavior: 'wait' });
	await page.reload();
	assert.equal((await bodies(page)).filter((b) => b === text).length, 1);
}

describe('writing', () => {
	let window;

	before(async () => {
		browser = await launch();
		window = await openWindow(browser, stack.url, { cookie });
	});
	after(() => browser.close());
	for (const text of texts)
		test(`counts ${text.title}`, () => assertCount(window, text));
	test('says what is left', () => assertSaid(window,
		'x'.repeat(270), 'Characters left: 10'));
	test('says what is too much', () => assertSaid(window,
		'x'.repeat(290), 'Characters over the limit: 10'));
	test('the same limit', () => assertSameLimit(window));
	for (const { title, javaScriptEnabled } of ways)
		test(`a long post ${title}`, async () => {
			const lines = Array.from({ length: 46 },
				(_, i) => `${i + 10}`);

			await anna.write(`Long ${title}\n${lines.join('\n')}` +
				'\nline 55');
			await assertFold(await openWindow(browser, stack.url,
				{ cookie, javaScriptEnabled }), `Long ${title}`);
		});
	for (const { title, javaScriptEnabled } of ways)
		test(`pressed twice ${title}`, async () =>
			pressTwice(await openWindow(browser, stack.url,
				{ cookie, javaScriptEnabled }),
			`Once ${title}`));
});
