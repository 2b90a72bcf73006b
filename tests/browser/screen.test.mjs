// How many posts are visible without scrolling: posts of usual length, on a
// phone and on a desktop.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { borrowStack, lean } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';

const texts = [
	'The key to the boathouse is back on its hook. Thank you, whoever it was!',
	'Low water all week. Keep to the far side of the island, the rocks are out.',
	'Twelve kilometres today, and only one swan. #rowing',
	'Has anybody seen a blue bottle? It is not urgent, but it is my only one.',
	'Cox wanted for Sunday, half past eight. No experience needed, only a loud ' +
		'voice and a warm jacket.',
	'First coat is on. She looks fast, even upside down on two trestles.',
];

const stack = await borrowStack(lean);
const anna = await member(stack.url, 'anna');
let browser;

before(async () => {
	for (const text of texts)
		await anna.write(text);
	browser = await launch();
});
after(() => browser.close());

// Runs in the page: the posts that are completely on the screen.
function whole() {
	const bar = document.querySelector('.places').getBoundingClientRect();
	const end = bar.top > innerHeight / 2 ? bar.top : innerHeight;

	return [...document.querySelectorAll('.post')].filter((post) =>
		post.getBoundingClientRect().bottom <= end).length;
}

for (const [name, viewport, least] of [
	['a phone', { width: 390, height: 844 }, 3],
	['a desk', { width: 1280, height: 900 }, 5]])
	test(`${least} posts on the first screen of ${name}`, async () => {
		const { page, close } = await openWindow(browser, stack.url,
			{ viewport, cookie: anna.cookies.get('auth') });

		await page.goto('/');
		const n = await page.evaluate(whole);

		assert.ok(n >= least, `${n} instead of ${least}`);
		await close();
	});
