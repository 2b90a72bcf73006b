// Choosing pictures for a post, from the first press to the post: on a phone and
// on a desktop, with a script and without, and in a text browser.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { newestPost } from '../lib/typing.mjs';
import { member } from '../lib/visitor.mjs';
import { assertAccessible, bringAxe } from './lib/axe.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { missed, overflows, overlaps } from './lib/measure.mjs';
import { button } from './lib/steps.mjs';
import { tabThrough } from './lib/tab.mjs';
import { w3m } from './lib/terminals.mjs';

const { url, redis } = await borrowStack(lean);
const anna = await member(url, 'anna');
const folder = mkdtempSync(`${tmpdir()}/retwis-`);
let browser;

before(async () => { browser = await launch(); });
after(async () => {
	await browser.close();
	rmSync(folder, { recursive: true });
});

const picture = (name, width, height) => ({ name, mimeType: 'image/png',
	buffer: png(width, height) });
const wide = picture('wide.png', 90, 60), high = picture('high.png', 40, 80),
	square = picture('square.png', 50, 50);
const text = { name: 'letter.txt', mimeType: 'text/plain',
	buffer: Buffer.from('No picture.') };
// It says that it is one, and a browser believes it.
const broken = { ...text, name: 'broken.png', mimeType: 'image/png' };

async function open(width, more) {
	const window = await openWindow(browser, url, {
		viewport: { width, height: 800 },
		cookie: anna.cookies.get('auth'), ...more });

	await bringAxe(window.context);
	await window.page.goto('/');
	return window;
}

async function fits(page) {
	for (const look of [overflows, missed, overlaps])
		assert.deepEqual(await page.evaluate(look), []);
}

async function looksGood(page) {
	await assertAccessible(page);
	await fits(page);
}

async function beginPost(page, words) {
	await page.getByLabel('Write a post').fill(words);
	await page.getByText('Add pictures').click();
}

const pick = (page) => page.getByLabel('Choose pictures');
const shows = (page, n) => page.getByLabel(`Picture ${n}: what does it show?`);
const said = (page) => page.locator('.adding [role="status"]').innerText();
const wrong = (page) => page.locator('.adding .choose > [role="alert"]').innerText();

// Each is drawn once its file has been decoded.
const drawn = (page, n) => page.waitForFunction((expected) =>
	document.querySelectorAll('.preview canvas').length === expected, n);

// "90x60 what it shows" of each picture of the newest post.
async function stored() {
	const { pictures = '' } = await newestPost(redis);

	return pictures.split('\n').filter(Boolean).map((line) => line.replace(
		/^[0-9a-f]{32} (\d+) (\d+)[^\t]*\t/, '$1x$2 '));
}

for (const width of [390, 1280])
	test(`with a script, ${width} pixels wide`, async () => {
		const { page, check, close } = await open(width);

		await looksGood(page);
		await beginPost(page, 'With a script');
		await looksGood(page);
		await pick(page).setInputFiles([wide, high]);
		await drawn(page, 2);
		assert.equal(await said(page), 'Added 2 pictures: now 2 of 4');
		await shows(page, 1).fill('Wide');
		await shows(page, 2).fill('High');
		await pick(page).setInputFiles([square]);
		await drawn(page, 3);
		assert.equal(await said(page), 'Added a picture: now 3 of 4');
		await looksGood(page);
		await page.getByRole('button', { name: 'Remove picture 1' }).click();
		assert.equal(await said(page), 'Removed the picture: now 2 of 4');
		assert.equal(await page.evaluate(() =>
			document.activeElement.getAttribute('aria-label')),
		'Remove picture 1');
		assert.equal(await shows(page, 1).inputValue(), 'High');
		assert.equal(await page.locator('.alt:visible').count(), 2);
		await press(page, button(page, 'Post'));
		assert.deepEqual(await stored(), ['40x80 High', '50x50 ']);
		check();
		await close();
	});

for (const width of [390, 1280])
	test(`without JavaScript, ${width} pixels wide`, async () => {
		const { page, close } = await open(width, { javaScriptEnabled: false });

		await beginPost(page, 'Without');
		await fits(page);
		await shows(page, 2).fill('High');
		await page.locator('#picture2').setInputFiles(high);
		await page.locator('#picture3').setInputFiles(broken);
		const answer = await press(page, button(page, 'Post'));

		assert.equal(answer.status(), 422);
		await fits(page);
		assert.ok(await page.locator('.sent img').evaluate((image) =>
			image.complete && image.naturalWidth === 40));
		assert.match(await page.locator('.alt .bad').innerText(),
			/^Picture 3: /);
		await page.locator('#picture1').setInputFiles(square);
		await press(page, button(page, 'Post'));
		assert.deepEqual(await stored(), ['40x80 High', '50x50 ']);
		await close();
	});

test('if the script is missing, the form works as without any', async () => {
	const { page, close } = await open(390);

	await page.route('**/static/pictures.js*', (route) => route.fulfill(
		{ contentType: 'text/javascript', body: '' }));
	await page.reload();
	await beginPost(page, 'Alone');
	await looksGood(page);
	await page.locator('#picture1').setInputFiles(broken);
	await page.locator('#picture4').setInputFiles(high);
	assert.equal((await press(page, button(page, 'Post'))).status(), 422);
	await looksGood(page);
	await press(page, button(page, 'Post'));
	assert.deepEqual(await stored(), ['40x80 ']);
	await close();
});

