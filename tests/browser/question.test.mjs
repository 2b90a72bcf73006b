// "Who comes?" by six members: four in windows of a phone and of a desktop, with
// a script and without, and two in w3m and Links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { write } from '../lib/acts.mjs';
import { until } from '../lib/processes.mjs';
import { endQuestion, questionOn } from '../lib/questions.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { assertAccessible, bringAxe } from './lib/axe.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { missed, overflows } from './lib/measure.mjs';
import { links, w3m } from './lib/terminals.mjs';

const stack = await borrowStack(lean);
const { url, redis } = stack;
const names = ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn'];
const six = Object.fromEntries(await Promise.all(names.map(async (name) =>
	[name, await member(url, name)])));
const { anna } = six;
const id = await write(anna, 'The regatta is on Sunday.', { answers: 'comes' });
const own = `/@anna/${id}`;
let browser;

before(async () => { browser = await launch(); });
after(() => browser.close());

async function open(name, width, javaScriptEnabled) {
	const window = await openWindow(browser, url, { javaScriptEnabled,
		viewport: { width, height: 800 },
		cookie: six[name].cookies.get('auth') });

	await bringAxe(window.context);
	return window;
}

const post = (page) => page.locator(`#p${id}`);
const option = (page, words) => post(page).getByRole('button',
	{ name: new RegExp(`^Answer: ${words} `) });
const tally = (page) => post(page).locator('.tally').innerText();
const focused = (page) => page.evaluate(() => document.activeElement.id);

// What a card shows to anna, whatever the others' windows show.
const stored = async () => {
	const { options, notes } = await questionOn(anna, '/timeline', id);

	return [...options.map(({ count }) => count), notes[0]];
};

async function looksGood(page) {
	await assertAccessible(page);
	assert.deepEqual(await page.evaluate(overflows), []);
	assert.deepEqual(await page.evaluate(missed), []);
}

test('on a phone, with a script: the place and the focus stay', async () => {
	const { page, close } = await open('anna', 390, true);

	await page.goto('/timeline');
	await looksGood(page);
	await option(page, 'Maybe').focus();
	await page.keyboard.press('Enter');
	await post(page).getByText('(your answer)').waitFor();
	assert.equal(await tally(page), '1 answered · Names are visible · No end');
	assert.equal(await focused(page), `o${id}-1`);
	await option(page, 'Yes').click();
	await until('the answer is another one', async () =>
		/^1 comes/.test(await tally(page)));
	assert.equal(await option(page, 'Yes').innerText(),
		'Answer:\nYes\n(your answer)\n1');
	assert.equal(new URL(page.url()).hash, '');
	await looksGood(page);
	const seen = await post(page).locator('.question').innerHTML();

	await page.reload();
	assert.equal(await post(page).locator('.question').innerHTML(), seen);
	await close();
});

test('on a desktop, without a script, from home', async () => {
	const { page, close } = await open('ben', 1280, false);

	await page.goto('/@anna');
	await press(page, option(page, 'No'));
	assert.equal(page.url(), `${url}/@anna#p${id}`);
	assert.equal(await option(page, 'No').innerText(), 'Answer:\nNo\n(your answer)\n1');
	assert.deepEqual(await stored(), [1, 0, 1, '1 comes']);
	await close();
});

for (const [name, width, guests, shown] of [
	['cleo', 390, 2, '4 come, 2 of them guests'],
	['dora', 1280, 1, '6 come, 3 of them guests']])
	test(`${name} comes with ${guests}, at ${width} pixels`, async () => {
		const { page, close } = await open(name, width, true);
		const yes = page.locator('.attend').getByRole('button',
			{ name: /^Yes / });

		await page.goto(own);
		assert.equal(await post(page).locator('.option:is(button)').count(), 0);
		await looksGood(page);
		await page.getByLabel('How many guests do you bring?')
			.fill(String(guests));
		await press(page, yes);
		assert.equal(page.url(), `${url}${own}`);
		assert.match(await tally(page), new RegExp(`^${shown}`));
		assert.match(await post(page).locator('.own').innerText(),
			new RegExp(`your answer, with ${guests} guests?\\)`));
		assert.equal(await page.getByLabel('How many guests do you bring?')
			.inputValue(), String(guests));
		await looksGood(page);
		await close();
	});

test('one who takes too many along is told, and nothing is lost', async () => {
	const { page, close } = await open('dora', 390, true);

	await page.goto(own);
	await page.locator('.attend').evaluate((form) => { form.noValidate = true; });
	await page.getByLabel('How many guests do you bring?').fill('300');
	await press(page, page.locator('.attend button').first());
	assert.equal(await page.locator('#guests').inputValue(), '300');
	assert.equal(await page.getByRole('alert').innerText(),
		'You can bring up to 9 guests.');
	await looksGood(page);
	await page.locator('#guests').fill('1');
	await press(page, page.locator('.attend button').first());
	assert.equal(page.url(), `${url}${own}`);
	await close();
});

test('emil answers in w3m: in a list, and with guests', async () => {
	const terminal = await w3m.openAs(url, 'emil', '/@anna');

	await w3m.shows(terminal, /Who comes\?.*Answer: Yes 3.*Answer: Maybe 0/);
	await w3m.push(terminal, 'Answer: Maybe');
	await w3m.shows(terminal, /Answer: Maybe \(your answer\) 1/);
	assert.deepEqual(await stored(), [3, 1, 1, '6 come, 3 of them guests']);
	await w3m.visit(terminal, `${url}${own}`);
	await w3m.shows(terminal, /Are you coming\?/);
	await w3m.enters(terminal, 'How many guests', '3');
	await w3m.shows(terminal, /10 come, 6 of them guests/);
	await w3m.shows(terminal, /Yes \(your answer, with 3 guests\) 4/);
});

test('finn answers in Links: in a list, and with too many guests', async () => {
	const terminal = await links.openAs(url, 'finn', '/@anna');

	await links.shows(terminal, /Answer: Maybe/);
	await links.push(terminal, 'Answer: Maybe');
	await until('the answer', async () => (await stored())[1] === 1);
	await links.visit(terminal, `${url}${own}`);
	await links.shows(terminal, /Are you coming\?/);
	await links.enters(terminal, 'How many guests do you bring\\?', '12');
	await links.shows(terminal, /You can bring up to 9 guests/);
	assert.deepEqual(await stored(), [4, 1, 1, '10 come, 6 of them guests']);
});

test('after the end everybody sees the result', async () => {
	await endQuestion(redis, id);
	for (const [name, width] of [['anna', 390], ['ben', 1280]]) {
		const { page, close } = await open(name, width, true);

		await page.goto('/timeline');
		assert.equal(await post(page).locator('.question button').count(), 0);
		assert.match(await tally(page),
			/^10 come, 6 of them guests · Ended 14 Jul 2017/);
		await looksGood(page);
		await close();
	}
});

test('an answer that comes too late leads to a page that says so', async () => {
	const other = await write(anna, 'Which?', { answers: 'One\nTwo' });
	const { page, close } = await open('ben', 390, true);

	await page.goto('/timeline');
	await endQuestion(redis, other);
	await press(page, page.locator(`#o${other}-1`));
	assert.equal(await page.getByRole('heading', { level: 1 }).innerText(),
		'This question has ended.');
	await close();
});
