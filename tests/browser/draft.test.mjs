// A session that ends while somebody is writing: after signing in again the
// text is there as it was typed, with and without JavaScript.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { until } from '../lib/processes.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, button, me, password, send, signIn, ways }
	from './lib/steps.mjs';

const text = '\n\n One line,\n\n"another" & </textarea><b>bold</b> 👩‍👩‍👧‍👦\n';
// The empty lines at its beginning and its end go.
const posted = text.replace(/^\n+|\n+$/g, '');
const stack = await borrowStack();
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
let browser;

await anna.write('Who comes along?');

function path(page) {
	return new URL(page.url()).pathname;
}

async function hasMain(page, words) {
	const main = await page.getByRole('main').innerText();

	assert.ok(main.includes(words), `${words} in: ${main}`);
}

// Signs ben out everywhere, as he could do on his phone.
async function endSession() {
	await ben.login('ben');
	await ben.logoutEverywhere();
}

async function assertKept(page, typed) {
	const kept = page.getByLabel('Your text');

	assert.equal(await page.locator('h1').innerText(), 'Sign in');
	assert.equal(await kept.inputValue(), typed);
	assert.ok(await kept.isVisible());
	assert.equal(await kept.isEditable(), false);
}

const steps = {
	async 'a reply outlives its session'({ page }) {
		await page.goto('/@anna/1');
		await page.getByLabel('Write a reply').fill(text);
		await endSession();
		const answer = await press(page, button(page, 'Reply'));

		assert.equal(answer.status(), 401);
		await hasMain(page, 'Sign in again: you won\'t lose your text.');
		await assertKept(page, text);
	},

	async 'and a wrong password, twice'({ page }) {
		for (const wrong of ['wrong', 'wrong again']) {
			await signIn(page, 'ben', wrong);
			await hasMain(page, 'Wrong name or password.');
			await assertKept(page, text);
		}
	},

	async 'signed in, one press sends it'({ page }) {
		await send(page, 'Sign in', { Password: password });
		await hasMain(page, 'You\'re signed in again.');
		await hasMain(page, 'Who comes along?');
		assert.equal(await me(page).getAttribute('href'), '/@ben');
		assert.equal(await page.getByLabel('Write a reply')
			.inputValue(), text);
		await press(page, button(page, 'Reply'));
		assert.match(path(page), /^\/@ben\/\d+$/);
		assert.equal((await bodies(page))[0], 'Who comes along?');
		assert.equal(await page.locator('.focus .body').textContent(),
			posted);
	},

	async 'a form that is older than the session, too'({ page, context }) {
		const { length } = await stack.redis('LRANGE', 'timeline', 0, -1);

		await page.goto('/');
		await page.getByLabel('Write a post').fill(text);
		await endSession();
		await ben.login('ben');
		await context.addCookies([{ name: 'auth', url: stack.url,
			value: ben.cookies.get('auth') }]);
		const answer = await press(page, button(page, 'Post'));

		assert.equal(answer.status(), 403);
		assert.equal(await page.getByLabel('Write a post')
			.inputValue(), text);
		await press(page, button(page, 'Post'));
		assert.equal(path(page), '/');
		assert.equal((await bodies(page))[0], posted);
		assert.equal(await stack.redis('LLEN', 'timeline'), length + 1);
	},

	async 'and Redis away: press until it is there, once'({ page }) {
		const { length } = await stack.redis('LRANGE', 'timeline', 0, -1);

		await page.goto('/');
		await page.getByLabel('Write a post').fill('Patience');
		await whilePaused(stack, async () => {
			const answer = await press(page, button(page, 'Post'));

			assert.equal(answer.status(), 503);
		});
		await hasMain(page, 'hasn\'t been saved');
		await until('it is posted', async () => {
			assert.equal(await page.getByLabel('Write a post')
				.inputValue(), 'Patience');
			await press(page, button(page, 'Post'));
			return path(page) === '/';
		});
		assert.equal((await bodies(page))[0], 'Patience');
		assert.equal(await stack.redis('LLEN', 'timeline'), length + 1);
	},

	async 'a member\'s own line outlives its session'({ page }) {
		const field = page.getByLabel('One line about yourself');

		await page.goto('/bio');
		await field.fill('I "row" & <sing>');
		await endSession();
		await press(page, button(page, 'Save'));
		await assertKept(page, 'I "row" & <sing>');
		await signIn(page, 'ben');
		assert.equal(await field.inputValue(), 'I "row" & <sing>');
		await press(page, button(page, 'Save'));
		assert.equal(path(page), '/@ben');
		await hasMain(page, 'I "row" & <sing>');
	},
};

function keep({ javaScriptEnabled }) {
	let window;

	before(async () => {
		await ben.login('ben');
		window = await openWindow(browser, stack.url,
			{ javaScriptEnabled, cookie: ben.cookies.get('auth') });
	});
	after(() => window.close());
	for (const [title, step] of Object.entries(steps))
		test(title, async () => {
			await step(window);
			window.check();
		});
}

describe('what was typed', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());
	for (const way of ways)
		describe(way.title, () => keep(way));
});