test('a text alone is sent as ever, unless there is no script', async () => {
	for (const javaScriptEnabled of [true, false]) {
		const { page, close } = await open(1280, { javaScriptEnabled });
		const sent = page.waitForRequest((request) =>
			request.method() === 'POST');

		await page.getByLabel('Write a post').fill('Text alone');
		await press(page, button(page, 'Post'));
		assert.match((await sent).headers()['content-type'],
			javaScriptEnabled ? /urlencoded$/ : /^multipart/);
		assert.equal((await newestPost(redis)).body, 'Text alone');
		await close();
	}
});

test('what the site would refuse is said before it is sent', async () => {
	const { page, close } = await open(390);

	await beginPost(page, 'Too many');
	await pick(page).setInputFiles([wide, text, high, wide, square, high]);
	await drawn(page, 4);
	assert.equal(await wrong(page), '“letter.txt” isn\'t a JPEG, PNG, WebP or ' +
		'GIF picture. “high.png” was left out: a post can have up to four ' +
		'pictures.');
	assert.equal(await said(page), 'Added 4 pictures: now 4 of 4');
	await page.getByRole('button', { name: 'Remove picture 4' }).click();
	assert.equal(await wrong(page), '');
	// The browser looks at its size only, and this test needs no 20 MB, either.
	const large = `${folder}/large.png`;

	writeFileSync(large, wide.buffer);
	truncateSync(large, 20 * 1024 * 1024 + 1);
	await pick(page).setInputFiles(large);
	assert.match(await wrong(page), /^“large\.png” is larger than 20 MB/);
	await looksGood(page);
	await press(page, button(page, 'Post'));
	assert.deepEqual(await stored(), ['90x60 ', '40x80 ', '90x60 ']);
	await close();
});

test('a file that the browser cannot show is sent, and then refused',
	async () => {
		const { page, close } = await open(1280);

		await beginPost(page, 'Broken');
		await pick(page).setInputFiles([wide, broken, high]);
		await drawn(page, 2);
		assert.equal(await page.locator('.preview').nth(1).innerText(),
			'broken.png');
		await shows(page, 1).fill('Wide');
		await shows(page, 2).fill('Broken');
		assert.equal((await press(page, button(page, 'Post'))).status(), 422);
		assert.ok(await shows(page, 2).evaluate((field) =>
			field === document.activeElement));
		await looksGood(page);
		assert.equal(await page.locator('.alt:visible').count(), 1);
		assert.equal(await shows(page, 2).inputValue(), 'Broken');
		assert.equal(await page.locator('.sent input:checked').count(), 2);
		await pick(page).setInputFiles([square]);
		assert.equal(await page.locator('.alt .bad').count(), 0);
		await press(page, button(page, 'Post'));
		assert.deepEqual(await stored(),
			['90x60 Wide', '40x80 ', '50x50 Broken']);
		await close();
	});

test('with the keyboard alone, and with enlarged text', async () => {
	const { page, close } = await open(390, { bypassCSP: true });

	await beginPost(page, 'Tab');
	await pick(page).setInputFiles([wide, high]);
	await drawn(page, 2);
	await tabThrough(page);
	await page.addStyleTag({ content: 'html { font-size: 200% }' });
	assert.deepEqual(await page.evaluate(overflows), []);
	await close();
});

test('pasted, and dropped', async () => {
	const { page, close } = await open(1280);

	await page.getByLabel('Write a post').fill('Pasted');
	await page.evaluate((bytes) => {
		const file = new File([new Uint8Array(bytes)], 'pasted.png',
			{ type: 'image/png' });
		const [clipboardData, dataTransfer] = [new DataTransfer(),
			new DataTransfer()];
		const options = { bubbles: true, cancelable: true };
		const field = document.getElementById('status');

		clipboardData.items.add(file);
		dataTransfer.items.add(file);
		field.dispatchEvent(new ClipboardEvent('paste',
			{ ...options, clipboardData }));
		field.dispatchEvent(new DragEvent('drop',
			{ ...options, dataTransfer }));
	}, [...wide.buffer]);
	await drawn(page, 2);
	await press(page, button(page, 'Post'));
	assert.deepEqual(await stored(), ['90x60 ', '90x60 ']);
	await close();
});

test('w3m: a post with a file', async () => {
	writeFileSync(`${folder}/wide.png`, wide.buffer);
	const terminal = await w3m.open(`${url}/login`, 'From w3m');

	after(terminal.close);
	await terminal.shows(/Password/);
	await w3m.signIn(terminal, 'anna');
	await terminal.shows(/Write a post/);
	await w3m.pushAfter(terminal, 'Write a post');
	await terminal.shows(/From w3m/);
	await w3m.fill(terminal, 'Picture 1: what', 'A field');
	await w3m.fill(terminal, 'Picture 4: what', '');
	await terminal.press('Tab', 'Enter', 'C-e', 'C-u');
	await terminal.type(`${folder}/wide.png`);
	await terminal.press('Enter');
	await w3m.push(terminal, 'Post\\]');
	await until('the post', async () => (await stored()).length === 1);
	assert.deepEqual(await stored(), ['90x60 A field']);
});
