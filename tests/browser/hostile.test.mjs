// Names and posts of hostile members do no harm: no script runs, and the page
// around them is unchanged.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, link, me, ways, write } from './lib/steps.mjs';
import { addClassic, attack, hostileName, turning } from './lib/world.mjs';

const stack = await borrowStack();
const cookies = {
	script: await addClassic(stack.redis, 1000, hostileName),
	turning: await addClassic(stack.redis, 1001, turning),
};
let browser;

// The overrides, embeddings and isolates in these texts are never closed.
const unclosed = ['\u202e', '\u202d\u202e', '\u202b', '\u2067', '\u2067\u202e'];

async function assertHarmless(page) {
	assert.equal(await page.locator('main script, img:not(.brand img), ' +
		'[onerror], main b').count(), 0);
	assert.doesNotMatch(await page.title(), /^hit$/);
}

const addresses = ['/', '/timeline', `/@${encodeURIComponent(hostileName)}`];

async function attackAll({ page, check }) {
	await page.goto('/?welcome=1');
	await write(page, attack);
	for (const address of addresses) {
		await page.goto(address);
		assert.equal((await bodies(page))[0], attack);
		await assertHarmless(page);
	}
	await press(page, page.locator('.when').first());
	assert.deepEqual(await bodies(page), [attack]);
	await press(page, page.locator('.who').first());
	assert.equal(await page.locator('h1').innerText(), `@${hostileName}`);
	await assertHarmless(page);
	check();
}

// When the form comes back, the text in it is just as harmless.
async function attackForm({ page, check }) {
	const text = `</textarea>${attack.repeat(3)}`;

	await page.goto('/');
	await write(page, text);
	assert.equal(await page.getByLabel('Write a post').inputValue(), text);
	await assertHarmless(page);
	check();
}

// Runs in the page: the text of an element in the order in which it is
// displayed, from the left.
function seen(element) {
	const walker = document.createTreeWalker(element,
		NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	const letters = [];

	while (walker.nextNode()) {
		const { data } = walker.currentNode;

		for (let i = 0; i < data.length; i++) {
			range.setStart(walker.currentNode, i);
			range.setEnd(walker.currentNode, i + 1);
			const box = range.getBoundingClientRect();

			if (box.width)
				letters.push({ box, letter: data[i] });
		}
	}
	letters.sort(({ box: a }, { box: b }) =>
		a.top - b.top || a.left - b.left);
	return letters.map(({ letter }) => letter).join('');
}

async function assertSeen(locator, pattern) {
	assert.match(await locator.evaluate(seen), pattern);
}

// The line after the reversed one, the post after it, and everything around.
async function turnPosts({ page, check }) {
	for (const mark of unclosed) {
		await page.goto('/');
		await write(page, 'Plain words.');
		await write(page, `a${mark}bc 123\nSecond line.`);
		await assertSeen(page.locator('.body').nth(0),
			/Second line\.$/);
		await assertSeen(page.locator('.body').nth(1),
			/^Plain words\.$/);
		await assertSeen(page.locator('.when').first(), /^just now$/);
		await assertSeen(page.locator('#feed'), /^Following/);
	}
	check();
}

// Only the name itself is reversed: the sign before it and the words after it
// keep their places.
async function turnNames({ page, check }) {
	await page.goto('/?welcome=1');
	await assertSeen(page.locator('.hello p'),
		/^Welcome, @evilexe\.png\. Write your/);
	await assertSeen(page.locator('.who').first(), /^@evil/);
	await assertSeen(page.locator('#you'), /^@evil/);
	await press(page, link(page, 'Everyone'));
	await assertSeen(page.locator('.members li').first(), /^@evil/);
	await press(page, page.locator('.who').first());
	await assertSeen(page.locator('h1'), /^@evil/);
	assert.equal(await me(page).count(), 1);
	check();
}

// Combining marks above and below letters, which pile up: as many as a post may
// have.
const towers = ['\u0301', '\u0323'].map((mark) => `o${mark.repeat(270)}`);

// The posts above and below look as if these piles were not there. Marks above
// and below a letter, as in real languages, are displayed completely.
async function pileUp({ page, check }) {
	await page.goto('/');
	await write(page, 'Below.');
	await write(page, towers[1]);
	await write(page, towers[0]);
	await write(page, 'Ẫ Ǟ ệ ṩ ปู่ ที่ Å̂ ỵ̇ are above.');
	const posts = page.locator('.post');
	const looks = async () => Promise.all([0, 3].map(async (i) =>
		(await posts.nth(i).screenshot()).toString('base64')));
	const style = (i, name, value) => posts.nth(i).locator('.body')
		.evaluate((body, [key, to]) => { body.style[key] = to; },
			[name, value]);
	const piled = await looks();

	for (const i of [1, 2])
		await style(i, 'visibility', 'hidden');
	const alone = await looks();

	assert.ok(piled.join() === alone.join(), 'they reach the others');
	await style(0, 'clipPath', 'none');
	assert.ok(alone.join() === (await looks()).join(), 'letters are cut');
	check();
}

// Runs in the page: does what a hole in our escaping would allow.
function breakIn() {
	const script = document.createElement('script');
	const image = document.createElement('img');

	window.hits = [];
	script.textContent = 'window.hits.push("script")';
	image.setAttribute('onerror', 'window.hits.push("handler")');
	image.src = 'data:,';
	document.body.append(script, image);
	const away = document.createElement('img');

	away.src = 'http://127.0.0.2:9/';
	document.body.append(away);
	return new Promise((done) => {
		away.onload = () => done(['picture']);
		away.onerror = () => done(window.hits);
	});
}

// And even with such a hole, the browser would refuse to run it.
async function assertPolicy({ context, page }) {
	const blocked = [];

	context.on('requestfailed', (request) =>
		blocked.push(request.failure().errorText));
	await page.goto('/');
	assert.deepEqual(await page.evaluate(breakIn), []);
	assert.ok(blocked.every((text) => text === 'csp'), `${blocked}`);
}

describe('hostile', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());
	test('a script that breaks in does not run', async () =>
		assertPolicy(await openWindow(browser, stack.url)));
	for (const { title, javaScriptEnabled } of ways) {
		const open = (cookie) => openWindow(browser, stack.url,
			{ javaScriptEnabled, cookie });

		test(`a name and posts with scripts, ${title}`, async () => {
			const window = await open(cookies.script);

			await attackAll(window);
			await attackForm(window);
		});
		test(`letters with piled-up marks, ${title}`, async () =>
			pileUp(await open(cookies.script)));
		test(`posts and a name with reversed text, ${title}`, async () => {
			const window = await open(cookies.turning);

			await turnPosts(window);
			await turnNames(window);
		});
	}
});
