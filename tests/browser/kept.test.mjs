// What is typed stays until it is posted, or emptied by its writer: for each
// form, in one tab, and for nobody else. With JavaScript, which all of it needs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, leadsOn, openWindow, press, replaces }
	from './lib/browser.mjs';
import { bodies, button, link, signIn, signOut } from './lib/steps.mjs';

const stack = await borrowStack();
const typed = ' One line,\n\n"another" & <b>bold</b>';
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
let browser, window, page;

await ben.write('Who comes along?');
await ben.write('And when?');
await anna.follow('ben');

const field = () => page.locator('#status');
const kept = () => page.evaluate('sessionStorage.length');

before(async () => {
	browser = await launch();
	window = await openWindow(browser, stack.url,
		{ cookie: anna.cookies.get('auth') });
	page = window.page;
});
after(async () => {
	await window.close();
	await browser.close();
});

async function shows(text) {
	await until(`it shows ${JSON.stringify(text)}`, async () =>
		await field().inputValue() === text);
}

test('by liking, following a link and coming back, and reloading', async () => {
	await page.goto('/');
	await field().fill(typed);
	await replaces(page, button(page.locator('#p1'), 'Like'));
	await shows(typed);
	await page.reload();
	await shows(typed);
	await press(page, link(page, 'Everyone'));
	await press(page, link(page, 'Home'));
	await shows(typed);
	await page.goto('/search?q=ben');
	await page.goBack();
	await shows(typed);
	// The counter and the size of the field follow.
	assert.equal(await page.locator('#status-count').innerText(),
		String(280 - typed.length));
	window.check();
});

test('also where the form is sent without the script', async () => {
	await page.goto('/@ben');
	await leadsOn(page, () => page.evaluate(() => document
		.querySelector('form[action="/follow"]').submit()));
	await page.goto('/');
	await shows(typed);
});

test('each reply has its own', async () => {
	for (const id of [1, 2]) {
		await page.goto(`/@ben/${id}`);
		await shows('');
		await field().fill(`Reply to ${id}`);
	}
	await page.goto('/@ben/1');
	await shows('Reply to 1');
	await page.goto('/@ben/2');
	await shows('Reply to 2');
	await page.goto('/');
	await shows(typed);
});

test('the time for later comes back, and is seen', async () => {
	await page.goto('/@ben/2');
	await field().focus();
	await page.locator('.later summary').click();
	await page.locator('#at').fill('2040-02-03T04:05');
	await page.reload();
	await until('the time is back', async () =>
		await page.locator('#at').inputValue() === '2040-02-03T04:05');
	assert.equal(await page.locator('#at').isVisible(), true);
	await page.locator('#at').fill('');
	await page.reload();
	await shows('Reply to 2');
	assert.equal(await page.locator('#at').isVisible(), false);
});

test('so do its question and its date, and only these parts are open', async () => {
	const ticked = () => page.locator('[name="comes"]').isChecked();
	const isOpen = () => page.locator('.extras details').evaluateAll((all) =>
		all.filter((part) => part.open).map((part) => part.className));

	await page.goto('/');
	await field().focus();
	await page.locator('.ask summary').click();
	await page.locator('[name="comes"]').check();
	await page.locator('#answers').fill('One\nTwo');
	await page.locator('.date summary').click();
	await page.locator('#place').fill('The "club"');
	await replaces(page, button(page.locator('#p2'), 'Like'));
	await page.reload();
	await until('they are back', async () =>
		await page.locator('#place').inputValue() === 'The "club"');
	assert.equal(await page.locator('#answers').inputValue(), 'One\nTwo');
	assert.equal(await ticked(), true);
	assert.deepEqual(await isOpen(), ['ask', 'date']);
	await page.locator('[name="comes"]').uncheck();
	await page.locator('#answers').fill('');
	await page.locator('#place').fill('');
	await page.reload();
	await shows(typed);
	assert.equal(await ticked(), false);
	assert.deepEqual(await isOpen(), []);
	window.check();
});

test('emptied, it stays empty', async () => {
	await page.goto('/@ben/1');
	await shows('Reply to 1');
	await field().fill('');
	await page.goto('/');
	await page.goto('/@ben/1');
	await shows('');
	await page.goBack();
	await page.goBack();
	await shows('');
});

