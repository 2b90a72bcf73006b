// node tests/browser/readme.mjs LANGUAGE...: docs/readme/home.LANGUAGE.png, the
// home page of a club that speaks this language, light and dark, on phones. What
// its members write is in clubs/LANGUAGE.json:
//
//   { "site": "the name of the site",
//     "members": ["anna", ...],          the picture is what the first one sees
//     "display": { "anna": "Anna Müller", ... },
//     "posts": [["ben", 90, "text", 2], ...],   the oldest first: author, how many
//                                        minutes ago, and the post replied to
//     "likes": [[2, "anna"], ...], "reposts": [[3, "ben"], ...] }
import { readFileSync } from 'node:fs';
import { noting, root, startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';

async function tellStory(stack, club) {
	const members = {};
	const now = Math.floor(Date.now() / 1000);

	for (const name of club.members)
		members[name] = await member(stack.url, name);
	const [first, ...others] = club.members;

	for (const name of others) {
		await members[first].follow(name);
		await members[name].follow(first);
	}
	for (const [name, text] of Object.entries(club.display))
		await members[name].post('/bio', { name: text });
	for (const [i, [name, ago, status, parent]] of club.posts.entries()) {
		await members[name].post('/post', { status, reply_to: parent ?? '' });
		await stack.redis('HSET', `post:${i + 1}`, 'time', now - ago * 60);
	}
	for (const [id, name] of club.likes)
		await members[name].post('/act', { like: id });
	for (const [id, name] of club.reposts)
		await members[name].post('/act', { repost: id });
	// Members of long ago: nobody is new.
	for (const name of club.members)
		await stack.redis('ZADD', 'users_by_time', now - 400 * 86400, name);
	await stack.redis('DEL', 'cache:trending');
	return members[first];
}

const phone = { width: 390, height: 844 };

async function shoot(browser, stack, visitor, colorScheme) {
	const { page, close } = await openWindow(browser, stack.url, { viewport: phone,
		colorScheme, cookie: visitor.cookies.get('auth') });

	await page.goto('/');
	const picture = await page.screenshot();

	await close();
	return picture.toString('base64');
}

async function draw(browser, language) {
	const club = JSON.parse(readFileSync(
		new URL(`clubs/${language}.json`, import.meta.url), 'utf8'));
	const stack = await startStack({ env: { ...noting,
		RETWIS_LANGUAGE: language, RETWIS_NAME: club.site } });
	const visitor = await tellStory(stack, club);
	const pictures = [];

	for (const scheme of ['light', 'dark'])
		pictures.push(await shoot(browser, stack, visitor, scheme));
	const page = await browser.newPage({ viewport: { width: 852, height: 892 } });

	await page.setContent(`<style>
		body { display: flex; gap: 24px; margin: 0; padding: 24px;
			background: #dedacd; }
		img { border-radius: 12px; }
		</style>${pictures.map((data) =>
		`<img src="data:image/png;base64,${data}">`).join('')}`);
	await page.screenshot({ path: `${root}/docs/readme/home.${language}.png` });
	await page.close();
	await stack.stop();
}

const browser = await launch();

for (const language of process.argv.slice(2))
	await draw(browser, language);
await browser.close();
