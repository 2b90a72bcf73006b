// What nginx caches for visitors, who all see the same: for a second, and only
// what anybody may see. Other stacks of the tests cache nothing.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { request } from '../lib/http.mjs';
import { startStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { posts } from '../lib/page.mjs';
import { clientEnv, testClients } from './client.mjs';
import { testFeeds } from './feeds.mjs';

const SECOND_MS = 1000;
const stack = await startStack({ env: { ...clientEnv, RETWIS_CACHE: 'on',
	RETWIS_POST_MAX: '5000' } });
const { url, redis } = stack;
const anna = await member(url, 'anna');
const visit = (path, headers) => request(url, path, { headers });

testFeeds(test, stack);
testClients(test, stack, 'visitors');

// Writes it as Anna; returns the addresses of the pages that show it.
async function write(body) {
	assert.equal((await anna.write(`${body} #kept`)).status, 303);
	const [{ path }] = posts((await anna.get('/@anna')).text);

	return [path, '/timeline', '/@anna', '/tag/kept', '/timeline.atom',
		'/@anna.atom', '/tag/kept.atom'];
}

// Not near the end of a second, so that what follows happens within one.
async function earlyInASecond() {
	await until('a second begins', () => Date.now() % SECOND_MS < 100);
}

async function commands() {
	return Number((await redis('INFO', 'stats'))
		.match(/total_commands_processed:(\d+)/)[1]);
}

test('a page is made once a second, however many ask', async () => {
	const paths = await write('For everybody');

	for (const path of paths) {
		await earlyInASecond();
		const begun = Date.now();
		const before = await commands();
		const unusual = await visit(path);
		const made = await commands() - before;
		const first = await visit(path);

		assert.equal(unusual.status, 200, path);
		for (let i = 0; i < 50; i++)
			assert.equal((await visit(path)).text, first.text);
		const seconds = (Date.now() - begun) / SECOND_MS;

		assert.ok(made > 2, `${made} commands`);
		// The worker and the live gateway send commands all the time,
		// too.
		assert.ok(await commands() - before <
			made * (seconds + 3) + 40 * (seconds + 1),
			`${path}: ${await commands() - before} commands, not ${made}`);
	}
});

test('those who come together do not wait for long', async () => {
	await redis('CLIENT', 'PAUSE', 200, 'ALL');
	const begun = Date.now();
	const answers = await Promise.all(Array.from({ length: 8 }, () =>
		visit('/tag/together')));

	for (const { status } of answers)
		assert.equal(status, 200);
	assert.ok(Date.now() - begun < 450, `${Date.now() - begun} ms`);
});

test('a deleted post is gone after two seconds, everywhere', async () => {
	const paths = await write('A mistake');
	const shows = async (path) => (await visit(path)).text
		.includes('A mistake');
	const [id] = paths[0].match(/\d+$/);
	const rarely = '/@%61nna';

	for (const path of [...paths, rarely])
		await until(`${path} shows it`, () => shows(path));
	assert.equal((await anna.post('/delete', { id })).status, 303);
	const end = Date.now() + 2 * SECOND_MS;

	await until('it is gone', async () =>
		!(await Promise.all(paths.map(shows))).includes(true), 10);
	assert.ok(Date.now() <= end, `${Date.now() - end} ms too late`);
	// Nobody has requested this one since, and now many do.
	await until('two seconds are over', () => Date.now() > end);
	const late = await Promise.all(Array.from({ length: 20 }, () =>
		shows(rarely)));

	assert.ok(!late.includes(true));
});

test('a visitor with a cookie gets a page of this moment', async () => {
	const ben = await member(url, 'ben');
	const somebody = { cookie: 'theme=dark' };

	for (const body of ['One', 'Two', 'Three']) {
		const paths = await write(body);

		for (const path of paths) {
			const plain = await visit(path);

			assert.ok((await visit(path, somebody)).text.includes(body));
			assert.ok((await ben.get(path)).text.includes(body));
			assert.doesNotMatch(plain.text, /name="csrf"|\/logout/);
			assert.equal(plain.headers['set-cookie'], undefined);
			if (!path.endsWith('atom'))
				assert.match((await ben.get(path)).text, /name="csrf"/);
		}
	}
});

test('a page that was asked for by HEAD still has a body', async () => {
	const paths = await write('With a body');

	// Nothing from before the post is cached any more.
	await earlyInASecond();
	for (const path of paths) {
		const ask = () => request(url, path, { method: 'HEAD' });
		const [, head] = [await ask(), await ask()];
		const got = await visit(path);

		assert.equal(head.status, 200);
		assert.equal(head.text, '');
		assert.ok(got.text.includes('With a body'), path);
	}
});

test('a page whose address is a secret is not kept', async () => {
	const nobody = new Visitor(url);

	const own = await anna.makeFeed();

	for (const body of ['One', 'Two', 'Three']) {
		await write(body);
		assert.ok((await nobody.get(own)).text.includes(`${body} #kept`));
	}
	await anna.post('/feed', { feed: 'off' });
	assert.equal((await nobody.get(own)).status, 404);
});

test('hosts of other names have pages of their own', async () => {
	const [a, b] = await Promise.all(['a.example', 'b.example'].map((host) =>
		visit('/timeline.atom', { host })));

	assert.match(a.text, /http:\/\/a\.example\//);
	assert.match(b.text, /http:\/\/b\.example\//);
});

// ---- how much nginx caches ---------------------------------------------

const folder = `${stack.var}/tmp/pages`;
const most = 16 << 20;

function sizeOf(file) {
	try {
		return statSync(`${folder}/${file}`).blocks * 512;
	} catch {
		return 0; // It has just been removed.
	}
}

// While a stranger requests all of these, others are served. Returns the
// largest cache: how many pages, and how many bytes of memory.
async function flood(asked) {
	const agent = new Agent({ keepAlive: true, maxSockets: 4 });
	const peak = { pages: 0, bytes: 0 };
	let isOver = false;
	const others = (async () => {
		while (!isOver) {
			for (const path of ['/timeline', '/@anna'])
				assert.equal((await visit(path)).status, 200);
			const files = readdirSync(folder);

			peak.pages = Math.max(peak.pages, files.length);
			peak.bytes = Math.max(peak.bytes, files
				.reduce((sum, file) => sum + sizeOf(file), 0));
		}
	})();

	for (const { status } of await Promise.all(asked.map(([path, headers]) =>
		request(url, path, { agent, headers }))))
		assert.equal(status, 200);
	isOver = true;
	await others;
	agent.destroy();
	return peak;
}

const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));

// One of a thousand ways to write the same name.
const spelling = (name, i) => [...name].map((c, at) => i >> at & 1
	? `%${c.charCodeAt(0).toString(16)}` : c).join('');

test('however many a stranger asks for, nginx keeps few pages', async (t) => {
	for (let i = 0; i < 20; i++)
		await write(`${i} ${'long '.repeat(900)} #abcdefghij`);
	const [{ path }] = posts((await visit('/@anna')).text);
	const [, id] = path.match(/(\d+)$/);

	// The others have two addresses, each cached once a second, and nginx
	// removes them some seconds later.
	for (const [what, ask] of [
		['a new query', (i) => [`/timeline?z=${i}`]],
		['a place that nobody has', (i) => [`/timeline?start=0&after=${i}`]],
		['a new name of the site', (i) => ['/timeline',
			{ host: `site${i}.example` }]],
	])
		await t.test(what, async () => {
			const { pages } = await flood(times(1500, ask));

			assert.ok(pages > 0 && pages < 60, `${pages} pages`);
		});
	for (const [what, ask] of [
		['each tag, by each address', (i) => [
			`/tag/${spelling('abcdefghij', i >> 1)}`]],
		['each post, by each address', (i) => [
			`/@${spelling('anna', i >> 1)}/${spelling(id, i >> 5)}`]],
	])
		await t.test(what, async () => {
			const { pages, bytes } = await flood(times(2000, ask));

			assert.ok(pages > 0);
			assert.ok(bytes <= most, `${bytes} bytes`);
		});
});
