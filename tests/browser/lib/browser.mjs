// A real browser, and windows of it that record whatever goes wrong.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { until } from '../../lib/processes.mjs';

const flags = [
	'--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
	'--disable-background-networking', '--disable-component-update',
	'--disable-sync',
	// Giving each page of a window a new frame costs a third of loading it,
	// and only scripts from other sites could notice the difference.
	'--enable-features=RenderDocument:level/crashed-frame',
	`--js-flags=${[
		// A page lives for only a second here: optimizing its scripts,
		// and collecting its garbage with several threads, costs more
		// than it saves.
		'--single-threaded', '--no-opt', '--no-memory-reducer',
		'--min-semi-space-size=32', '--max-semi-space-size=64',
	].join(' ')}`,
];

// Two cores may be shared with a compiler: being slow is no fault.
const patience = 30000;

// `more` flags, and those of playwright's flags that we do not want.
export function launch({ more = [], without = [] } = {}) {
	return chromium.launch({ args: [...flags, ...more],
		ignoreDefaultArgs: without, timeout: 2 * patience,
		executablePath: process.env.CHROMIUM ||
			'/usr/bin/chromium-headless-shell' });
}

const refused = /^Failed to load resource: the server/;

// Documents may be refused, which the test itself judges, and so may a form that
// a script has sent; nothing else may.
function mayBeRefused(request) {
	const first = request.redirectedFrom() ?? request;

	return request.isNavigationRequest() || first.method() === 'POST';
}

// A script that doesn't follow a redirect cancels the request for it.
function isNotFollowed(request) {
	return request.redirectedFrom() !== null &&
		request.resourceType() === 'fetch' &&
		request.failure().errorText === 'net::ERR_ABORTED';
}

function isLeftBehind(request) {
	return request.resourceType() === 'image' &&
		request.failure().errorText === 'net::ERR_ABORTED';
}

function watchRequests(context, origin, faults) {
	context.on('request', (request) => {
		if (new URL(request.url()).origin !== origin)
			faults.push(`request to ${request.url()}`);
	});
	context.on('requestfailed', (request) => {
		// Leaving a page ends its stream of live updates, and pictures
		// that are still on their way; and a download counts as a page
		// that the window does not go to.
		if (!['/live', '/account/export'].includes(
			new URL(request.url()).pathname) && !isNotFollowed(request) &&
			!isLeftBehind(request))
			faults.push(`failed: ${request.url()} ` +
				request.failure().errorText);
	});
	context.on('response', (response) => {
		if (response.status() >= 400 && !mayBeRefused(response.request()))
			faults.push(`${response.status()} ${response.url()}`);
	});
}

// A violation of the Content-Security-Policy is also an error on the console.
function watchPages(context, faults) {
	context.on('console', (message) => {
		if (!refused.test(message.text()))
			faults.push(`${message.type()}: ${message.text()}`);
	});
	context.on('weberror', (error) => faults.push(String(error.error())));
	context.on('dialog', (dialog) => {
		faults.push(`dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
}

// A new window: options as for Browser.newContext, and `cookie`, the secret of
// somebody who is already signed in. `check` fails if anything has gone wrong
// since the last check, and so does `close`; a test that breaks something itself
// empties `faults`.
export async function openWindow(browser, url, { cookie, ...options } = {}) {
	const context = await browser.newContext({ baseURL: url, ...options });
	const faults = [];
	const check = () => assert.deepEqual(faults.splice(0), []);

	context.setDefaultTimeout(patience);
	watchRequests(context, new URL(url).origin, faults);
	watchPages(context, faults);
	if (cookie)
		await context.addCookies(
			[{ name: 'auth', value: cookie, url }]);
	const page = await context.newPage();

	return { context, page, check, faults, close: async () => {
		await context.close();
		check();
	} };
}

// Runs in the page: a field gets the focus when the page is drawn, which may be
// long after it has loaded.
function hasFocusWanted() {
	const wanted = document.querySelector('[autofocus]');

	return !wanted || wanted === document.activeElement;
}

// Does something that leads to another page, and waits for that page: its
// response.
export async function leadsOn(page, action) {
	const [response] = await Promise.all([
		page.waitForNavigation({ waitUntil: 'load' }), action()]);

	await until('the focus is where the page wants it', () =>
		page.evaluate(hasFocusWanted));
	return response;
}

export function press(page, locator) {
	return leadsOn(page, () => locator.click());
}

// Does something with a button to like, repost or follow, and waits until there
// is another button in its place: on this page, or without JavaScript on the
// one that has been loaded.
export async function replaces(page, locator, action = () => locator.click()) {
	const old = await locator.elementHandle();

	await action();
	await until('the button is another one', () =>
		old.evaluate((e) => !e.isConnected).catch(() => true));
	await page.waitForLoadState();
}
