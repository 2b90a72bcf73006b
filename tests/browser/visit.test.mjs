// A whole visit of two members, with and without JavaScript.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { feedBodies } from '../lib/atom.mjs';
import { launch, openWindow, press, replaces } from './lib/browser.mjs';
import { bodies, button, counts, following, link, me, openSettings,
	register, send, signIn, signOut, ways, write }
	from './lib/steps.mjs';

const first = 'Good morning!\n\nשלום, עולם\n  👩‍👩‍👧‍👦 e\u0301 <b>&amp;';
const stack = await borrowStack();
let browser;

function path(page) {
	return new URL(page.url()).pathname;
}

async function hasMain(page, text) {
	const main = await page.getByRole('main').innerText();

	assert.ok(main.includes(text), `${text} in: ${main}`);
}

// Where these lines of a post begin: at its left or its right edge.
function sides(locator, lines) {
	return locator.evaluate((element, wanted) => wanted.map((line) => {
		const [text] = element.childNodes;
		const start = text.data.indexOf(line);
		const range = document.createRange();

		range.setStart(text, start);
		range.setEnd(text, start + line.length);
		const space = range.getBoundingClientRect().left -
			element.getBoundingClientRect().left;

		return space < 1 ? 'left' : 'right';
	}), lines);
}

// A line that begins with a link, and is read from right to left.
function isRightOfRest(locator) {
	return locator.evaluate((element) => {
		const rest = document.createRange();

		rest.selectNodeContents(element.nextSibling);
		return element.getBoundingClientRect().left >=
			rest.getBoundingClientRect().right - 1;
	});
}

