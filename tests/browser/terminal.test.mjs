// The buttons of posts and members in terminal browsers, which know neither
// scripts nor styles, and support a button only inside its form.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { member, password } from '../lib/visitor.mjs';
import { write } from '../lib/acts.mjs';
import { codeOf } from '../lib/totp.mjs';
import { links, w3m } from './lib/terminals.mjs';

process.env.TZ = 'UTC';
const stack = await borrowStack(lean);
const { url, redis } = stack;
const anna = await member(url, 'anna');
const annaId = await redis('HGET', 'users', 'anna');
const post = await write(anna, 'Hello there.');

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

// ---- a question with a date -------------------------------------------------

// A day that has passed, and then another: what was ticked is still there.
const askers = {
	async w3m(terminal, day) {
		if (!/Which boat/.test(await terminal.text()))
			await w3m.pushAfter(terminal, 'Write a post');
		await terminal.shows(/Which boat/);
		if (!/\[\*\] ?Who comes/.test(await terminal.text()))
			await w3m.pushBefore(terminal, 'Who comes');
		await terminal.shows(/\[\*\] ?Who comes/);
		await w3m.fill(terminal, 'Add a date', day);
		await w3m.fill(terminal, 'Place', 'Pier');
		await w3m.pushBefore(terminal, 'Up to 280');
	},
	async links(terminal, day) {
		await links.fill(terminal, 'Write a post', 'Which boat');
		if (!/\[X\] Who comes/.test(await terminal.text()))
			await links.go(terminal, /\[(\d+)\]\[ \] Who comes/);
		await terminal.shows(/\[X\] Who comes/);
		// In a field a number would be a text, so from there on by arrows,
		// and back to the box above the day.
		await links.fill(terminal, 'Day', day);
		await terminal.press('Down', 'Down', 'End', 'C-u');
		await terminal.type('Pier');
		await terminal.press('Up', 'Up', 'Up', 'Up');
		await links.go(terminal, /\[(\d+)\]Post/);
	},
};

for (const [name, browser] of Object.entries({ w3m, links }))
	test(`${name}: "Who comes?" on a day, and at a place`, async () => {
		const terminal = await browser.open(`${url}/login`, 'Which boat');
		const day = new Date(Date.now() + 864e5).toISOString().slice(0, 10);
		const newest = () => redis('LINDEX', 'own:' + me, 0);

		after(terminal.close);
		await member(url, `ask_${name}`);
		const me = await redis('HGET', 'users', `ask_${name}`);

		await terminal.shows(/Password/);
		await browser.signIn(terminal, `ask_${name}`);
		await terminal.shows(/Who comes/);
		await askers[name](terminal, '2020-02-02');
		await terminal.shows(/Not posted yet.*That has passed by then/);
		await askers[name](terminal, day);
		await until('it is posted', newest);
		const post = await redis('HGETALL', `post:${await newest()}`);

		assert.equal(post.body, 'Which boat');
		assert.equal(post.question, '0 comes');
		assert.equal(post.date.split('\n')[1], 'Pier');
		assert.equal(post.date.split(' ')[0], `${Date.parse(day) / 1000}`);
	});

// ---- two-step sign-in ------------------------------------------------------

test('w3m: two-step sign-in is set up, and then used', async () => {
	const terminal = await w3m.open(`${url}/login?back=%2Faccount%2Fcode`);

	after(terminal.close);
	await member(url, 'codie');
	await terminal.shows(/Password/);
	await w3m.signIn(terminal, 'codie');
	await terminal.shows(/Set up/);
	await w3m.enters(terminal, 'signed in now', password);
	await terminal.shows(/Or type this secret into it/);
	const [, secret] = (await terminal.text()).match(
		/into it:((?:\s+[A-Z2-7]{4}){8})/);

	await w3m.enters(terminal, 'six digits', codeOf(secret.replace(/\s+/g, '')));
	await terminal.shows(/Now write down your spare codes/);
	const [spare] = (await terminal.text()).match(/\d{5}-\d{5}/);
	const other = await w3m.open(`${url}/login`);

	after(other.close);
	await other.shows(/Password/);
	await w3m.signIn(other, 'codie');
	await other.shows(/Enter your code/);
	await w3m.enters(other, 'six digits', spare);
	await other.shows(/Everyone.*Profile/s);
});

// ---- reports ----------------------------------------------------------------

test('w3m: a post is reported, and the case is closed', async () => {
	await member(url, 'reporter');
	const reporter = await w3m.openAs(url, 'reporter', `/report?post=${post}`);

	await reporter.shows(/Why\?/);
	await w3m.go(reporter, 'Why');
	// To the second of five reasons, and past the text to the button.
	await reporter.press('Tab', 'Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Tab',
		'Tab', 'Enter');
	await reporter.shows(/Thank you\. The hosts and moderators/);
	const id = await redis('ZSCORE', 'cases', annaId);

	await membersOf(stack).memberAs('monty', 'moderator');
	const monty = await w3m.openAs(url, 'monty', `/reports?case=${id}`);

	await monty.shows(/1 report: spam/);
	await w3m.go(monty, 'What to do');
	// Past two links.
	await monty.press('Tab', 'Tab', 'Tab', 'Enter');
	await monty.shows(/The case is closed\./);
	assert.equal(await redis('ZSCORE', 'cases', annaId), null);
});
