// Two browsers in a terminal, used by typing. Both know neither scripts nor
// styles, and support a button only inside its form.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { until } from '../../lib/processes.mjs';
import { password } from '../../lib/visitor.mjs';
import { openTerminal } from './terminal.mjs';

// A page, as a member who exists: the terminal, which ends with the test.
async function openAs(browser, url, name, path) {
	const terminal = await browser.open(
		`${url}/login?back=${encodeURIComponent(path)}`);

	after(terminal.close);
	await terminal.shows(/Password/);
	await browser.signIn(terminal, name);
	return terminal;
}

export const w3m = {
	// Its editor for a field of several lines fills in this text.
	open: (address, text = '') => openTerminal('w3m', '-cookie', '-o',
		`editor=printf '${text}' >`, address),
	// From the top of the page to this text; then you type below the page,
	// and end with Enter.
	async go(terminal, text) {
		await terminal.press('g', '/');
		await terminal.type(text);
		await terminal.press('Enter');
	},
	signIn: (terminal, name) => w3m.enters(terminal, 'Name', name, password),
	openAs: (...words) => openAs(w3m, ...words),
	// Into the fields after that text, instead of what is there.
	async fill(terminal, before, ...texts) {
		await w3m.go(terminal, before);
		for (const text of texts) {
			await terminal.press('Tab', 'Enter', 'C-e', 'C-u');
			await terminal.type(text);
			await terminal.press('Enter');
		}
	},
	// The same, and presses the button after them.
	async enters(terminal, before, ...texts) {
		await w3m.fill(terminal, before, ...texts);
		await terminal.press('Tab', 'Enter');
	},
	async visit(terminal, address) {
		await terminal.press('U', 'C-e', 'C-u');
		await terminal.type(address);
		await terminal.press('Enter');
	},
	async push(terminal, text) {
		await w3m.go(terminal, text);
		await terminal.press('Enter');
	},
	// The first link or button after that text.
	async pushAfter(terminal, text) {
		await w3m.go(terminal, text);
		await terminal.press('Tab', 'Enter');
	},
	// The last one before it.
	async pushBefore(terminal, text) {
		await w3m.go(terminal, text);
		await terminal.press('M-Tab', 'Enter');
	},
	shows: (terminal, pattern) => terminal.shows(pattern),
};

// If the page was still loading, the prompt is gone with the number in it.
const typeNumber = (terminal, number) => until(`link ${number}`, async () => {
	const text = await terminal.text();

	if (new RegExp(`link number .*\\| ${number} `).test(text))
		return true;
	if (/link number/.test(text))
		await terminal.press('End', 'C-u');
	await terminal.type(number);
	return false;
});

export const links = {
	async open(address) {
		const terminal = await openTerminal('links',
			'-html-numbered-links', '1', address);

		await terminal.shows(/Welcome to links/);
		await terminal.press('Enter');
		return terminal;
	},
	// Each link, field and button has a number in front. Typing a field's
	// number moves into it; typing that of a link follows it, and that of a
	// button presses it.
	async go(terminal, pattern) {
		const [, number] = (await terminal.text()).match(pattern) ?? [];

		assert.ok(number, `${pattern}`);
		await typeNumber(terminal, number);
		await terminal.press('Enter');
		await terminal.shows(/^(?!.*link number)/);
	},
	signIn: (terminal, name) => links.enters(terminal, 'Name', name, password),
	openAs: (...words) => openAs(links, ...words),
	async fill(terminal, before, ...texts) {
		await links.pushAfter(terminal, before);
		for (const text of texts) {
			await terminal.press('End', 'C-u');
			await terminal.type(text);
			await terminal.shows(text === password ? /\*{8}/ :
				new RegExp(text));
			await terminal.press('Down');
		}
	},
	async enters(terminal, before, ...texts) {
		await links.fill(terminal, before, ...texts);
		await terminal.press('Enter');
	},
	async visit(terminal, address) {
		await terminal.press('g');
		await terminal.shows(/Enter URL/);
		await terminal.type(address);
		await terminal.press('Enter');
	},
	push: (terminal, text) => links.go(terminal,
		new RegExp(`\\[(\\d+)\\][^[]*?${text}`)),
	pushAfter: (terminal, text) => links.go(terminal,
		new RegExp(`${text}.*?\\[(\\d+)\\]`)),
	// It shows the page in the state in which it arrives, whatever the
	// server says about caching.
	async shows(terminal, pattern) {
		await terminal.press('C-r');
		await terminal.shows(pattern, 'Home');
	},
};
