// Scheduled posts, and who sees when a member was last here: with and without
// JavaScript.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack, lean, noting } from '../lib/stack.mjs';
import { at, hour } from '../lib/later.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { button, link, openSettings, ways } from './lib/steps.mjs';

process.env.TZ = 'UTC';
const stack = await borrowStack({ ...noting, ...lean });
let browser;

function path(page) {
	const { pathname, hash } = new URL(page.url());

	return pathname + hash;
}

const time = at(hour).slice(0, 16);
const summary = (page) => page.getByText('Publish later', { exact: true });
const field = (page) => page.getByLabel('Publish at');

const steps = {
	async 'the time is out of the way until it is wanted'({ page }) {
		await page.goto('/');
		assert.equal(await field(page).isVisible(), false);
		// A page that is drawn before its style is there hides it a second
		// later.
		await summary(page).waitFor({ state: 'hidden' });
		await page.getByLabel('Write a post').focus();
		await summary(page).click();
		assert.equal(await field(page).isVisible(), true);
	},

	async 'a time that has passed is said beside it'({ page }) {
		await page.getByLabel('Write a post').fill('Good morning!');
		await field(page).fill('2020-02-02T20:20');
		const answer = await press(page, button(page, 'Post'));

		assert.equal(answer.status(), 422);
		assert.equal(await field(page).inputValue(), '2020-02-02T20:20');
		await page.getByText('That time has passed.').waitFor();
		assert.equal(await page.getByLabel('Write a post').inputValue(),
			'Good morning!');
	},

	async 'with another one it waits'({ page }) {
		await field(page).fill(time);
		await press(page, button(page, 'Post'));
		assert.equal(path(page), '/scheduled');
		await page.getByText('Good morning!').waitFor();
		assert.equal(await page.locator('.scheduled time')
			.getAttribute('datetime'), `${time}:00Z`);
		await page.goto('/');
		assert.equal(await page.getByText('Good morning!').count(), 0);
	},

	async 'the form leads to it, and there it is cancelled'({ page }) {
		await page.getByLabel('Write a post').focus();
		await summary(page).click();
		await press(page, link(page, 'scheduled posts'));
		await press(page, link(page, 'Cancel'));
		await press(page, button(page, 'Cancel the post'));
		assert.equal(path(page), '/scheduled');
		await page.getByText('Nothing scheduled.').waitFor();
	},

	async 'nobody has to be seen'({ page, name }) {
		await page.goto(`/@${name}`);
		await openSettings(page);
		await press(page, link(page, 'Last seen'));
		assert.equal(path(page), '/bio#seen');
		await press(page, button(page, 'Turn off'));
		assert.equal(path(page), '/bio#seen');
		await press(page, button(page, 'Turn on'));
		assert.equal(await button(page, 'Turn off').count(), 1);
	},
};

function visit({ javaScriptEnabled, tag }) {
	let window, name, isBroken = false;

	before(async () => {
		name = `later_${tag}`;
		const visitor = await member(stack.url, name);

		window = await openWindow(browser, stack.url, {
			javaScriptEnabled, cookie: visitor.cookies.get('auth') });
	});
	for (const [title, step] of Object.entries(steps))
		test(title, async (t) => {
			if (isBroken)
				return t.skip('after a step that failed');
			isBroken = true;
			await step({ page: window.page, name });
			window.check();
			isBroken = false;
		});
}

describe('later', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());
	for (const way of ways)
		describe(way.title, () => visit(way));
});
