// The Back button, over HTTP and HTTPS, with and without JavaScript: after an
// error what was typed is still there, and after signing out nothing is.
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { until } from '../lib/processes.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { behindHttps } from './lib/https.mjs';
import { bodies, button, me, signOut, ways } from './lib/steps.mjs';

const text = '\n One line,\n\n"another" & <b>bold</b> 👩‍👩‍👧‍👦';
// Its empty line at the beginning goes, and the family is one character.
const posted = text.slice(1);
const counted = [...new Intl.Segmenter().segment(posted)].length;
const stack = await borrowStack();
const secure = await behindHttps(stack);
const sites = { http: stack.url, https: secure.url };
const anna = await member(stack.url, 'anna');
// `keeping` is a browser with the usual settings: pages that have just been
// left are kept in its memory. They are not kept when memory is short, and
// never in `plain`.
const browsers = {};

await anna.write('Something to reply to.');

// ---- what goes wrong -------------------------------------------------------

// Gives the window a copy of anna's current session.
function enter({ context, url }) {
	const name = url === secure.url ? '__Host-auth' : 'auth';

	return context.addCookies([{ name, url,
		value: anna.cookies.get('auth') }]);
}

// The session ends, and the same window gets another one.
async function renewSession(window, action) {
	await anna.logout();
	await anna.login('anna');
	await enter(window);
	await action();
}

// A connected socket is in state 3.
function isConnected(socket) {
	return readFileSync('/proc/net/unix', 'latin1').split('\n')
		.some((line) => line.endsWith(` ${socket}`) &&
			line.split(/ +/)[5] === '03');
}

// As while the page programs are being restarted. The web server may still have
// old connections, and keeps each for a second at most.
async function withoutProgram(name, action) {
	const socket = `${stack.var}/${name}.sock`;

	renameSync(socket, `${socket}.away`);
	try {
		await until('nobody is connected any more', () =>
			!isConnected(socket));
		await action();
	} finally {
		renameSync(`${socket}.away`, socket);
	}
}

const post = { path: '/', button: 'Post' };
const reply = { path: '/@anna/1', button: 'Reply' };

// `around` makes it fail while the button is pressed.
const errors = [
	{ title: 'a text that is refused', status: 422,
		typed: text + 'x'.repeat(280) },
	{ title: 'a form that is too long', status: 413,
		typed: text + 'x'.repeat(70000) },
	{ title: 'a form of another session', status: 403,
		around: renewSession },
	{ title: 'a reply of another session', status: 403,
		around: renewSession, form: reply },
	{ title: 'Redis away', status: 503,
		around: (window, action) => whilePaused(stack, action) },
	{ title: 'the page program away', status: 503,
		around: (window, action) => withoutProgram('post', action) },
];

// ---- going back ------------------------------------------------------------

// A page from the browser's memory does not load again. Leave it only when
// another page has loaded, or else the scripts that it still needs are failed
// requests.
async function goBack(page, shown) {
	await page.goBack({ waitUntil: 'commit' });
	await shown.waitFor();
	await until('all is there', async () =>
		await page.evaluate('document.readyState') === 'complete');
}

async function sendsInTheEnd(page, name) {
	await page.locator('#status').fill(text);
	await until('the text is posted', async () => {
		await press(page, button(page, name));
		return /\/(@anna\/\d+#p\d+)?$/.test(page.url());
	});
	assert.ok((await bodies(page)).includes(posted));
}

async function errAndGoBack(window, error) {
	const { status, typed = text, around, form = post } = error;
	const { page, check } = window;
	const field = page.locator('#status');
	let answer;

	await enter(window);
	await until('the form is there', async () =>
		(await page.goto(form.path)).status() === 200);
	await field.fill(typed);
	await (around ?? ((_, action) => action()))(window, async () => {
		answer = await press(page, button(page, form.button));
	});
	assert.equal(answer.status(), status);
	await goBack(page, field);
	await until('the text is back', async () =>
		await field.inputValue() === typed);
	await sendsInTheEnd(page, form.button);
	check();
}

async function lineComesBack(window) {
	const { page, check } = window;
	const field = page.getByLabel('One line about yourself');
	const typed = 'x'.repeat(200);

	await enter(window);
	await page.goto('/bio');
	await field.fill(typed);
	const answer = await press(page, button(page, 'Save'));

	assert.equal(answer.status(), 422);
	await goBack(page, field);
	await until('the line is back', async () =>
		await field.inputValue() === typed);
	check();
}

// What the next person at this browser finds, one and two pages back.
async function signOutAndGoBack(window) {
	const { page, check } = window;

	await enter(window);
	await page.goto('/timeline');
	await page.goto('/');
	await page.locator('#status').fill('For my eyes');
	await signOut(page);
	for (let i = 0; i < 2; i++) {
		await goBack(page, page.getByRole('navigation')
			.getByRole('link', { name: 'Sign in' }));
		assert.equal(await me(page).count(), 0);
		assert.equal(await page.locator('#status').count(), 0);
		assert.equal(await page.getByText('For my eyes').count(), 0);
	}
	check();
	await anna.login('anna');
}

function backInTime(url, { javaScriptEnabled }) {
	const windows = {};

	before(async () => {
		for (const [name, browser] of Object.entries(browsers))
			windows[name] = { url, ...await openWindow(browser,
				url, { javaScriptEnabled }) };
	});
	after(async () => {
		for (const window of Object.values(windows))
			await window.close();
	});
	test(`after ${errors[0].title}, from memory`, () =>
		errAndGoBack(windows.keeping, errors[0]));
	test('after signing out', () => signOutAndGoBack(windows.keeping));
	for (const error of errors)
		test(`after ${error.title}`, () =>
			errAndGoBack(windows.plain, error));
	test('a member\'s own line', () => lineComesBack(windows.plain));
}

// ---- a browser that restores nothing by itself --------------------------

function forget(page) {
	return page.locator('main form').first().evaluate((form) => {
		form.autocomplete = 'off';
	});
}

async function scriptBringsBack({ page, check }) {
	const field = page.locator('#status');

	await page.goto('/');
	await field.fill(text);
	await forget(page);
	await page.goto('/nowhere');
	await goBack(page, field);
	await until('the text is back', async () =>
		await field.inputValue() === text);
	assert.equal(await page.locator('#status-count').innerText(),
		String(280 - counted));
	check();
}

async function scriptForgets({ page, check }) {
	const kept = () => page.evaluate('sessionStorage.length');

	await page.goto('/');
	await page.locator('#status').fill('For my eyes');
	await page.goto('/timeline');
	assert.equal(await kept(), 1);
	await signOut(page);
	assert.equal(await kept(), 0);
	check();
}

async function byScript(action) {
	const window = await openWindow(browsers.plain, stack.url,
		{ cookie: anna.cookies.get('auth') });

	await action(window);
	await window.close();
}

describe('the Back button', () => {
	before(async () => {
		const more = [secure.flag];

		browsers.plain = await launch({ more });
		browsers.keeping = await launch({ more,
			without: ['--disable-back-forward-cache'] });
	});
	after(async () => {
		for (const browser of Object.values(browsers))
			await browser.close();
		secure.close();
	});
	for (const [name, url] of Object.entries(sites))
		for (const way of ways)
			describe(`${name} ${way.title}`, () =>
				backInTime(url, way));
	test('by a script, where the browser forgets', () =>
		byScript(scriptBringsBack));
	test('a script forgets who has signed out', () =>
		byScript(scriptForgets));
});