const steps = {
	async 'the first comes in by the front page'({ a, anna }) {
		await a.goto('/');
		await press(a, link(a.locator('main'), 'Register'));
		await register(a, anna);
		await hasMain(a, `Welcome, @${anna}.`);
		await hasMain(a, 'No posts here.');
		assert.deepEqual(await counts(a),
			{ Followers: 0, Following: 0 });
		assert.equal(await a.title(), 'Home · Retwis');
		await press(a, link(a, 'Home'));
		assert.equal(await a.getByText('Welcome').count(), 0);
	},

	async 'she writes, and it stands there as she wrote it'({ a, anna }) {
		await write(a, first);
		assert.deepEqual(await bodies(a), [first]);
		assert.equal(await a.locator('.when').innerText(), 'just now');
		assert.equal(await a.getByLabel('Write a post').inputValue(),
			'');
		await press(a, a.locator('.when'));
		assert.match(path(a), new RegExp(`^/@${anna}/\\d+$`));
		assert.deepEqual(await bodies(a), [first]);
		await press(a, link(a, 'Home'));
	},

	async 'each line begins at its own side'({ a }) {
		await write(a, 'שלום');
		const post = a.locator('.body');

		assert.deepEqual(await sides(post.first(), ['שלום']),
			['right']);
		assert.deepEqual(await sides(post.last(),
			['Good', 'שלום, עולם', '  👩']),
		['left', 'right', 'left']);
	},

	async 'the second reads the timeline and registers'({ b, ben }) {
		await b.goto('/timeline');
		assert.deepEqual((await bodies(b)).slice(0, 2),
			['שלום', first]);
		await press(b, link(b, 'Register'));
		await register(b, ben);
		assert.equal(path(b), '/timeline');
		assert.equal(await me(b).getAttribute('href'), `/@${ben}`);
	},

	async 'he follows her from her profile'({ b, anna }) {
		await press(b, link(b, 'Everyone'));
		await press(b, b.getByRole('region',
			{ name: 'New members' }).getByText(anna));
		assert.equal(path(b), `/@${anna}`);
		await replaces(b, button(b, `Follow @${anna}`));
		assert.equal(path(b), `/@${anna}`);
		assert.deepEqual(await counts(b),
			{ Followers: 1, Following: 0 });
		assert.equal(await button(b, `Follow @${anna}`).count(), 0);
	},

	async 'the counts lead to lists, and the lists to members'({ b, anna,
		ben }) {
		await press(b, link(b, '1 Follower'));
		assert.equal(path(b), `/@${anna}/followers`);
		assert.equal(await link(b, '1 Follower')
			.getAttribute('aria-current'), 'page');
		await press(b, b.locator('.people a').getByText(ben));
		assert.equal(path(b), `/@${ben}`);
		await press(b, link(b, '1 Following'));
		await press(b, b.locator('.people a').getByText(anna));
		assert.equal(path(b), `/@${anna}`);
	},

	async 'a member\'s own line stands on the profile'({ a, b, anna }) {
		await press(a, me(a));
		await press(a, link(a, 'Edit profile'));
		await send(a, 'Save', { 'One line about yourself': 'I row. 🚣' });
		assert.equal(path(a), `/@${anna}`);
		await b.reload();
		await hasMain(b, 'I row. 🚣');
		await press(a, link(a, 'Home'));
	},

	async 'a feed of one\'s own has an address, and then another'({ a }) {
		const address = a.getByLabel('Address for your feed reader');

		await press(a, me(a));
		await openSettings(a);
		await press(a, link(a, 'Private feed and calendar'));
		await press(a, button(a, 'Create an address'));
		const first = await address.inputValue();
		const { status, text } = await request(stack.url,
			first.replace(stack.url, ''));

		assert.equal(status, 200);
		assert.ok(feedBodies(text).includes('שלום'));
		await press(a, link(a, 'Create a new address'));
		await press(a, button(a, 'Create it'));
		assert.notEqual(await address.inputValue(), first);
		await press(a, link(a, 'Turn it off'));
		await press(a, button(a, 'Turn it off'));
		assert.equal(await address.count(), 0);
		assert.equal(path(a), '/feed');
		await press(a, link(a, 'Home'));
	},

	async 'her next post is on his home page, above the others'({ a, b }) {
		await write(a, 'For all of you');
		await press(b, link(b, 'Home'));
		assert.deepEqual(await bodies(b), ['For all of you', 'שלום', first]);
		assert.deepEqual(await counts(b),
			{ Followers: 0, Following: 1 });
	},

	async 'he replies, she reads it, and he takes it back'({ a, b, anna,
		ben }) {
		await press(b, link(b, 'Reply').first());
		await b.getByLabel('Write a reply')
			.fill(`Me too, @${anna}! https://example.org/ #all`);
		await press(b, button(b, 'Reply'));
		assert.deepEqual(await bodies(b), ['For all of you',
			`Me too, @${anna}! example.org #all`]);
		await press(b, link(b, '#all'));
		assert.equal(path(b), '/tag/all');
		await press(a, a.getByRole('link', { name: 'Home' }));
		await press(a, link(a, 'Reply 1'));
		await press(a, a.locator('#replies .when'));
		assert.ok(path(a).startsWith(`/@${ben}/`));
		await press(b, b.locator('.when'));
		await press(b, link(b, 'Delete this post'));
		await press(b, button(b, 'Delete'));
		assert.equal(path(b), '/');
		assert.deepEqual(await bodies(b), ['For all of you', 'שלום', first]);
		assert.equal((await a.reload()).status(), 404);
		await a.goto('/');
	},

	async 'he stops following, and her posts go'({ a, b, anna }) {
		await press(b, b.locator('.who').first());
		assert.equal(path(b), `/@${anna}`);
		await replaces(b, button(b, following(anna)));
		assert.equal(await button(b, `Follow @${anna}`).count(), 1);
		await write(a, 'Not for him');
		await press(b, link(b, 'Home'));
		assert.deepEqual(await bodies(b), []);
		assert.equal((await counts(b)).Following, 0);
	},

	async 'older posts and newer ones are a click away'({ a }) {
		for (let i = 0; i < 8; i++)
			await write(a, `Number ${i}`);
		assert.equal(await link(a, 'Newer').count(), 0);
		await press(a, link(a, 'Older'));
		assert.deepEqual(await bodies(a), ['שלום', first]);
		assert.equal(await link(a, 'Older').count(), 0);
		await press(a, link(a, 'Newer'));
		assert.equal((await bodies(a))[0], 'Number 7');
		assert.equal((await bodies(a)).length, 10);
	},

	async 'a tag is found by searching, and trends'({ b, ben }) {
		const tag = `paint_${ben}`;
		const text = `The second coat is dry. #${tag}\n#gull: שלום`;

		await write(b, text);
		assert.ok(await isRightOfRest(link(b.locator('.posts'), '#gull')));
		await press(b, link(b, 'Search'));
		await b.getByLabel(/^Find a member/).fill('#paint_b');
		await press(b, button(b, 'Search'));
		await press(b, b.getByRole('region', { name: 'Tags' })
			.getByText(tag));
		assert.equal(path(b), `/tag/${tag}`);
		assert.deepEqual(await bodies(b), [text]);
		// The tags are added up once a minute, and a minute has passed.
		await stack.redis('DEL', 'cache:trending');
		await press(b, link(b, 'Everyone'));
		await press(b, b.getByRole('region', { name: 'Trending tags' })
			.getByText(tag));
		assert.equal(path(b), `/tag/${tag}`);
		await press(b, link(b, 'Home'));
	},

	async 'she signs out, and in again'({ a, anna }) {
		await signOut(a);
		await hasMain(a, 'A small place to talk.');
		assert.equal(await me(a).count(), 0);
		await press(a, a.getByRole('navigation')
			.getByRole('link', { name: 'Sign in' }));
		await signIn(a, anna);
		assert.equal(path(a), '/');
		assert.equal((await bodies(a))[0], 'Number 7');
	},

	async 'a page that is not there says so'({ a }) {
		const answer = await a.goto('/@nobody_of_that_name');

		assert.equal(answer.status(), 404);
		await hasMain(a, 'Page not found.');
		await press(a, link(a, 'Go to the front page'));
		assert.equal((await bodies(a))[0], 'Number 7');
	},

	async 'she calls him, he is told, and reads it'({ a, b, anna, ben }) {
		const text = `Where is @${ben}?`;

		await write(a, text);
		await press(b, link(b, 'Home'));
		await press(b, link(b, 'Notifications, 1 new'));
		assert.equal(path(b), '/notifications');
		await hasMain(b, `@${anna} mentioned you`);
		assert.equal(await b.getByText('New', { exact: true }).count(), 1);
		assert.equal(await link(b, 'Notifications')
			.getAttribute('aria-current'), 'page');
		await press(b, link(b, text));
		assert.deepEqual(await bodies(b), [text]);
		await press(b, link(b, 'Notifications'));
		await hasMain(b, text);
		assert.equal(await b.getByText('New', { exact: true }).count(), 0);
		await press(b, link(b, `@${anna}`));
		assert.equal(path(b), `/@${anna}`);
	},
};

function visit({ javaScriptEnabled, tag }) {
	const members = { anna: `anna_${tag}`, ben: `ben_${tag}` };
	let windows;
	let isBroken = false;

	before(async () => {
		windows = await Promise.all(['a', 'b'].map(() =>
			openWindow(browser, stack.url, { javaScriptEnabled })));
	});
	for (const [title, step] of Object.entries(steps)) {
		test(title, async (t) => {
			const [a, b] = windows;

			if (isBroken)
				return t.skip('after a step that failed');
			isBroken = true;
			await step({ a: a.page, b: b.page, ...members });
			a.check();
			b.check();
			isBroken = false;
		});
	}
}

describe('a visit', () => {
	before(async () => { browser = await launch(); });
	after(() => browser.close());
	for (const way of ways)
		describe(way.title, () => visit(way));
});
