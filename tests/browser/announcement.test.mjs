// An announcement on a phone, on a wide screen, and in text browsers: everybody sees
// that it is one, and says that they have read it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { member } from '../lib/visitor.mjs';
import { assertAccessible } from './lib/axe.mjs';
import { launch, openWindow, press } from './lib/browser.mjs';
import { missed, overflows, overlaps } from './lib/measure.mjs';
import { links, w3m } from './lib/terminals.mjs';

const stack = await borrowStack(lean);
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const host = await member(url, 'helen');
let browser;

await stand('helen', 'host');
before(async () => { browser = await launch(); });
after(() => browser.close());

async function announce(status) {
	await host.post('/post', { status, announce: '1' });
	return (await redis('LRANGE', 'timeline', 0, 0))[0];
}

// Looks right in both colour schemes.
async function looksWell(page) {
	for (const measure of [overflows, missed, overlaps])
		assert.deepEqual(await page.evaluate(measure), []);
	await assertAccessible(page);
}

const buttons = (page) => page.getByRole('button', { name: /^I've read it/ });

for (const width of [390, 1280])
	for (const javaScriptEnabled of [true, false])
		test(`at ${width}, ${javaScriptEnabled ? 'with' : 'without'} a script`,
			async () => {
				const name = `m${width}${javaScriptEnabled ? 'js' : 'plain'}`;
				const reader = await member(url, name);
				const id = await announce(`The regatta for ${name} begins at nine.`);
				const { page, close } = await openWindow(browser, url, {
					cookie: reader.cookies.get('auth'), javaScriptEnabled,
					viewport: { width, height: 800 } });
				const post = page.locator(`#p${id}`);
				const its = () => buttons(page).and(post.locator('button'));

				await page.goto('/timeline');
				await press(page, page.getByRole('link', { name: 'Announcements',
					exact: true }));
				assert.match(await post.innerText(), /Announcement until \d+ \w+/);
				if (javaScriptEnabled)
					await looksWell(page);
				await press(page, its());
				assert.equal(new URL(page.url()).pathname, '/announcements');
				assert.equal(await its().count(), 0);
				await page.goto(`/@helen/${id}`);
				assert.equal(await page.getByText(/^Read by 1 of \d+$/).count(), 1);
				if (javaScriptEnabled)
					await looksWell(page);
				await close();
			});

// For each browser another member.
for (const [name, terminals] of Object.entries({ w3m, links }))
	test(`in ${name}`, async () => {
		const reader = `reads_by_${name}`;

		await member(url, reader);
		const id = await announce(`Be there early, ${name}.`);
		const me = await idOf(reader);
		const terminal = await terminals.openAs(url, reader, `/@helen/${id}`);

		await terminals.shows(terminal, /Announcement until \d+ \w+.*Read by 0 of/);
		await terminals.push(terminal, 'I\'ve read it');
		await until('it is read', async () =>
			await redis('ZSCORE', `read:${id}`, me) !== null);
		await terminals.shows(terminal, /Read by 1 of/);
	});
