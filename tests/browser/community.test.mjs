// A closed community on a phone: a host invites, and stops and restores; a
// newcomer comes by the link, and writes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { startStack } from '../lib/stack.mjs';
import { Visitor, password } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, button, link, me, openSettings, register, send, signIn,
	ways, write } from './lib/steps.mjs';

const stack = await startStack({ env: { RETWIS_SIGNUP: 'invited',
	RETWIS_READERS: 'members' } });
const phone = { viewport: { width: 390, height: 800 } };
let browser;

await adminOf(stack)(['add', 'helen'], { input: `${password}\n` });
await adminOf(stack)(['host', 'helen']);

function title(page) {
	return page.getByRole('heading', { level: 1 }).innerText();
}

// On the profile of somebody else, as a host.
async function openStanding(page) {
	await page.getByText(/^Standing: /).click();
}

const steps = {
	async 'a host makes a link, from her profile'({ h }) {
		await h.goto('/');
		await signIn(h, 'helen');
		await press(h, me(h));
		await openSettings(h);
		await press(h, link(h, 'Invite others'));
		await send(h, 'Make a link', { 'How many may come by it': '1' });
		assert.equal(await h.getByText('1 of 1 left').count(), 1);
		await h.getByText('QR code', { exact: true }).click();
		assert.equal(await h.getByRole('img',
			{ name: 'QR code of the address' }).isVisible(), true);
	},

	async 'the newcomer comes by it'({ h, n, name }) {
		const address = await h.getByLabel('Address', { exact: true }).inputValue();

		await n.goto(address);
		assert.equal(await n.getByText('invites you to Retwis').count(), 1);
		// What is wrong comes back, and costs nothing.
		await register(n, 'helen', 'another horse');
		assert.equal(await n.getByText('in use already').count(), 1);
		await register(n, name);
		assert.equal(await title(n), 'Home');
		await h.reload();
		assert.equal(await h.getByText('All 1 have come').count(), 1);
		assert.equal(await link(h.locator('main'), `@${name}`).count(), 1);
		await press(h, button(h, 'Forget link 1'));
		assert.equal(await h.getByText('have come').count(), 0);
	},

	async 'and writes; the host reads it at home'({ h, n }) {
		await write(n, 'Thank you for the link!');
		await press(h, link(h, 'Home'));
		assert.equal((await bodies(h))[0], 'Thank you for the link!');
	},

	async 'the host stops her, and she is told'({ h, n, name }) {
		await h.goto(`/@${name}`);
		await openStanding(h);
		await press(h, button(h, 'Stop'));
		assert.equal(await h.getByText('Standing: stopped').count(), 1);
		await n.getByLabel('Write a post').fill('Am I still here?');
		await press(n, button(n, 'Post'));
		assert.equal(await title(n), 'You were stopped');
		await n.goto('/@helen');
		assert.equal(await title(n), 'You were stopped');
		await press(n, link(n, 'Your account'));
		assert.equal(await title(n), 'Account');
	},

	async 'and lets her in again'({ h, n }) {
		await openStanding(h);
		await press(h, button(h, 'Make member'));
		await n.goto('/');
		assert.equal(await title(n), 'Home');
		await write(n, 'Back again.');
		assert.deepEqual(await bodies(n),
			['Back again.', 'Thank you for the link!']);
	},
};

before(async () => {
	browser = await launch();
});
after(() => browser.close());

for (const { title: way, tag, ...options } of ways)
	describe(way, () => {
		const name = `nora_${tag}`;
		const windows = {};

		before(async () => {
			for (const who of ['h', 'n'])
				windows[who] = await openWindow(browser, stack.url,
					{ ...phone, ...options });
		});
		after(async () => {
			await windows.h.close();
			await windows.n.close();
		});
		for (const [step, take] of Object.entries(steps))
			test(step, () => take({ h: windows.h.page, n: windows.n.page,
				name }));
	});

test('all the while a stranger has read nothing', async () => {
	const { status, text } = await new Visitor(stack.url).get('/timeline');

	assert.equal(status, 401);
	assert.doesNotMatch(text, /Thank you|nora/);
});
