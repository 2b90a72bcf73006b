// Writing, following and reading: home, profile, timeline, one post.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, count, followButtons, heading, newest, pager, posts }
	from '../lib/page.mjs';

const { url, redis } = await borrowStack();
const nobody = new Visitor(url);
let members = 0;

function newMember() {
	return member(url, `reader${++members}`);
}

async function writer(n) {
	const visitor = await newMember();

	for (let i = 1; i <= n; i++)
		await visitor.post('/post', { status: `post ${i}` });
	return visitor;
}

// "post 25" down to "post 16"
function numbered(from, to) {
	const n = from - to + 1;

	return Array.from({ length: n }, (_, i) => `post ${from - i}`);
}

test('a post keeps its line breaks, on every page', async () => {
	const anna = await newMember();
	const answer = await anna.write('one\r\n\r\n  two\rthree\nfour \r\n ');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	const [post] = posts((await anna.get('/')).text);

	for (const path of ['/', `/@${anna.name}`, '/timeline', post.path]) {
		const page = await anna.get(path);

		assert.equal(bodies(page.text)[0], 'one\n\n  two\nthree\nfour');
	}
	const id = post.path.split('/').pop();
	const stored = await redis('HGETALL', `post:${id}`);

	assert.equal(stored.body, 'one\n\n  two\nthree\nfour');
	assert.equal(stored.username, anna.name);
	assert.match(stored.time, /^\d{10}$/);
});

test('a new post is from just now, an old one from its day', async () => {
	const anna = await writer(1);
	const [{ path }] = posts((await anna.get('/')).text);
	const key = `post:${path.split('/').pop()}`;
	const now = Math.floor(Date.now() / 1000);
	const ages = [[0, 'just now'], [60, '1 minute ago'],
		[5 * 60 + 3, '5 minutes ago'], [3600, '1 hour ago'],
		[5 * 3600, '5 hours ago'], [-50, 'just now']];

	for (const [age, text] of ages) {
		await redis('HSET', key, 'time', now - age);
		assert.equal(posts((await anna.get(path)).text)[0].ago, text);
	}
	await redis('HSET', key, 'time', 1234567890);
	const [post] = posts((await anna.get(path)).text);

	assert.match(post.ago, /^1[34] February 2009$/);
	assert.equal(post.when, '2009-02-13T23:31:30Z');
});

test('following fills the home timeline, stopping empties it', async () => {
	const anna = await newMember();
	const ben = await newMember();
	const profile = `/@${anna.name}`;

	assert.match((await ben.get(profile)).text, />Follow</);
	const answer = await ben.follow(anna.name);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, profile);
	assert.match((await ben.get(profile)).text, />Following ✓</);
	await anna.write('for those who follow');
	assert.deepEqual(bodies((await ben.get('/')).text),
		['for those who follow']);
	await ben.unfollow(anna.name);
	assert.match((await ben.get(profile)).text, />Follow</);
	await anna.write('not for ben');
	assert.deepEqual(bodies((await ben.get('/')).text), []);
	assert.deepEqual(bodies((await ben.get(profile)).text),
		['not for ben', 'for those who follow']);
});

test('followers and following are counted on both sides', async () => {
	const anna = await newMember();
	const ben = await newMember();
	const counts = async (visitor, path) => {
		const { text } = await visitor.get(path);

		return [count(text, 'Followers'), count(text, 'Following')];
	};

	await ben.follow(anna.name);
	assert.deepEqual(await counts(anna, '/'), [1, 0]);
	assert.deepEqual(await counts(ben, '/'), [0, 1]);
	assert.deepEqual(await counts(nobody, `/@${anna.name}`), [1, 0]);
	assert.deepEqual(await counts(nobody, `/@${ben.name}`), [0, 1]);
});

test('a profile shows only what its member wrote', async () => {
	const anna = await newMember();
	const ben = await newMember();

	await ben.follow(anna.name);
	await anna.write('by anna');
	await ben.write('by ben');
	assert.deepEqual(bodies((await nobody.get(`/@${ben.name}`)).text),
		['by ben']);
});

test('a profile has a button for others, none for its member', async () => {
	const anna = await newMember();
	const mine = await anna.get(`/@${anna.name}`);
	const theirs = await nobody.get(`/@${anna.name}`);

	assert.equal(heading(mine.text), `@${anna.name}`);
	assert.deepEqual(followButtons(mine.text), []);
	assert.match(mine.text, />Edit profile</);
	assert.deepEqual(followButtons(theirs.text), []);
	assert.match(theirs.text, /<a href="\/login">Sign in<\/a> to follow/);
	assert.match(theirs.text, /Joined \d+ \w+ 2\d{3}/);
});

test('home and profile go by tens, newer and older', async () => {
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

// Page 2, after the newest post has gone and two others have come.
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

test('a page stays put while posts are written and deleted', async () => {
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

test('the timeline has the newest 50 posts and 10 members', async () => {
	const anna = await writer(30);
	const ben = await writer(25);
	const page = await nobody.get('/timeline');
	const shown = posts(page.text);

	assert.equal(shown.length, 50);
	assert.deepEqual(shown.map((p) => p.body),
		[...numbered(25, 1), ...numbered(30, 6)]);
	assert.equal(shown[0].name, ben.name);
	assert.equal(shown[49].profile, `/@${anna.name}`);
	const names = newest(page.text);

	assert.equal(names.length, 10);
	assert.ok(names.some((n) => n.name === ben.name));
	for (const { name, path } of names)
		assert.equal(path, `/@${name}`);
});

test('a post has a page of its own', async () => {
	const anna = await writer(3);
	const [, middle] = posts((await anna.get('/')).text);
	const page = await nobody.get(middle.path);

	assert.equal(page.status, 200);
	assert.deepEqual(bodies(page.text), ['post 2']);
	assert.match(page.text,
		new RegExp(`<title>@${anna.name}: post 2 · Retwis<`));
});

test('another name or other letters lead to the right address', async () => {
	const anna = await writer(1);
	const ben = await newMember();
	const [{ path }] = posts((await anna.get('/')).text);
	const id = path.split('/').pop();
	const upper = anna.name.toUpperCase();
	const table = [
		[`/@${ben.name}/${id}`, path],
		[`/@${upper}/${id}`, path],
		[`/@nobody.at.all/${id}`, path],
		[`/@${upper}`, `/@${anna.name}`],
		[`/profile?u=${anna.name}`, `/@${anna.name}`],
		[`/profile?u=${upper}`, `/@${anna.name}`],
	];

	for (const [from, to] of table) {
		const answer = await nobody.get(from);

		assert.equal(answer.status, 303, from);
		assert.equal(answer.location, to);
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

test('members and posts that do not exist are not found', async () => {
	const anna = await writer(1);
	const [{ path }] = posts((await anna.get('/')).text);
	const paths = ['/@nobody', '/@nobody/999999', `/@${anna.name}/999999`,
		`/@${anna.name}/0`, `/@${anna.name}/x`, `${path}x`, `${path}/`,
		`${path}/1`, '/@', '/@/', '/@/1', `/@${anna.name}/`,
		'/profile', '/profile?u=', '/profile?u=nobody', '/nothing',
		'/login/', '/index.html', '//', '/@%20', '/%40' + anna.name];

	for (const visitor of [nobody, anna])
		for (const one of paths) {
			const page = await visitor.get(one);

			assert.equal(page.status, 404, one);
			assert.equal(heading(page.text), 'Page not found.');
		}
});
