// Text that the reader has enlarged, on screens from a small phone to a large
// desktop: whatever its size, each word can be read. The names are short and
// long, in an alphabet that is read from the right, and with emoji.
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { at, hour } from '../lib/later.mjs';
import { borrowStack, lean, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { overflows } from './lib/measure.mjs';
import { unreadable } from './lib/words.mjs';

const widths = [320, 360, 390, 480, 600, 768, 800, 880, 959, 960, 1280, 1920];
const sizes = [100, 130, 150, 200];

const names = {
	noor: 'نور الدين عبد الرحمن',
	emmi: '🚣 Emmi 🌊',
	juergen: 'Jürgen Wölk',
	frau_meier: 'Frau Dr. Meier-Westermann-Hohenfels',
	jonas_the_goalkeeper: '',
};

const longWord = 'Rindfleischetikettierungsüberwachungsaufgaben'.repeat(4)
	.slice(0, 168);

const posts = {
	noor: 'صباح الخير! الماء هادئ اليوم، من يأتي معي؟ #rowing',
	emmi: longWord,
	juergen: 'The key to the boathouse is back on its hook.\n\nThank you!',
	frau_meier: 'Friday is the museum trip: https://example.org/trips/' +
		'of-the-autumn-2026.pdf',
	jonas_the_goalkeeper: '3:1!!! #u12',
};

const paths = ['/', '/timeline', '/@anna/1', '/@frau_meier', '/notifications'];

// What is simpler is measured only at the smallest and at the largest size.
const simple = ['/@anna', '/@noor/followers', '/scheduled', '/search?q=n',
	'/account', '/bio', '/nowhere'];

const stack = await borrowStack({ ...lean, RETWIS_NAME: 'Ruderclub Seeblick' });
const anna = await member(stack.url, 'anna');
const day = 24 * 3600;
let browser;

// Posts of today and of last year, each liked, reposted and answered.
async function tellStory() {
	const now = Math.floor(Date.now() / 1000);

	await anna.write('Launch today! Meet at the boathouse at half past eight.');
	for (const [name, display] of Object.entries(names)) {
		const one = await member(stack.url, name);

		await one.post('/account/name', { name: display });
		await one.write(posts[name]);
		await one.post('/post', { status: 'Me too!', reply_to: 1 });
		await one.post('/act', { like: 1 });
		await one.follow('anna');
		await anna.follow(name);
	}
	for (const [id, ago] of [[1, 17 * day], [2, 400 * day], [4, 5 * 3600]])
		await stack.redis('HSET', `post:${id}`, 'time', now - ago);
	for (const id of [2, 4, 6])
		await anna.post('/act', { repost: id });
	for (const days of [2, 200])
		await anna.post('/post', { status: 'Merry Christmas, everyone!',
			at: at(days * 24 * hour), reply_to: days === 2 ? 1 : '' });
	await stack.redis('DEL', 'cache:trending');
	await anna.get('/');
}

before(async () => {
	await tellStory();
	browser = await launch();
});
after(() => browser.close());

// Runs in the page: the fields for days and times that have no room for all of
// it.
function clippedTimes() {
	const fields = [...document.querySelectorAll('[type="datetime-local"], ' +
		'[type="date"], [type="time"]')];

	return fields.filter((field) => field.checkVisibility()).flatMap((field) => {
		const { offsetWidth } = field;

		Object.assign(field.style, { width: 'max-content', maxWidth: 'none' });
		const wanted = field.offsetWidth;

		field.removeAttribute('style');
		return wanted > offsetWidth
			? [`${field.id}: ${wanted} in ${offsetWidth}`] : [];
	});
}

async function assertReadable(page, what) {
	assert.deepEqual(await page.evaluate(`[${[unreadable, overflows, clippedTimes]
		.map((check) => `...(${check})()`)}]`), [], what);
}

// The reader's own setting: media queries in em follow it.
async function assertAll(page, cdp, path) {
	for (const size of simple.includes(path) ? [100, 200] : sizes) {
		await cdp.send('Page.setFontSizes',
			{ fontSizes: { standard: Math.round(16 * size / 100) } });
		for (const width of widths) {
			await page.setViewportSize({ width, height: 900 });
			await assertReadable(page, `${path} at ${width}, ${size} %`);
		}
	}
}

for (const path of [...paths, ...simple])
	test(path, async () => {
		const { context, page, close } = await openWindow(browser, stack.url,
			{ cookie: anna.cookies.get('auth') });
		const cdp = await context.newCDPSession(page);

		await page.goto(path);
		await assertAll(page, cdp, path);
		if (path === '/') {
			await page.focus('#status');
			for (const part of await page.locator('.extras summary').all())
				await part.click();
			await assertAll(page, cdp, 'writing');
		}
		await close();
	});

// The welcome has its largest letters, for the name of the site.
test('welcome', async () => {
	const folder = temporaryFolder();

	chmodSync(folder, 0o755);
	writeFileSync(`${folder}/about.txt`, 'We row on the lake.\n');
	const { url } = await borrowStack({ ...lean, RETWIS_ABOUT: folder,
		RETWIS_NAME: 'Sportfreunde Wannsee' });
	const { context, page, close } = await openWindow(browser, url);

	await page.goto('/');
	assert.equal(await page.locator('h1').innerText(), 'Sportfreunde Wannsee');
	await assertAll(page, await context.newCDPSession(page), '/');
	await close();
});

// Some browsers enlarge only the text, and media queries do not notice it.
test('text of twice the size that the style does not know of', async () => {
	const { page, close } = await openWindow(browser, stack.url,
		{ cookie: anna.cookies.get('auth'), bypassCSP: true });

	for (const path of [...paths, ...simple]) {
		await page.goto(path);
		await page.addStyleTag({ content: 'html { font-size: 200% }' });
		for (const width of [390, 800, 1280]) {
			await page.setViewportSize({ width, height: 900 });
			await assertReadable(page, `${path} at ${width}`);
		}
	}
	await close();
});
