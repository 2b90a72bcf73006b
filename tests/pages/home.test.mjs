// Home: its pages, and new posts; and the classic addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { bodies, pager, posts } from '../lib/page.mjs';
import { numbered, writersOf } from './lib/writers.mjs';

const { url } = await borrowStack();
const nobody = new Visitor(url);
const { newMember, writer } = writersOf(url);

test('home and profile have ten posts per page, newer and older', async () => {
	const anna = await writer(25);
	const ids = posts((await anna.get('/timeline')).text)
		.map((p) => p.path.split('/').at(-1));
	const older = (start, last) =>
		`?start=${start}&after=${ids[25 - last]}`;

	for (const path of ['/', `/@${anna.name}`]) {
		const pages = [
			['', numbered(25, 16), { Older: older(10, 16) }],
			['?start=10', numbered(15, 6),
				{ Newer: '?start=0', Older: older(20, 6) }],
			['?start=20', numbered(5, 1), { Newer: '?start=10' }],
			['?start=3', numbered(22, 13),
				{ Newer: '?start=0', Older: older(13, 13) }],
		];

		for (const [query, expected, links] of pages) {
			const { text } = await anna.get(path + query);

			assert.deepEqual(bodies(text), expected, path + query);
			assert.deepEqual(pager(text), links, path + query);
		}
	}
});

// Page 2, after the newest post was deleted and two others were written.
async function secondPage(anna, tag, path) {
	for (let i = 1; i <= 25; i++)
		await anna.write(`${i} ${tag}`);
	const first = (await anna.get(path)).text;
	const [newest] = posts(first);

	await anna.write(`one more ${tag}`);
	await anna.write(`two more ${tag}`);
	await anna.post('/delete', { id: newest.path.split('/').at(-1) });
	return anna.get(path + pager(first).Older);
}

test('a page does not shift while posts are written and deleted', async () => {
	for (const place of ['/', '/@', '/tag/put']) {
		const anna = await newMember();
		const { text } = await secondPage(anna, `#put${anna.name}`,
			place === '/' ? place : place + anna.name);

		assert.deepEqual(bodies(text), numbered(15, 6).map((words) =>
			`${words.split(' ')[1]} #put${anna.name}`), place);
	}
});

test('home says what is new since the last visit', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const fresh = async (path = '/') => (await anna.get(path)).text
		.match(/<p class="fresh">([^<]*)<\/p>/)?.[1];

	await anna.follow(ben.name);
	await ben.write('one');
	assert.equal(await fresh(), undefined);
	await ben.write('two');
	await anna.post('/post', { status: 'mine' });
	await ben.write('three');
	assert.equal(await fresh('/?start=1'), undefined);
	assert.equal(await fresh(), '2 new since your last visit');
	assert.equal(await fresh(), undefined);
	for (let i = 0; i < 40; i++)
		await ben.write(`many ${i}`);
	assert.equal(await fresh(), '31 or more new since your last visit');
});

test('exactly ten posts are one page', async () => {
	const anna = await writer(10);
	const { text } = await anna.get('/');

	assert.equal(bodies(text).length, 10);
	assert.deepEqual(pager(text), {});
});

test('a start that leads nowhere gives an empty, whole page', async () => {
	const anna = await writer(2);
	const starts = ['99', '-1', 'abc', '', '1e3', '9223372036854775807',
		'99999999999999999999999'];

	for (const path of ['/', `/@${anna.name}`])
		for (const start of starts) {
			const page = await anna.get(`${path}?start=${start}`);

			assert.equal(page.status, 200, start);
			assert.deepEqual(bodies(page.text), [], start);
			assert.match(page.text, /class="empty"/);
			assert.match(page.text, /<\/html>\s*$/);
			assert.equal(pager(page.text).Newer, '?start=0');
		}
});

test('the classic addresses lead to ours, with their query', async () => {
	const table = [
		['/index.php', '/'],
		['/home.php?start=10', '/?start=10'],
		['/register.php', '/register'],
		['/login.php', '/login'],
		['/logout.php', '/logout'],
		['/timeline.php', '/timeline'],
		['/profile.php?u=a%26b+c', '/profile?u=a%26b+c'],
		['/follow.php?uid=1&f=1', '/follow?uid=1&f=1'],
		['/post.php', '/post'],
	];

	for (const [from, to] of table) {
		const answer = await nobody.get(from);

		assert.equal(answer.status, 301, from);
		assert.equal(answer.location, to);
	}
});

test('an address that does not exist leads on, in or out', async () => {
	const links = async (visitor) => {
		const { status, text } = await visitor.get('/nowhere');

		assert.equal(status, 404);
		return [...text.match(/<nav class="places".*?<\/nav>/s)[0]
			.matchAll(/href="([^"]*)"/g)].map(([, path]) => path);
	};
	const strange = new Visitor(url), anna = await newMember();

	strange.cookies.set('auth', 'a'.repeat(32));
	for (const visitor of [new Visitor(url), strange])
		assert.deepEqual((await links(visitor)).slice(0, 3),
			['/timeline', '/search', '/login?back=%2Fnowhere']);
	assert.deepEqual(await links(anna),
		['/', '/timeline', '/search', `/@${anna.name}`]);
});
