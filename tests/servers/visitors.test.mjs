// What nginx keeps for visitors, who all see the same: for a second, and only
// what anybody may see. Other stacks of the tests keep nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../lib/http.mjs';
import { startStack } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { posts } from '../lib/page.mjs';
import { clientEnv, testClients } from './client.mjs';
import { testFeeds } from './feeds.mjs';

const SECOND_MS = 1000;
const stack = await startStack({ env: { ...clientEnv, RETWIS_CACHE: 'on' } });
const { url, redis } = stack;
const anna = await member(url, 'anna');
const visit = (path, headers) => request(url, path, { headers });

testFeeds(test, stack);
testClients(test, stack, 'visitors');

// Writes it as Anna; the addresses of the pages that show it.
async function write(body) {
	assert.equal((await anna.write(`${body} #kept`)).status, 303);
	const [{ path }] = posts((await anna.get('/@anna')).text);

	return [path, '/timeline', '/@anna', '/tag/kept', '/timeline.atom',
		'/@anna.atom', '/tag/kept.atom'];
}

// Away from the end of a second, so that what follows happens within one.
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
		const first = await visit(path);
		const made = await commands() - before;

		assert.equal(first.status, 200, path);
		for (let i = 0; i < 50; i++)
			assert.equal((await visit(path)).text, first.text);
		const seconds = (Date.now() - begun) / SECOND_MS;

		assert.ok(made > 2, `${made} commands`);
		// The worker and the live gateway ask all the time, too.
		assert.ok(await commands() - before <
			made * (seconds + 2) + 40 * (seconds + 1),
			`${path}: ${await commands() - before} commands, not ${made}`);
	}
});

test('those who come together do not wait for long', async () => {
	await redis('CLIENT', 'PAUSE', 200, 'ALL');
	const begun = Date.now();
	const answers = await Promise.all(Array.from({ length: 8 }, () =>
		visit('/timeline?together')));

	for (const { status } of answers)
		assert.equal(status, 200);
	assert.ok(Date.now() - begun < 450, `${Date.now() - begun} ms`);
});

test('a deleted post is gone after two seconds, everywhere', async () => {
	const paths = await write('A mistake');
	const shows = async (path) => (await visit(path)).text
		.includes('A mistake');
	const [id] = paths[0].match(/\d+$/);

	for (const path of [...paths, '/timeline?rarely'])
		await until(`${path} shows it`, () => shows(path));
	assert.equal((await anna.post('/delete', { id })).status, 303);
	const end = Date.now() + 2 * SECOND_MS;

	await until('it is gone', async () =>
		!(await Promise.all(paths.map(shows))).includes(true), 10);
	assert.ok(Date.now() <= end, `${Date.now() - end} ms too late`);
	// Nobody has looked at this one since, and now many do.
	await until('two seconds are over', () => Date.now() > end);
	const late = await Promise.all(Array.from({ length: 20 }, () =>
		shows('/timeline?rarely')));

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
	for (const path of await write('With a body')) {
		const head = await request(url, `${path}?head`, { method: 'HEAD' });
		const got = await visit(`${path}?head`);

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
