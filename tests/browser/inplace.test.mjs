// Like, Repost and Follow without leaving the page: place, focus and Back stay
// as they are, the numbers change, and whatever goes wrong is said. What a
// reload shows is the same. Without JavaScript the post stays in sight.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow, press, replaces } from './lib/browser.mjs';
import { button, counts, link } from './lib/steps.mjs';

const stack = await startStack({ env: { RETWIS_LIMIT_LIKE: '9/600' } });
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');

await member(stack.url, 'cleo');
await anna.follow('ben');
for (let i = 1; i <= 12; i++)
	await ben.write(`Number ${i}`);

let browser, window, page;

const post = (id) => page.locator(`#p${id}`);
const state = () => page.evaluate(() => [scrollY, history.length,
	location.href]);

before(async () => {
	browser = await launch();
	window = await openWindow(browser, stack.url, { viewport: { width: 390,
		height: 700 }, cookie: anna.cookies.get('auth') });
	page = window.page;
});
after(async () => {
	await window.close();
	await browser.close();
});

async function buttonsOf(id) {
	return (await post(id).locator('.acts').innerHTML()).trim();
}

test('the place, the focus and the history stay as they are', async () => {
	await page.goto('/');
	await post(6).scrollIntoViewIfNeeded();
	const before = await state();

	for (const [name, after] of [['Like', 'Liked 1'], ['Repost', 'Reposted 1']]) {
		await button(post(6), name).focus();
		await replaces(page, button(post(6), name),
			() => page.keyboard.press('Enter'));
		assert.equal(await button(post(6), after).count(), 1);
		assert.equal(await button(post(6), after)
			.evaluate((e) => e === document.activeElement), true);
	}
	assert.deepEqual(await state(), before);
	window.check();
});

test('a reload shows the same', async () => {
	const inPlace = await buttonsOf(6);

	await page.reload();
	assert.equal(await buttonsOf(6), inPlace);
	for (const name of ['Liked 1', 'Reposted 1'])
		await replaces(page, button(post(6), name));
	const undone = await buttonsOf(6);

	await page.reload();
	assert.equal(await buttonsOf(6), undone);
	window.check();
});

test('what is below a post on its own page stays there, too', async () => {
	const fields = () => page.locator('.tools button').evaluateAll((all) =>
		all.map((e) => e.name + (e === document.activeElement ? '!' : '')));

	await anna.write('Mine');
	const [id] = await stack.redis('LRANGE', 'own:1', 0, 0);

	await page.goto(`/@anna/${id}`);
	await page.getByRole('textbox').fill('A reply half written');
	const before = await state();

	for (const [name, after] of [['Save', ['unsave!', 'pin', 'leave']],
		['Saved (undo)', ['save!', 'pin', 'leave']],
		['Pin to your profile', ['save', 'unpin!', 'leave']],
		['Leave this conversation', ['save', 'unpin', 'join!']],
		['Join again', ['save', 'unpin', 'leave!']]]) {
		const pressed = page.locator('.tools').getByRole('button', { name });

		await pressed.focus();
		await replaces(page, pressed, () => page.keyboard.press('Enter'));
		assert.deepEqual(await fields(), after);
	}
	assert.deepEqual(await state(), before);
	assert.equal(await page.getByRole('textbox').inputValue(),
		'A reply half written');
	window.check();
});

test('the number is everybody\'s, and a post that is here twice agrees',
	async () => {
		await page.goto('/');
		await ben.post('/act', { like: 5 });
		await page.evaluate(() => {
			const copy = document.getElementById('p5').cloneNode(true);

			document.getElementById('p5').after(copy);
		});
		await replaces(page, button(post(5).first(), 'Like'));
		assert.equal(await button(page, 'Liked 2').count(), 2);
		window.check();
	});

test('following on a profile changes the counts above it', async () => {
	await page.goto('/@ben');
	const before = await state();

	await replaces(page, button(page, 'Following ✓ (unfollow @ben)'));
	assert.deepEqual(await counts(page), { Followers: 0, Following: 0 });
	await replaces(page, button(page, 'Follow @ben'));
	assert.deepEqual(await counts(page), { Followers: 1, Following: 0 });
	assert.ok((await link(page, '1 Follower').count()) === 1);
	assert.deepEqual(await state(), before);
	window.check();
});

test('following in a list keeps the list', async () => {
	const people = page.locator('.people');

	await page.goto('/@anna/following');
	const before = await people.innerHTML();

	await replaces(page, button(people, 'Following ✓ (unfollow @ben)'));
	await replaces(page, button(people, 'Follow @ben'));
	assert.equal(await people.innerHTML(), before);
	window.check();
});

test('at home, your own count is next to the new members', async () => {
	await page.setViewportSize({ width: 1280, height: 700 });
	await page.goto('/');
	const { Following } = await counts(page);

	await replaces(page, button(page, 'Follow @cleo'));
	assert.equal((await counts(page)).Following, Following + 1);
	await replaces(page, button(page, 'Following ✓ (unfollow @cleo)'));
	assert.equal((await counts(page)).Following, Following);
	await page.setViewportSize({ width: 390, height: 700 });
	window.check();
});

test('too often: the reason is next to the button', async () => {
	await page.goto('/');
	let said = 0;

	for (let id = 12; id > 3 && !said; id--) {
		const like = button(post(id), 'Like');

		if (await like.count() === 0)
			continue;
		await like.click();
		await until('it answers', async () => await like.count() === 0 ||
			await post(id).getByRole('alert').count() === 1);
		said = await post(id).getByRole('alert').count();
		if (said)
			assert.match(await post(id).getByRole('alert').innerText(),
				/^You've done that very often.* Try again in \d+ minutes\.$/);
	}
	assert.equal(said, 1);
	assert.equal(new URL(page.url()).pathname, '/');
	window.check();
});

test('out of reach: it says so, and the next press tries again', async () => {
	await page.goto('/');
	await page.route('**/act', (route) => route.abort());
	await button(post(5), 'Liked 2').click();
	await until('it says so', async () =>
		await post(5).getByRole('alert').count() === 1);
	assert.match(await post(5).getByRole('alert').innerText(),
		/^The site can't be reached\./);
	window.faults.length = 0;
	await page.unroute('**/act');
	await replaces(page, button(post(5), 'Liked 2'));
	assert.equal(await page.getByRole('alert').count(), 0);
	window.check();
});

test('an answer that is none of ours leads to the page itself', async () => {
	await page.goto('/@ben');
	await page.route('**/follow', (route) =>
		route.request().isNavigationRequest() ? route.continue()
			: route.fulfill({ contentType: 'text/html', body: '<p>Hm' }));
	await press(page, button(page, 'Following ✓ (unfollow @ben)'));
	assert.equal(await button(page, 'Follow @ben').count(), 1);
	await page.unroute('**/follow');
	window.check();
});

test('without JavaScript the post is in sight, with what is above it',
	async () => {
		const plain = await openWindow(browser, stack.url,
			{ javaScriptEnabled: false, viewport: { width: 390, height: 700 },
				cookie: ben.cookies.get('auth') });

		await plain.page.goto('/@ben');
		const one = plain.page.locator('#p7');

		await replaces(plain.page, button(one, 'Repost'));
		await until('it is in sight', async () => {
			const { y, height } = await one.boundingBox();

			return y > 100 && y + height < 600;
		});
		await plain.close();
	});
