// The session cookie over HTTPS, as a browser stores it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { behindHttps } from './lib/https.mjs';
import { button } from './lib/steps.mjs';

const stack = await borrowStack();
const { redis } = stack;
const secure = await behindHttps(stack);
const [plain, host] = ['auth', '__Host-auth'];
let browser;

before(async () => {
	browser = await launch({ more: [secure.flag] });
});
after(async () => {
	await browser.close();
	secure.close();
	return stack.stop();
});

// {name: value} of the cookies at the front page.
async function cookiesOf({ context }) {
	const all = await context.cookies(secure.url);

	return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

function isHome(page) {
	return page.getByRole('heading', { name: 'Home' }).isVisible();
}

test('signing in gives it the name that nobody else can give', async () => {
	const anna = await member(stack.url, 'anna');
	const window = await openWindow(browser, secure.url,
		{ cookie: anna.cookies.get(plain) });
	const { page } = window;

	// A planted cookie opens no session, and is deleted.
	await page.goto('/login');
	await page.getByLabel('Name').first().fill('anna');
	await page.getByLabel('Password').first().fill(password);
	await press(page, button(page, 'Sign in'));
	assert.equal(await isHome(page), true);
	assert.deepEqual(Object.keys(await cookiesOf(window)), [host]);
	await window.close();
});

test('a session from before moves over', async () => {
	const ben = await member(stack.url, 'ben');
	const secret = ben.cookies.get(plain);
	const key = `sessions:${await redis('HGET', 'users', 'ben')}`;
	const [digest] = await redis('HKEYS', key);

	await redis('HSET', key, digest,
		(await redis('HGET', key, digest)).replace('+', ''));
	const window = await openWindow(browser, secure.url, { cookie: secret });
	const { page } = window;

	for (let i = 0; i < 2; i++) {
		await page.goto('/');
		assert.equal(await isHome(page), true);
		assert.deepEqual(await cookiesOf(window), { [host]: secret });
	}
	await window.close();
});
