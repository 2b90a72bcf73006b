// Moderation in terminal browsers: what members and hosts do against others, and
// for the whole site.
import { test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { member } from '../lib/visitor.mjs';
import { write } from '../lib/acts.mjs';
import { links, w3m } from './lib/terminals.mjs';

const stack = await borrowStack(lean);
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const anna = await member(url, 'anna');
const annaId = await idOf('anna');
const post = await write(anna, 'Hello there.');
const is = (value, read) => until(`${value}`, async () =>
	await read() === value);
const field = (key, name) => () => redis('HGET', key, name);
const nextMonth = new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString()
	.slice(0, 10);

// A page, from which something is pressed next.
async function onPage(browser, terminal, path, pattern) {
	await browser.visit(terminal, `${url}${path}`);
	await browser.shows(terminal, pattern);
}

async function mutesAndBlocks(browser, terminal, me) {
	const score = () => redis('ZSCORE', `quiet:${me}`, annaId);
	const sign = async () => Math.sign(await score() ?? 0);

	await browser.push(terminal, 'Mute @anna');
	await is(1, sign);
	await browser.shows(terminal, /Unmute @anna/);
	await onPage(browser, terminal, '/account/quiet', /They aren.t told.*Unmute/);
	await browser.push(terminal, 'Unmute @anna');
	await is(0, sign);
	await browser.shows(terminal, /^(?!.*Unmute)/);
	await onPage(browser, terminal, '/@anna', /Block @anna/);
	await browser.push(terminal, 'Block @anna');
	await browser.shows(terminal, /Block @anna\?/);
	await browser.pushAfter(terminal, 'notifications from them');
	await is(-1, sign);
	await browser.shows(terminal, /Unblock @anna/);
	await onPage(browser, terminal, '/account/quiet', /They aren.t told.*Unblock/);
	await browser.push(terminal, 'Unblock @anna');
	await is(0, sign);
}

async function removesAndSuspends(browser, terminal) {
	const body = field(`post:${post}`, 'body');
	const standing = field(`user:${annaId}`, 'standing');

	await browser.enters(terminal, 'Reason', 'Not here');
	await is(null, body);
	await browser.shows(terminal, /The reason: Not here/);
	await browser.pushAfter(terminal, 'It will be deleted on');
	await is('Hello there.', body);
	await browser.shows(terminal, /Post by @anna/);
	await onPage(browser, terminal, `/standing?uid=${annaId}&standing=stopped`,
		/Suspend @anna\?/);
	await browser.enters(terminal, 'Reason', 'Too loud', nextMonth);
	await is('stopped', standing);
	await browser.shows(terminal, /Status: suspended/);
	await browser.push(terminal, 'Restore');
	await browser.shows(terminal, /Restore @anna\?/);
	await browser.pushAfter(terminal, 'before it was suspended');
	await is(null, standing);
}

async function searchesAndNames(browser, terminal, me, name) {
	const isFollowing = async () =>
		await redis('ZSCORE', `following:${me}`, annaId) !== null;

	await browser.enters(terminal, 'Find a member by name', 'ann');
	await browser.shows(terminal, /By name [\W\d]*@anna(?!.*Joined.*Joined)/);
	await browser.push(terminal, 'Follow @anna');
	await is(true, isFollowing);
	await browser.shows(terminal, /unfollow @anna/);
	await onPage(browser, terminal, '/site', /Name of the site/);
	await browser.fill(terminal, 'Name of the site', `The ${name} club`,
		`We use ${name}`);
	await browser.push(terminal, 'Save');
	await is(`The ${name} club`, field('site', 'name'));
	await is(`We use ${name}`, field('site', 'welcome'));
	await browser.shows(terminal, new RegExp(`The ${name} club.*Site settings`));
}

// For each browser another member.
for (const [name, browser] of Object.entries({ w3m, links }))
	for (const [who, path, title, does] of [
		['member', '/@anna', 'mutes and blocks, and takes both back',
			mutesAndBlocks],
		['host', `/remove?id=${post}`, 'removes a post and suspends its ' +
			'author, and restores both', removesAndSuspends],
		['host', '/members', 'searches for a member, and names the site',
			searchesAndNames],
	])
		test(`${name}: a ${who} ${title}`, async () => {
			const user = `${name}_${path.match(/[a-z]+/)}`;

			await member(url, user);
			const me = await idOf(user);

			if (who === 'host')
				await stand(user, 'host');
			const terminal = await browser.openAs(url, user, path);

			await terminal.shows(/Profile \(@/);
			await does(browser, terminal, me, name);
		});
