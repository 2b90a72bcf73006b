// Live updates in a browser, and that the pages work without them.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { write as publish } from '../lib/acts.mjs';
import { replace } from '../lib/gateway.mjs';
import { until } from '../lib/processes.mjs';
import { borrowStack, startStack } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { member } from '../lib/visitor.mjs';
import { assertAccessible } from './lib/axe.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { missed, overflows, overlaps } from './lib/measure.mjs';
import { bodies, button, write } from './lib/steps.mjs';

const stack = await borrowStack();
let browser, count = 0;

before(async () => { browser = await launch(); });
after(async () => {
	await browser.close();
	await stack.stop();
});

// Anna, who follows ben and has her home page open in a window.
async function scene(options = {}) {
	count++;
	const anna = await member(stack.url, `anna${count}`);
	const ben = await member(stack.url, `ben${count}`);

	await anna.follow(ben.name);
	const window = await openWindow(browser, stack.url,
		{ cookie: anna.cookies.get('auth'), ...options });

	await window.page.goto('/');
	return { anna, ben, ...window };
}

const news = (page) => page.locator('.news');
const bell = (page) => page.locator('.bell');

async function says(locator, text) {
	await until(`"${text}"`, async () =>
		(await locator.textContent()).replace(/\s+/g, ' ').trim() === text);
}

// The number of streams: for each member who has one, the gateway subscribes to
// a channel.
async function isListening(visitor) {
	const id = await stack.redis('HGET', 'users', visitor.name);
	const [, n] = await stack.redis('PUBSUB', 'NUMSUB', `live:${id}`);

	return n === 1;
}

