// node tests/browser/screenshots.mjs: a rowing club of six, as its members see
// it. Writes docs/home.png for the README, and screenshots of the other pages,
// of phones and of the dark scheme into build/screenshots/.
import { mkdirSync, readFileSync } from 'node:fs';
import { noting, root, startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { launch, openWindow } from './lib/browser.mjs';
import { visit } from './lib/places.mjs';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const folder = `${root}/build/screenshots`;

const club = ['olga', 'samir', 'jonas_k', 'eleni', 'mara', 'nuria'];

// Who follows whom.
const follows = {
	mara: ['olga', 'samir', 'eleni', 'jonas_k'],
	olga: ['mara', 'eleni'],
	samir: ['mara', 'olga', 'jonas_k'],
	eleni: ['mara', 'samir'],
	jonas_k: ['mara', 'samir'],
	nuria: ['samir'],
};

const bios = {
	olga: 'Paints boats, and the second half of each month.',
	samir: 'Early riser. Bow seat, Sunday mornings, any weather.',
	mara: 'Cox by accident.',
};

// [author, how long ago in seconds, text, the post that it replies to], the
// oldest first.
const posts = [
	['mara', 26 * day, 'Five of us now. Welcome aboard, everybody!'],
	['samir', 24 * day, 'Who else rows on Sunday mornings?'],
	['olga', 23 * day, 'Доброго ранку! I can do the second half of each ' +
		'month.'],
	['jonas_k', 19 * day, 'The key to the boathouse is back on its hook.'],
	['eleni', 16 * day, 'Has anybody seen a blue bottle? Not urgent.'],
	['mara', 15 * day, 'It is in the tool box. Do not ask.', 5],
	['samir', 12 * day, 'Twelve kilometres today, and only one swan.'],
	['olga', 9 * day, 'The new oars have arrived: light as bread sticks.'],
	['jonas_k', 8 * day, 'Minutes of the meeting:\n1. Fees stay as they ' +
		'are.\n2. The red boat gets a name. Suggestions to Olga.\n' +
		'3. There was cake.'],
	['eleni', 6 * day, '«Γλάρος»! (Glaros, the gull.)'],
	['samir', 6 * day - 3 * hour, 'Yes to Glaros.', 10],
	['mara', 4 * day, '#Glaros it is. Paint comes on Saturday.'],
	['jonas_k', 2 * day, 'Low water all week. Keep to the far side of ' +
		'the island, the rocks are out.'],
	['olga', 22 * hour, 'First coat is on. She looks fast, even upside ' +
		'down on two trestles. #Glaros'],
	['samir', 9 * hour, 'صباح الخير! الماء هادئ اليوم، من يأتي معي؟ ' +
		'#تجديف #rowing'],
	['eleni', 7 * hour, 'Me! Ten minutes, I still have to find my shoes.', 15],
	['mara', 5 * hour, 'Cox wanted for Sunday, 8:30.\nNo experience ' +
		'needed, only a loud voice and a warm jacket. #rowing'],
	['jonas_k', 2 * hour, 'I have the voice.', 17],
	['eleni', 38 * minute, 'And I have a second jacket 🧥', 17],
	['olga', 12 * minute, 'Second coat is dry. Launch on Sunday after ' +
		'the outing, bring something to toast with 🥂 #Glaros #launch'],
];

// [post, who likes it], and [post, who reposts it].
const likes = [[7, 'mara'], [7, 'eleni'], [10, 'mara'], [13, 'mara'],
	[14, 'eleni'], [14, 'mara'], [17, 'samir'], [17, 'olga'], [17, 'jonas_k'],
	[19, 'mara'], [20, 'mara'], [20, 'samir'], [20, 'eleni']];
const reposts = [[13, 'samir'], [10, 'mara'], [7, 'eleni']];

const refusedPost = 'Dear all, '.repeat(30);

const kept = 'Count me in.\n\nI bring the toast, and a flag for the stern.';

const pages = [
	{ name: 'home', path: '/', who: 'mara', heading: 'Home' },
	{ name: 'timeline', path: '/timeline', who: 'mara',
		heading: 'Everyone' },
	{ name: 'profile', path: '/@samir', who: 'mara', heading: '@samir' },
	{ name: 'status', path: '/@mara/17', who: 'mara', heading: /^Post by/ },
	{ name: 'own-profile', path: '/@mara', who: 'mara',
		heading: '@mara' },
	{ name: 'followers', path: '/@samir/followers', who: 'mara',
		heading: '@samir' },
	{ name: 'feed', path: '/feed', who: 'mara', heading: 'Private feed' },
	{ name: 'likes', path: '/likes', who: 'mara', heading: 'Your likes' },
	{ name: 'delete', path: '/delete?id=17', who: 'mara',
		heading: /^Delete this post/ },
	{ name: 'bio', path: '/bio', who: 'mara', heading: 'Edit profile' },
	{ name: 'bio-refused', path: '/bio', who: 'mara', form: '/bio',
		fields: { bio: refusedPost }, status: 422,
		heading: 'Edit profile' },
	{ name: 'scheduled', path: '/scheduled', who: 'mara',
		heading: 'Scheduled posts' },
	{ name: 'time-refused', path: '/', who: 'mara', form: '/post',
		fields: { status: 'Launch is on Sunday!',
			at: '2020-02-02T20:20' },
		status: 422, heading: 'Not posted yet' },
	{ name: 'search', path: '/search?q=m', who: 'mara',
		heading: 'Search' },
	{ name: 'search-tags', path: '/search?q=%23r', who: 'mara',
		heading: 'Search' },
	{ name: 'post-refused', path: '/', who: 'mara', form: '/post',
		fields: { status: refusedPost }, status: 422,
		heading: 'Not posted yet' },
	{ name: 'notifications', path: '/notifications', who: 'mara',
		heading: 'Notifications' },
	{ name: 'post-kept', path: '/@mara/17', who: 'mara', form: '/post',
		fields: { status: kept, csrf: 'of another session' },
		status: 403, heading: 'Not posted yet' },
	{ name: 'sign-out', path: '/logout', who: 'mara',
		heading: 'Sign out' },
	{ name: 'welcome', path: '/', heading: /small place/ },
	{ name: 'sign-in-kept', path: '/login', form: '/post',
		fields: { status: kept, reply_to: 17 }, status: 401,
		heading: 'Sign in' },
	{ name: 'register-refused', path: '/register', form: '/register',
		fields: { username: 'mara', password: 'password' },
		status: 422, heading: 'Register' },
	{ name: 'profile-out', path: '/@mara', heading: '@mara' },
	{ name: 'not-found', path: '/@nobody', status: 404,
		heading: 'Page not found.' },
];

// Each notification is as old as its post, and those of the last day are new.
async function ageNotices({ redis }, now) {
	const age = (post) => post === '0' ? 25 * day : posts[post - 1][1];

	for (let id = 1; id <= club.length; id++) {
		const key = `notices:${id}`;

		for (const entry of await redis('ZRANGE', key, 0, -1))
			await redis('ZADD', key, (now - (entry === 'seen' ? day
				: age(entry.split(' ')[1]))) * 1e6, entry);
	}
}

async function tellStory(stack) {
	const members = {};
	const now = Math.floor(Date.now() / 1000);

	for (const name of club)
		members[name] = await member(stack.url, name);
	for (const [name, others] of Object.entries(follows)) {
		for (const other of others)
			await members[name].follow(other);
	}
	for (const [name, bio] of Object.entries(bios))
		await members[name].post('/bio', { bio });
	await members.mara.post('/feed', { feed: 'new' });
	for (const [i, [name, ago, status, parent]] of posts.entries()) {
		await members[name].post('/post',
			{ status, reply_to: parent ?? '' });
		await stack.redis('HSET', `post:${i + 1}`, 'time', now - ago);
	}
	await members.mara.post('/post', { status: 'Launch today! Meet at ' +
		'the boathouse at half past eight. #Glaros',
	at: new Date(Date.now() + 3 * day * 1000).toISOString().slice(0, 16) });
	await members.mara.post('/post', { status: 'See you in a week.',
		reply_to: 14, at: new Date(Date.now() + 9 * day * 1000)
			.toISOString().slice(0, 16) });
	await stack.redis('HSET', `user:${club.indexOf('samir') + 1}`, 'last',
		new Date((now - day) * 1000).toISOString().slice(0, 10));
	for (const [id, name] of likes)
		await members[name].post('/act', { like: id });
	for (const [id, name] of reposts)
		await members[name].post('/act', { repost: id });
	for (const name of club)
		await stack.redis('ZADD', 'users_by_time',
			now - (30 - club.indexOf(name)) * day, name);
	// Trending tags are cached for a minute, from before all this.
	await stack.redis('DEL', 'cache:trending');
	// From then on the page shows the new members, with their buttons.
	await members.mara.get('/');
	return members;
}

const sizes = {
	desk: { width: 1280, height: 960 },
	phone: { width: 390, height: 844 },
};

// {who, list, options, file}: these pages as that member sees them in a window
// with these options, each written to the file that `file` returns.
async function shoot({ browser, stack, members }, what) {
	const { page, close } = await openWindow(browser, stack.url, {
		...what.options,
		cookie: members[what.who]?.cookies.get('auth'),
	});

	for (const place of what.list) {
		await visit(page, { status: 200, ...place });
		await page.screenshot({ path: what.file(place) });
	}
	await close();
}

async function shootAll(scene, size, colorScheme) {
	await ageNotices(scene.stack, Math.floor(Date.now() / 1000));
	for (const who of ['mara', undefined])
		await shoot(scene, {
			who,
			list: pages.filter((place) => place.who === who),
			options: { viewport: sizes[size], colorScheme },
			file: ({ name }) =>
				`${folder}/${name}-${size}-${colorScheme}.png`,
		});
}

// A desktop and a phone, side by side.
async function shootReadme(scene) {
	for (const size of Object.keys(sizes))
		await shoot(scene, {
			who: 'mara',
			list: pages.slice(0, 1),
			options: { viewport: sizes[size] },
			file: () => `${folder}/readme-${size}.png`,
		});
	const [desk, phone] = Object.keys(sizes).map((size) =>
		readFileSync(`${folder}/readme-${size}.png`).toString('base64'));
	const page = await scene.browser.newPage(
		{ viewport: { width: 1760, height: 1008 } });

	await page.setContent(`<style>
		body { display: flex; gap: 24px; margin: 0; padding: 24px; }
		body { align-items: end; background: #dedacd; }
		img { border-radius: 12px; }
		</style><img src="data:image/png;base64,${desk}">
		<img src="data:image/png;base64,${phone}">`);
	await page.screenshot({ path: `${root}/docs/home.png` });
	await page.close();
}

mkdirSync(folder, { recursive: true });
mkdirSync(`${root}/docs`, { recursive: true });
const stack = await startStack({ env: noting });
const browser = await launch();
const scene = { browser, stack, members: await tellStory(stack) };

await ageNotices(stack, Math.floor(Date.now() / 1000));
await shootReadme(scene);
for (const size of Object.keys(sizes)) {
	for (const colorScheme of ['light', 'dark'])
		await shootAll(scene, size, colorScheme);
}
await browser.close();
await stack.stop();
