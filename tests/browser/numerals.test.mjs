// A site whose language has digits of its own: what people read, whether a page or
// a script has written it, and what programs read.
import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { close, makePseudo, open } from '../lib/pseudo.mjs';
import { startStack, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';

const folder = temporaryFolder();

// Page programs read it without the rights of root.
chmodSync(folder, 0o755);
makePseudo(folder, 'xx', 'rtl', '٠١٢٣٤٥٦٧٨٩');

const stack = await startStack({ env: { RETWIS_TEMPLATES: folder,
	RETWIS_LANGUAGE: 'xx' } });
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
await member(stack.url, 'cleo');

let browser, window, page;

before(async () => {
	browser = await launch();
	window = await openWindow(browser, stack.url,
		{ cookie: anna.cookies.get('auth') });
	page = window.page;
});
after(async () => {
	await window.close();
	await browser.close();
	await stack.stop();
	rmSync(folder, { recursive: true });
});

// A message as people see it, without the marks around names.
async function says(locator, text) {
	await until(`"${text}"`, async () => (await locator.textContent())
		.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ').trim() === text);
}

const message = (text) => `${open}${text}${close}`;

test('numbers of a page, and those that programs read', async () => {
	const root = await write(ben, 'Who comes?');

	for (const text of ['I do.', 'Me too.'])
		await write(ben, text, { reply_to: root });
	await page.goto(`/@ben/${root}`);
	await says(page.locator('.focus .acts .reply b'), '٢');
	assert.match(page.url(), /\/\d+$/);
	await says(page.locator('#status-hint'), message('Up to ٢٨٠ characters'));
	assert.equal(await page.locator('#status').getAttribute('data-max'), '280');
	assert.match(await page.locator('.focus time').first()
		.getAttribute('datetime'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
	assert.match(await page.locator('.focus time').first()
		.getAttribute('title'), /[٠-٩]{4}.*[٠-٩]{2}:[٠-٩]{2}/);
});

test('the characters that are left', async () => {
	await page.goto('/');
	await page.locator('#status').fill('Hello');
	await says(page.locator('#status-count'), '٢٧٥');
	await page.locator('#status').fill('x'.repeat(283));
	await says(page.locator('#status-count'), '−٣');
	await until('it is read out', async () =>
		await page.locator('#status-live').textContent() ===
			message('Characters over the limit: ٣'));
	await page.locator('#status').fill('');
});

test('live updates', async () => {
	await anna.follow('ben');
	await page.goto('/');
	await ben.write('Hello @anna');
	await says(page.locator('.news'), message('١ new post'));
	await says(page.locator('.bell'), message('Notifications, ١ new'));
	await says(page.locator('.counts .unread'), '١');
	await ben.write('Hello again @anna');
	await says(page.locator('.news'), message('٢ new posts'));
	await says(page.locator('.bell'), message('Notifications, ٢ new'));
	assert.match(await page.title(), /^\(٢\) /);
	// Another tab is told by a page that has been loaded.
	const other = await window.context.newPage();

	await other.goto('/timeline');
	await says(other.locator('.bell'), message('Notifications, ٢ new'));
	await says(page.locator('.bell'), message('Notifications, ٢ new'));
	await other.close();
});

test('whom you follow, counted in place', async () => {
	await page.setViewportSize({ width: 1280, height: 700 });
	await page.goto('/');
	const count = page.locator('.counts a[href$="/following"] strong');

	await says(count, '١');
	await page.locator('.side button', { hasText: '@cleo' }).click();
	await says(count, '٢');
});

test('pictures that are chosen', async () => {
	const picture = { mimeType: 'image/png', buffer: png(9, 6) };

	await page.goto('/');
	await page.locator('#status').fill('Two pictures');
	await page.locator('.adding summary').click();
	assert.equal(await page.locator('.choose').getAttribute('data-file-max'),
		String(20 << 20));
	await page.locator('#pick').setInputFiles([
		{ ...picture, name: 'a.png' }, { ...picture, name: 'b.png' }]);
	await says(page.locator('.adding [role="status"]'),
		message('Added ٢ pictures: now ٢ of ٤'));
	await says(page.locator('label[for="alt2"]'),
		message('Picture ٢: what does it show?'));
	assert.equal(await page.locator('.alt button').nth(1)
		.getAttribute('aria-label'), message('Remove picture ٢'));
	await page.locator('.alt button').first().click();
	await says(page.locator('.adding [role="status"]'),
		message('Removed the picture: now ١ of ٤'));
	await page.locator('#pick').setInputFiles({ name: 'x.txt',
		mimeType: 'text/plain', buffer: Buffer.from('x') });
	await says(page.locator('.choose > [role="alert"]'),
		message('“x.txt” isn\'t a JPEG, PNG, WebP or GIF picture.'));
	assert.equal(await page.locator('.adding [role="status"]').textContent(), '');
	window.check();
});
