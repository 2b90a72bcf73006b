// The buttons of posts and members in terminal browsers, which know neither
// scripts nor styles, and support a button only inside its form.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';
import { write } from '../lib/acts.mjs';
import { codeOf } from '../lib/totp.mjs';
import { openTerminal } from './lib/terminal.mjs';

const { url, redis } = await borrowStack(lean);
const anna = await member(url, 'anna');
const annaId = await redis('HGET', 'users', 'anna');
const post = await write(anna, 'Hello there.');

const w3m = {
	open: (address) => openTerminal('w3m', '-cookie', address),
	// From the top of the page to this text; then you type below the page,
	// and end with Enter.
	async go(terminal, text) {
		await terminal.press('g', '/');
		await terminal.type(text);
		await terminal.press('Enter');
	},
	async signIn(terminal, name) {
		await w3m.go(terminal, 'Name');
		for (const text of [name, password]) {
			await terminal.press('Tab', 'Enter');
			await terminal.type(text);
			await terminal.press('Enter');
		}
		await terminal.press('Tab', 'Enter');
	},
	async push(terminal, text) {
		await w3m.go(terminal, text);
		await terminal.press('Enter');
	},
	shows: (terminal, pattern) => terminal.shows(pattern),
};

const links = {
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
		await terminal.type(number);
		await terminal.shows(new RegExp(`link number \\W*${number} `));
		await terminal.press('Enter');
		await terminal.shows(/^(?!.*link number)/);
	},
	async signIn(terminal, name) {
		await links.go(terminal, /Name \[(\d+)\]/);
		for (const [text, shown] of [[name, name], [password, '\\*{8}']]) {
			await terminal.type(text);
			await terminal.shows(new RegExp(shown));
			await terminal.press('Down');
		}
		await terminal.press('Enter');
	},
	push: (terminal, text) => links.go(terminal,
		new RegExp(`\\[(\\d+)\\][^[]*?${text}`)),
	// It shows the page in the state in which it arrives, whatever the
	// server says about caching.
	async shows(terminal, pattern) {
		await terminal.press('C-r');
		await terminal.shows(pattern, 'Home');
	},
};

// [what is pressed, what the page then shows, a key, and whether the focus is
// in a field]
const steps = (me) => [
	['Follow @anna', /Hello there\./, `following:${me}`, annaId, true],
	['Like', /Liked 1/, `liked:${me}`, post, true],
	['Liked 1', /Like(?!d)/, `liked:${me}`, post, false],
	['Repost', /Reposted 1/, `reposted:${me}`, post, true],
	['Reposted 1', /Repost(?!ed)/, `reposted:${me}`, post, false],
	['1 Following', /unfollow @anna/, `following:${me}`, annaId, true],
	['unfollow @anna', /Nobody here/, `following:${me}`, annaId,
		false],
];

for (const [name, browser] of Object.entries({ w3m, links }))
	test(`${name}: following, liking, reposting, and all of it taken back`, async () => {
		const terminal = await browser.open(`${url}/login`);

		after(terminal.close);
		await member(url, `by_${name}`);
		const me = await redis('HGET', 'users', `by_${name}`);

		await terminal.shows(/Password/);
		await browser.signIn(terminal, `by_${name}`);
		await terminal.shows(/Follow @anna/);
		for (const [text, shown, key, entry, isThere] of steps(me)) {
			await browser.push(terminal, text);
			await until(text, async () => isThere ===
				(await redis('ZSCORE', key, entry) !== null));
			await browser.shows(terminal, shown);
		}
	});

// ---- two-step sign-in ------------------------------------------------------

// Into the field after that text, and presses the button after it.
async function enters(terminal, before, text) {
	await w3m.go(terminal, before);
	await terminal.press('Tab', 'Enter');
	await terminal.type(text);
	await terminal.press('Enter', 'Tab', 'Enter');
}

test('w3m: two-step sign-in is set up, and then used', async () => {
	const terminal = await w3m.open(`${url}/login?back=%2Faccount%2Fcode`);

	after(terminal.close);
	await member(url, 'codie');
	await terminal.shows(/Password/);
	await w3m.signIn(terminal, 'codie');
	await terminal.shows(/Set up/);
	await enters(terminal, 'signed in now', password);
	await terminal.shows(/Or type this secret into it/);
	const [, secret] = (await terminal.text()).match(
		/into it:((?:\s+[A-Z2-7]{4}){8})/);

	await enters(terminal, 'six digits', codeOf(secret.replace(/\s+/g, ''), -1));
	await terminal.shows(/Now write down your spare codes/);
	const [spare] = (await terminal.text()).match(/\d{5}-\d{5}/);
	const other = await w3m.open(`${url}/login`);

	after(other.close);
	await other.shows(/Password/);
	await w3m.signIn(other, 'codie');
	await other.shows(/Enter your code/);
	await enters(other, 'six digits', spare);
	await other.shows(/Everyone.*Profile/s);
});

// ---- reports ----------------------------------------------------------------

test('w3m: a post is reported, and the case is closed', async () => {
	const open = async (name, path) => {
		const terminal = await w3m.open(
			`${url}/login?back=${encodeURIComponent(path)}`);

		after(terminal.close);
		await member(url, name);
		if (name === 'monty')
			await redis('HSET', `user:${await redis('HGET', 'users', name)}`,
				'standing', 'moderator');
		await terminal.shows(/Password/);
		await w3m.signIn(terminal, name);
		return terminal;
	};
	const reporter = await open('reporter', `/report?post=${post}`);

	await reporter.shows(/Why\?/);
	await w3m.go(reporter, 'Why');
	// To the second of five reasons, and past the text to the button.
	await reporter.press('Tab', 'Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Tab',
		'Tab', 'Enter');
	await reporter.shows(/Thank you\. The hosts and moderators/);
	const id = await redis('ZSCORE', 'cases', annaId);
	const monty = await open('monty', `/reports?case=${id}`);

	await monty.shows(/1 report: spam/);
	await w3m.go(monty, 'What to do');
	// Past two links.
	await monty.press('Tab', 'Tab', 'Tab', 'Enter');
	await monty.shows(/The case is closed\./);
	assert.equal(await redis('ZSCORE', 'cases', annaId), null);
});