describe('with JavaScript', () => {
	test('a bar announces new posts, and loads them', async () => {
		const { page, ben, close } = await scene();

		assert.equal(await news(page).textContent(), '');
		assert.equal(await news(page).getAttribute('role'), 'status');
		await ben.write('the first');
		await says(news(page), '1 new post');
		await news(page).getByRole('link').focus();
		assert.match(await page.title(), /^\(1\) Home · Retwis$/);
		await ben.write('the second');
		await says(news(page), '2 new posts');
		assert.equal(await page.evaluate('document.activeElement.innerText'),
			'2 new posts');
		await assertAccessible(page);
		for (const measure of [overflows, missed])
			assert.deepEqual(await page.evaluate(measure), []);
		assert.deepEqual((await page.evaluate(overlaps)).flat()
			.filter((text) => text.includes('new posts')), []);
		assert.deepEqual(await bodies(page), []);
		await press(page, news(page).getByRole('link'));
		assert.deepEqual(await bodies(page), ['the second', 'the first']);
		assert.equal(await news(page).textContent(), '');
		assert.match(await page.title(), /^Home · Retwis$/);
		await ben.write('the third');
		await says(news(page), '1 new post');
		await close();
	});

	test('the timeline has it, too, and other pages the bell', async () => {
		const { page, anna, ben, close } = await scene();

		await page.goto('/timeline');
		await ben.write(`hello @${anna.name}`);
		await says(news(page), '1 new post');
		await says(bell(page), 'Notifications, 1 new');
		await page.goto('/search');
		await ben.write(`again @${anna.name}`);
		await says(bell(page), 'Notifications, 2 new');
		assert.equal(await page.locator('.news a').count(), 0);
		assert.match(await page.title(), /^Search/);
		await press(page, bell(page));
		await says(bell(page), 'Notifications');
		await ben.write(`once more @${anna.name}`);
		await says(bell(page), 'Notifications, 1 new');
		assert.equal(await page.locator('.badge').textContent(), '1');
		await close();
	});

	test('a conversation announces replies, and leads to the newest', async () => {
		const { page, anna, ben, close } = await scene();
		const cleo = await member(stack.url, `cleo${count}`);
		const root = await publish(anna, 'Who comes?');
		const first = await publish(ben, 'I do.', { reply_to: root });

		await page.goto(`/@${anna.name}/${root}`);
		assert.equal(await news(page).textContent(), '');
		const second = await publish(cleo, 'Me too.', { reply_to: first });

		await says(news(page), '1 new reply');
		await news(page).getByRole('link').focus();
		const third = await publish(ben, 'Good.', { reply_to: second });

		await says(news(page), '2 new replies');
		assert.match(await page.title(), /^\(2\) .*Who comes/);
		assert.equal(await page.evaluate('document.activeElement.innerText'),
			'2 new replies');
		await assertAccessible(page);
		for (const measure of [overflows, missed])
			assert.deepEqual(await page.evaluate(measure), []);
		await press(page, news(page).getByRole('link'));
		assert.equal(new URL(page.url()).pathname, `/@${ben.name}/${third}`);
		assert.deepEqual(await bodies(page),
			['Who comes?', 'I do.', 'Me too.', 'Good.']);
		assert.equal(await news(page).textContent(), '');
		await ben.write('Something else.');
		await publish(cleo, 'See you.', { reply_to: root });
		await says(news(page), '1 new reply');
		await close();
	});

	test('what is read in one tab is read in the other', async () => {
		const { page, context, anna, ben, close } = await scene();

		await ben.write(`hello @${anna.name}`);
		await page.route('/live*', (route) => route.abort());
		await page.goto('/search');
		assert.equal(await bell(page).textContent(), 'Notifications, 1 new');
		const other = await context.newPage();

		await other.goto('/notifications');
		await says(bell(page), 'Notifications');
		await ben.write(`again @${anna.name}`);
		await other.goto('/timeline');
		await says(bell(page), 'Notifications, 1 new');
		await context.close();
		await close().catch((error) =>
			assert.match(error.message, /ERR_FAILED/));
	});

	test('on an older page there is no bar', async () => {
		const { page, ben, anna, close } = await scene();

		for (let i = 0; i < 11; i++)
			await ben.write(`${i}`);
		await page.goto('/?start=10');
		await ben.write(`for @${anna.name}`);
		await says(bell(page), 'Notifications, 1 new');
		assert.equal(await news(page).textContent(), '');
		await close();
	});

	test('a text that you are writing is kept', async () => {
		const { page, ben, close } = await scene();
		const text = page.getByLabel('Write a post');

		await text.fill('half a');
		await ben.write('news');
		await says(news(page), '1 new post');
		assert.equal(await text.inputValue(), 'half a');
		await text.fill('whole');
		await press(page, button(page, 'Post'));
		assert.deepEqual(await bodies(page), ['whole', 'news']);
		await close();
	});

	test('a page that nobody sees has no connection', async () => {
		const { page, context, anna, ben, close } = await scene();
		const hide = (hidden) => page.evaluate((is) => {
			Object.defineProperty(document, 'hidden',
				{ value: is, configurable: true });
			document.dispatchEvent(new Event('visibilitychange'));
		}, hidden);

		await until('a stream', () => isListening(anna));
		await hide(true);
		await until('no stream', async () => !await isListening(anna), 60);
		await ben.write('meanwhile');
		await hide(false);
		await says(news(page), '1 new post');
		assert.equal(context.pages().length, 1);
		await close();
	});

	test('many tabs, and all of them work', async () => {
		const { context, ben, close } = await scene();
		const pages = [];

		for (let i = 0; i < 12; i++) {
			pages.push(await context.newPage());
			await pages[i].goto('/');
			// As a browser does with a tab in the background.
			await pages[i].evaluate(() => {
				Object.defineProperty(document, 'hidden',
					{ value: true, configurable: true });
				document.dispatchEvent(
					new Event('visibilitychange'));
			});
		}
		await ben.write('for the last tab');
		const last = await context.newPage();

		await last.goto('/');
		assert.deepEqual(await bodies(last), ['for the last tab']);
		await ben.write('one more');
		await says(news(last), '1 new post');
		await close();
	});

	test('after signing out elsewhere the page stops asking', async () => {
		const { page, anna, ben, close } = await scene();

		await until('a stream', () => isListening(anna));
		await anna.logoutEverywhere();
		await until('no stream', async () => !await isListening(anna), 60);
		await ben.write('not for strangers');
		assert.equal(await news(page).textContent(), '');
		await close();
	});

	test('another gateway takes over', async () => {
		const { page, anna, ben, close } = await scene();

		await until('a stream', () => isListening(anna));
		await replace(stack, 'SIGTERM');
		await ben.write('after that');
		await says(news(page), '1 new post');
		await close();
	});

	test('without a gateway the script tries again later', async () => {
		const { page, ben, context, close } = await scene();
		const socket = `${stack.var}/live.sock`;
		const asked = [];

		context.on('request', (r) => {
			if (r.url().includes('/live?'))
				asked.push(Date.now());
		});
		renameSync(socket, `${socket}.away`);
		await replace(stack, 'SIGTERM');
		await until('it has tried', () => asked.length > 0);
		await ben.write('meanwhile');
		const before = asked.length;
		const start = Date.now();

		await page.reload();
		assert.deepEqual(await bodies(page), ['meanwhile']);
		await until('it has tried again', () => asked.length > 1);
		renameSync(`${socket}.away`, socket);
		await ben.write('and then');
		await until('"1 new post"', async () =>
			await news(page).textContent() === '1 new post', 120);
		// At once, after 2.5 seconds or more, after twice as long ...;
		// and the page that was there before may ask one more time.
		const times = asked.length - before;

		assert.ok(times <= 2 + Math.log2(1 + (Date.now() - start) / 2500),
			`${times} times`);
		await context.close();
		await close().catch((error) => assert.match(error.message,
			/503 .*\/live/));
	});
});

describe('without JavaScript', () => {
	test('there is nothing to see of it', async () => {
		const { page, anna, ben, close } =
			await scene({ javaScriptEnabled: false });

		await ben.write(`hello @${anna.name}`);
		assert.equal(await news(page).count(), 0);
		await write(page, 'mine');
		assert.deepEqual(await bodies(page),
			['mine', `hello @${anna.name}`]);
		await says(bell(page), 'Notifications, 1 new');
		await close();
	});
});

test('a signed-out visitor, and a site without a gateway, have no script',
	async () => {
		const stranger = await request(stack.url, '/timeline');
		const apache = await startStack({ server: 'apache' });
		const anna = await member(apache.url, 'anna');

		assert.doesNotMatch(stranger.text, /live\.js/);
		for (const path of ['/', '/timeline', '/@anna'])
			assert.doesNotMatch((await anna.get(path)).text, /live\.js/);
		assert.equal((await anna.get('/live')).status, 404);
		await apache.stop();
	});
