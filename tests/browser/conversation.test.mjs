// Five people talk. Each of them sees all of it on every page of it, with and
// without JavaScript, and in a terminal.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { button, link, ways, write } from './lib/steps.mjs';
import { openTerminal } from './lib/terminal.mjs';

const { url, redis } = await borrowStack();
const people = ['anna', 'ben', 'hanna', 'carl', 'dora'];
const secrets = {};
let browser;

// What is said, by whom, and to whose words that is an answer.
const talk = [
	['anna', 'Who rows on Sunday?'],
	['ben', 'I do.', 0],
	['hanna', 'The forecast is fine.', 1],
	['carl', 'It was fine last year, too.', 2],
	['dora', 'Last year we had a leak.', 3],
	['dora', 'Count me in.', 0],
	['anna', 'Good.', 5],
];
const order = talk.map(([, text]) => text);
const deeper = order.slice(3, 5);

before(async () => {
	browser = await launch();
	for (const name of people) {
		const visitor = await member(url, name);

		secrets[name] = visitor.cookies.get('auth');
	}
	const hanna = await redis('HGET', 'users', 'hanna');

	await redis('HSET', `user:${hanna}`, 'display', 'Hanna Brückner');
});
after(() => browser.close());

const bodies = (page) => page.locator('.thread .body').allInnerTexts();

// The post with these words, on the page where they are read.
const saying = (page, text) => page.locator('.post', { hasText: text }).first();

async function answer(page, to, text) {
	await page.goto('/timeline');
	await press(page, saying(page, to).locator('.reply'));
	assert.match(new URL(page.url()).hash, /^#status$/);
	const above = await page.locator('.answers').boundingBox();
	const form = await page.locator('form.write').boundingBox();
	const post = await page.locator('.focus').boundingBox();

	// Directly below the post that it answers, and above all others.
	assert.ok(post.y + post.height <= above.y + 1 && above.y < form.y);
	assert.match(await page.locator('.answers').innerText(),
		new RegExp(`^Reply to .*\\s+${to.replace(/[.?]/g, '\\$&')}$`));
	await page.getByLabel('Write a reply').fill(text);
	await press(page, button(page.locator('form.write'), 'Reply'));
}

// What only a screen reader finds is a dot, if it has a size at all.
async function isSeen(element) {
	return (await element.boundingBox())?.height > 1;
}

// How far each post is from the edge, in steps.
async function steps(page) {
	const left = await page.locator('.turn').evaluateAll((turns) =>
		turns.map((turn) => turn.getBoundingClientRect().left));
	const places = [...new Set(left)].sort((a, b) => a - b);

	return left.map((x) => places.indexOf(x));
}

for (const { title, tag, ...options } of ways)
	describe(title, () => {
		const windows = {}, pages = {}, address = [];
		const phone = { width: 360, height: 740 };

		before(async () => {
			for (const name of people) {
				windows[name] = await openWindow(browser, url, { ...options,
					cookie: secrets[name], viewport: phone });
				pages[name] = windows[name].page;
			}
		});
		after(async () => {
			for (const window of Object.values(windows))
				await window.close();
		});

		test('each answers, and is then at the own reply', async () => {
			for (const [name, text, to] of talk) {
				const page = pages[name];

				if (to === undefined) {
					await page.goto('/');
					await write(page, text);
					address.push(await saying(page, text).locator('.when')
						.getAttribute('href'));
					continue;
				}
				await answer(page, order[to], text);
				const { pathname, hash } = new URL(page.url());

				assert.match(pathname, new RegExp(`^/@${name}/\\d+$`));
				assert.equal(hash, `#p${pathname.split('/').pop()}`);
				assert.equal(await page.locator(`${hash} .body`).innerText(),
					text);
				address.push(pathname);
			}
		});

		test('every member sees all of it, on every page of it', async () => {
			for (const name of people)
				for (const [i, path] of address.entries()) {
					const page = pages[name];

					await page.goto(path);
					assert.deepEqual(await bodies(page), order);
					assert.equal(await page.locator('.focus .body')
						.innerText(), order[i]);
				}
		});

		test('indented by two steps, and then it says whom it answers', async () => {
			await pages.ben.goto(address[0]);
			assert.deepEqual(await steps(pages.ben), [0, 1, 2, 2, 2, 1, 2]);
			for (const text of order) {
				const post = saying(pages.ben, text);

				assert.equal(await post.locator('.context').count() > 0 &&
					await isSeen(post.locator('.context')),
				deeper.includes(text), text);
			}
			assert.equal(await saying(pages.ben, deeper[0]).locator('.context')
				.innerText(), 'In reply to @hanna');
		});

		test('a screen reader and the Tab key find it everywhere', async () => {
			const { ben } = pages, context = saying(ben, order[1])
				.locator('.context');

			await ben.goto(address[0]);
			for (const text of order.slice(1))
				assert.match(await saying(ben, text).ariaSnapshot(),
					/In reply to\s+- link "@/, text);
			await context.getByRole('link').focus();
			assert.ok(await isSeen(context));
			await saying(ben, order[1]).locator('.reply').focus();
			assert.ok(!await isSeen(context));
		});

		test('a button of any post works, above and below the form', async () => {
			const page = pages.carl;

			await page.goto(address[1]);
			for (const text of [order[0], order[6]]) {
				const like = saying(page, text).locator('.like');

				await (tag === 'js' ? like.click() : press(page, like));
				await saying(page, text).locator('.like.done').waitFor();
			}
		});

		test('what was deleted leaves the rest in its place', async () => {
			const page = pages.carl;

			await page.goto(address[3]);
			await press(page, link(page, 'Delete this post'));
			await press(page, button(page, 'Delete'));
			await pages.dora.goto(address[4]);
			assert.deepEqual(await bodies(pages.dora),
				order.filter((_, i) => i !== 3));
			assert.deepEqual(await steps(pages.dora), [0, 1, 2, 2, 2, 1, 2]);
			assert.equal(await pages.dora.locator('.turn .gone').innerText(),
				'This post was deleted.');
		});

		test('in w3m it is whole, too', async () => {
			for (const path of [address[0], address[4], address[6]]) {
				const terminal = await openTerminal('w3m', `${url}${path}`);

				after(terminal.close);
				await terminal.shows(new RegExp([...order.slice(0, 3),
					'This post was deleted.', ...order.slice(4)]
					.map((text) => text.replace(/[.?]/g, '\\$&')).join('.*')));
			}
		});
	});

test('the page opens at the post, however much was said before', async () => {
	const { page, close } = await openWindow(browser, url, {
		cookie: secrets.anna, viewport: { width: 360, height: 740 } });

	await page.goto('/');
	await write(page, 'Number 0');
	for (let i = 1; i < 8; i++)
		await answer(page, `Number ${i - 1}`, `Number ${i}`);
	const path = new URL(page.url()).pathname;

	await page.goto('/');
	await page.goto(path);
	const { y } = await page.locator('.focus .body').boundingBox();

	assert.ok(y > 0 && y < 740, `at ${y}`);
	assert.equal(await link(page, 'Skip to the post').getAttribute('href'),
		`#p${path.split('/').pop()}`);
	await close();
});