test('posted, it is gone, and the others are not', async () => {
	await page.goto('/');
	await shows(typed);
	await press(page, button(page, 'Post'));
	assert.equal((await bodies(page))[0], typed.trimEnd());
	assert.equal(await page.getByRole('status').filter({ hasText: 'Posted.' })
		.count(), 1);
	await shows('');
	await page.reload();
	await shows('');
	assert.equal(await page.getByText('Posted.').count(), 0);
	// Nor does Back bring it, although browsers fill in what they had.
	await page.goto('/search');
	await page.goBack();
	await page.goBack();
	await shows('');
	await page.goto('/@ben/2');
	await shows('Reply to 2');
	await press(page, button(page, 'Reply'));
	await page.goto('/@ben/2');
	await shows('');
});

// Runs in the page: what a browser does that has kept a page in its memory.
function showFromMemory(nonce) {
	document.querySelector('.write [name="nonce"]').value = nonce;
	window.dispatchEvent(new PageTransitionEvent('pageshow',
		{ persisted: true }));
}

test('a form from memory that has been posted is loaded again', async () => {
	await page.goto('/');
	const nonce = await page.locator('.write [name="nonce"]').inputValue();

	await field().fill('The first');
	await press(page, button(page, 'Post'));
	await leadsOn(page, () => page.evaluate(showFromMemory, nonce));
	await shows('');
	await field().fill('The second');
	await press(page, button(page, 'Post'));
	assert.deepEqual((await bodies(page)).slice(0, 2),
		['The second', 'The first']);
	window.check();
});

test('refused, it comes back from anywhere', async () => {
	const long = 'x'.repeat(281);

	await page.goto('/');
	await field().fill(long);
	await press(page, button(page, 'Post'));
	assert.equal(await page.locator('h1').innerText(), 'Not posted yet');
	await field().fill(`${long}!`);
	await press(page, link(page, 'Home'));
	await shows(`${long}!`);
	await field().fill('');
});

test('a line that breaks while it is sent loses nothing', async () => {
	await page.goto('/');
	await field().fill(typed);
	await page.route('**/post', (route) => route.abort());
	await button(page, 'Post').click();
	await until('the button shows it', async () => await page.locator(
		'.write button[aria-busy]').count() === 1 ||
		page.url().startsWith('chrome-error'));
	await page.unroute('**/post');
	await page.goto('/');
	await shows(typed);
	assert.equal(await button(page, 'Post').count(), 1);
	window.faults.length = 0;
});

// Runs in the page: notes what the button becomes, for the page after it.
function noteButton() {
	const button = document.querySelector('.write button');

	new MutationObserver(() => sessionStorage.setItem('became',
		`${button.textContent} ${button.getAttribute('aria-busy')}`))
		.observe(button, { attributes: true, childList: true });
}

test('the button shows that it works', async () => {
	await page.goto('/');
	await field().fill('On a slow line');
	await page.evaluate(noteButton);
	await press(page, button(page, 'Post'));
	assert.equal(await page.evaluate(() => {
		const became = sessionStorage.getItem('became');

		sessionStorage.removeItem('became');
		return became;
	}), 'Posting… true');
	assert.equal((await bodies(page))[0], 'On a slow line');
	assert.equal(await button(page, 'Post').count(), 1);
	window.check();
});

test('after signing in again, the text of a session that ended', async () => {
	await page.goto('/');
	await field().fill('Once more');
	await anna.logoutEverywhere();
	await press(page, button(page, 'Post'));
	assert.equal(await kept(), 0);
	await signIn(page, 'anna');
	await shows('Once more');
	// From now on it is a draft like all others.
	await press(page, link(page, 'Home'));
	await shows('Once more');
	await press(page, button(page, 'Post'));
	await shows('');
	window.check();
});

test('signed out, nothing is left in the tab', async () => {
	await page.goto('/');
	await field().fill('For my eyes');
	await signOut(page);
	assert.equal(await kept(), 0);
	await page.goto('/login');
	await signIn(page, 'anna');
	await page.goto('/');
	await shows('');
});

test('somebody else who signs in elsewhere finds nothing here', async () => {
	await page.goto('/');
	await field().fill('For my eyes');
	await window.context.addCookies([{ name: 'auth', url: stack.url,
		value: ben.cookies.get('auth') }]);
	await page.goto('/');
	await shows('');
	assert.equal(await page.evaluate('sessionStorage.getItem("drafts") ?? ""')
		.then((text) => text.includes('my eyes')), false);
	window.check();
});
