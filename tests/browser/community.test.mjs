// A closed community on a phone: a host invites, suspends and restores; a
// newcomer comes by the link, writes, downloads a copy, leaves, and imports the
// posts into another site.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { until } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { Visitor, password } from '../lib/visitor.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { bodies, button, link, me, openSettings, register, registerInVain,
	send, signIn, ways, write } from './lib/steps.mjs';

const stack = await startStack({ env: { RETWIS_SIGNUP: 'invited',
	RETWIS_READERS: 'members' } });
const elsewhere = await startStack();
const phone = { viewport: { width: 390, height: 800 } };
let browser;

await adminOf(stack)(['add', 'helen'], { input: `${password}\n` });
await adminOf(stack)(['host', 'helen']);

function title(page) {
	return page.getByRole('heading', { level: 1 }).innerText();
}

// On the profile of somebody else, as a host.
async function openStanding(page) {
	await page.getByText(/^Status: /).click();
}

const steps = {
	async 'a host makes a link, from her profile'({ h }) {
		await h.goto('/');
		await signIn(h, 'helen');
		await press(h, me(h));
		await openSettings(h);
		await press(h, link(h, 'Invite people'));
		await send(h, 'Create a link', { 'How many people can use it': '1' });
		assert.equal(await h.getByText('1 of 1 uses left').count(), 1);
		await h.getByText('QR code', { exact: true }).click();
		assert.equal(await h.getByRole('img',
			{ name: 'QR code of the address' }).isVisible(), true);
	},

	async 'the newcomer comes by it'({ h, n, name }) {
		const address = await h.getByLabel('Address', { exact: true }).inputValue();

		await n.goto(address);
		assert.equal(await n.getByText('invites you to Retwis').count(), 1);
		// A form with a mistake comes back, and nothing has changed.
		await registerInVain(n, 'helen', 'another horse');
		assert.equal(await n.getByText('name is taken').count(), 1);
		await register(n, name);
		assert.equal(await title(n), 'Home');
		await h.reload();
		assert.equal(await h.getByText('0 of 1 uses left').count(), 1);
		assert.equal(await link(h.locator('main'), `@${name}`).count(), 1);
		await press(h, button(h, 'Remove link 1'));
		assert.equal(await h.getByText('uses left').count(), 0);
	},

	async 'and writes; the host reads it at home'({ h, n }) {
		await write(n, 'Thank you for the link!');
		await press(h, link(h, 'Home'));
		assert.equal((await bodies(h))[0], 'Thank you for the link!');
	},

	async 'the host stops her, and she is told'({ h, n, name }) {
		await h.goto(`/@${name}`);
		await openStanding(h);
		await press(h, link(h, 'Suspend'));
		await send(h, 'Suspend', { Reason: 'Too loud at night.' });
		assert.equal(await h.getByText('Status: suspended').count(), 1);
		await n.getByLabel('Write a post').fill('Am I still here?');
		await press(n, button(n, 'Post'));
		assert.equal(await title(n), 'Your account is suspended');
		assert.equal(await n.getByText('Too loud at night.').count(), 1);
		await n.goto('/@helen');
		assert.equal(await title(n), 'Your account is suspended');
		await press(n, link(n, 'Your account'));
		assert.equal(await title(n), 'Account');
	},

	async 'and lets her in again'({ h, n }) {
		await openStanding(h);
		await press(h, link(h, 'Restore'));
		await press(h, button(h, 'Restore'));
		await n.goto('/');
		assert.equal(await title(n), 'Home');
		await write(n, 'Back again.');
		assert.deepEqual(await bodies(n),
			['Back again.', 'Thank you for the link!']);
	},

	async 'she calls herself Nora, which everybody reads'({ h, n }) {
		await n.goto('/account');
		await send(n, 'Save', { [await n.getByText(/^The name shown next to/)
			.innerText()]: 'Nora  Lund' });
		assert.equal(await n.getByText('Display name saved').count(), 1);
		await until('the host reads it', async () => {
			await h.goto('/');
			return await h.locator('.post .who')
				.filter({ hasText: 'Nora Lund' }).count() === 2;
		});
	},

	async 'takes a copy along'({ n, luggage }) {
		await n.goto('/account');
		const [download] = await Promise.all([n.waitForEvent('download'),
			button(n, 'Download your data').click()]);

		assert.match(download.suggestedFilename(),
			/^retwis-nora_(js|plain)-\d{4}-\d\d-\d\d\.zip$/);
		luggage.file = await download.path();
	},

	async 'and leaves'({ h, n, name }) {
		await press(n, link(n, 'Leave Retwis'));
		await send(n, 'Leave for good', { 'Your name, to confirm': 'helen',
			'Your password': password });
		assert.equal(await n.getByText('That isn\'t your name.').count(), 1);
		await send(n, 'Leave for good', { 'Your name, to confirm': name,
			'Your password': password });
		assert.equal(new URL(n.url()).pathname, '/login');
		await signIn(n, name);
		assert.equal(await title(n), 'Sign in');
		await h.goto(`/@${name}`);
		assert.equal(await title(h), 'Page not found.');
		await until('her posts are gone', async () => {
			await h.goto('/timeline');
			return (await bodies(h)).length === 0;
		});
	},

	async 'she brings her posts to another site'({ m, name, luggage }) {
		await m.goto('/register');
		await register(m, name);
		await m.goto('/account');
		await m.getByLabel('The file you downloaded from another Retwis')
			.setInputFiles(luggage.file);
		await press(m, button(m, 'Import'));
		assert.equal(await m.getByText('2 posts are being imported').count(), 1);
		await until('a worker has stored them', async () => {
			await m.goto(`/@${name}`);
			return (await bodies(m)).length === 2;
		});
		assert.deepEqual(await bodies(m),
			['Back again.', 'Thank you for the link!']);
		await m.goto('/timeline');
		assert.deepEqual(await bodies(m), []);
	},
};

before(async () => {
	browser = await launch();
});
after(() => browser.close());

for (const { title: way, tag, ...options } of ways)
	describe(way, () => {
		const name = `nora_${tag}`;
		const windows = {}, luggage = {};

		before(async () => {
			for (const who of ['h', 'n', 'm'])
				windows[who] = await openWindow(browser,
					(who === 'm' ? elsewhere : stack).url,
					{ ...phone, ...options });
		});
		after(async () => {
			for (const window of Object.values(windows))
				await window.close();
		});
		for (const [step, take] of Object.entries(steps))
			test(step, () => take({ h: windows.h.page, n: windows.n.page,
				m: windows.m.page, name, luggage }));
	});

test('all the while a stranger has read nothing', async () => {
	const { status, text } = await new Visitor(stack.url).get('/timeline');

	assert.equal(status, 401);
	assert.doesNotMatch(text, /Thank you|nora/);
});
