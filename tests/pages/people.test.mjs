// Who follows whom, and the relation between a visitor and a member.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { count, heading, pager, people, unescapeHtml } from '../lib/page.mjs';

const { url, redis } = await borrowStack();
const nobody = new Visitor(url);
let members = 0;

function newMember() {
	return member(url, `reader${++members}`);
}

function idOf({ name }) {
	return redis('HGET', 'users', name);
}

// `n` members, stored directly, each of whom follows this one.
async function addFans({ name }, n) {
	const id = await redis('HGET', 'users', name);

	for (let i = 1; i <= n; i++) {
		const fan = await redis('INCR', 'next_user_id');

		await redis('HSET', `user:${fan}`, 'username', `fan ${i}`);
		await redis('ZADD', `followers:${id}`, 1000 + i, fan);
	}
}

function names(page) {
	return people(page.text).map((p) => p.name);
}

// "fan 50" down to "fan 41"
function numbered(from, to) {
	return Array.from({ length: from - to + 1 }, (_, i) =>
		`fan ${from - i}`);
}

// "2 followers you know: @a, @b"
function known(page) {
	const [, html] = page.text.match(/<p class="known">(.*?)<\/p>/s) ?? [];

	return html && unescapeHtml(html.replace(/<[^>]*>/g, ''))
		.replace(/\s+/g, ' ').trim();
}

// The texts of the tabs, and the one that is selected.
function tabs(page) {
	const [, html] = page.text.match(/<nav class="tabs".*?>(.*?)<\/nav>/s);
	const texts = [...html.matchAll(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/gs)];

	return {
		all: texts.map(([, path, , text]) =>
			`${path} ${text.replace(/<[^>]*>/g, '')}`),
		open: texts.filter(([, , more]) =>
			more.includes('aria-current="page"'))
			.map(([, path]) => path),
	};
}

test('followers and followed members are in lists, newest first',
	async () => {
		const [anna, ben, carl] = [await newMember(), await newMember(),
			await newMember()];

		await ben.follow(anna.name);
		await carl.follow(anna.name);
		await redis('ZADD', `followers:${await idOf(anna)}`, 1,
			await idOf(ben));
		await carl.follow(ben.name);
		await redis('ZADD', `following:${await idOf(carl)}`, 1,
			await idOf(ben));
		for (const visitor of [nobody, anna, carl]) {
			const followers = await visitor.get(
				`/@${anna.name}/followers`);
			const following = await visitor.get(
				`/@${carl.name}/following`);

			assert.deepEqual(people(followers.text), [carl, ben]
				.map(({ name }) => ({ name, path: `/@${name}`,
					line: undefined })));
			assert.deepEqual(names(following), [anna.name, ben.name]);
			assert.equal(heading(followers.text), `@${anna.name}`);
			assert.match(followers.text, new RegExp(
				`<title>Followers of @${anna.name} · Retwis<`));
			assert.match(following.text, new RegExp(
				`<title>Followed by @${carl.name} · Retwis<`));
		}
	});

test('tabs link to each other, and show where you are', async () => {
	const anna = await newMember();
	const ben = await newMember();
	const path = `/@${anna.name}`;

	await ben.follow(anna.name);
	for (const one of ['', '/followers', '/following', '/mentions']) {
		const page = await nobody.get(path + one);

		assert.deepEqual(tabs(page), { open: [path + one], all: [
			`${path} Posts`, `${path}/followers 1 Follower`,
			`${path}/following 0 Following`, `${path}/mentions Mentions`] });
	}
	const home = await ben.get('/');

	assert.equal(count(home.text, 'Following'), 1);
	assert.ok(home.text.includes(`"/@${ben.name}/following"`));
	assert.ok(home.text.includes(`"/@${ben.name}/followers"`));
});

test('fifteen are on a page', async () => {
	const anna = await newMember();
	const path = `/@${anna.name}/followers`;

	await addFans(anna, 35);
	const pages = [
		['', numbered(35, 21), { Older: '?start=15' }],
		['?start=15', numbered(20, 6),
			{ Newer: '?start=0', Older: '?start=30' }],
		['?start=30', numbered(5, 1), { Newer: '?start=15' }],
		['?start=20', numbered(15, 1), { Newer: '?start=5' }],
	];

	for (const [query, expected, links] of pages) {
		const page = await nobody.get(path + query);

		assert.deepEqual(names(page), expected, query);
		assert.deepEqual(pager(page.text), links, query);
	}
});

test('a start that leads nowhere gives an empty, whole page', async () => {
	const anna = await newMember();

	await addFans(anna, 1);
	for (const start of ['1', '99', '-1', 'abc', '', '1e3',
		'9223372036854775807', '99999999999999999999999'])
		for (const list of ['followers', 'following']) {
			const page = await nobody.get(
				`/@${anna.name}/${list}?start=${start}`);

			assert.equal(page.status, 200, start);
			assert.deepEqual(names(page), [], start);
			assert.match(page.text, /class="empty">Nobody here\.</);
			assert.match(page.text, /<\/html>\s*$/);
			assert.equal(pager(page.text).Newer, '?start=0');
		}
});

test('a member who is gone is left out', async () => {
	const anna = await newMember();

	await addFans(anna, 3);
	const last = await redis('GET', 'next_user_id');

	await redis('DEL', `user:${last - 1}`);
	assert.deepEqual(names(await nobody.get(`/@${anna.name}/followers`)),
		['fan 3', 'fan 1']);
});

const legacy = ['Ada Lovelace', '50% off', 'a/b', 'who?', 'a&b=c', '"<i>"',
	'followers', '..', '名前', '%2F'];

test('names of any form are linked, and have lists', async () => {
	const anna = await newMember();

	for (const name of legacy) {
		const id = await redis('INCR', 'next_user_id');

		await redis('HSET', `user:${id}`, 'username', name);
		await redis('HSET', 'users', name, id);
		await redis('HSET', 'names', name.toLowerCase(), id);
		await anna.follow(name);
		const [first] = people((await nobody.get(
			`/@${anna.name}/following`)).text);

		assert.equal(first.name, name);
		const page = await nobody.get(`${first.path}/followers`);

		assert.equal(page.status, 200, name);
		assert.deepEqual(names(page), [anna.name], name);
	}
	const other = await nobody.get('/@ada%20LOVELACE/followers');

	assert.equal(other.status, 303);
	assert.equal(other.location, '/@Ada%20Lovelace/followers');
});

test('other letters lead to the right list', async () => {
	const anna = await newMember();

	for (const list of ['followers', 'following']) {
		const answer = await nobody.get(
			`/@${anna.name.toUpperCase()}/${list}`);

		assert.equal(answer.status, 303);
		assert.equal(answer.location, `/@${anna.name}/${list}`);
	}
});

test('lists of nobody are not found', async () => {
	const anna = await newMember();

	for (const path of ['/@nobody/followers', '/@nobody/following',
		`/@${anna.name}/%66ollowers`, '/@/followers',
		`/@${anna.name}/followersx`, `/@${anna.name}/Followers`,
		`/@${anna.name}/followers/1`, '/followers', '/people']) {
		const page = await nobody.get(path);

		assert.equal(page.status, 404, path);
		assert.equal(heading(page.text), 'Page not found.');
	}
	for (const name of [anna.name, 'nobody'])
		for (const path of [`/%40${name}/followers`, `/@${name}/followers/`])
			assert.equal(await nobody.moved(path), `/@${name}/followers`);
});

test('lists are read, nothing else', async () => {
	const anna = await newMember();
	const path = `/@${anna.name}/followers`;
	const head = await nobody.send('HEAD', path);

	assert.equal(head.status, 200);
	assert.equal(head.text, '');
	for (const method of ['POST', 'PUT', 'DELETE']) {
		const answer = await nobody.send(method, path,
			{ 'content-length': 0 });

		assert.equal(answer.status, 405, method);
		assert.equal(answer.headers.allow, 'GET, HEAD');
	}
});

test('you see who follows you', async () => {
	const anna = await newMember();
	const ben = await newMember();
	const mark = /Follows you/;

	await ben.follow(anna.name);
	for (const list of ['', '/followers', '/following']) {
		assert.match((await anna.get(`/@${ben.name}${list}`)).text, mark);
		for (const [visitor, { name }] of [[ben, anna], [anna, anna],
			[nobody, ben]])
			assert.doesNotMatch((await visitor.get(
				`/@${name}${list}`)).text, mark);
	}
});

test('you see which followers you know, and not more', async () => {
	const [anna, ben] = [await newMember(), await newMember()];
	const path = `/@${ben.name}`;
	const friends = [];

	assert.equal(known(await anna.get(path)), undefined);
	for (let i = 0; i < 4; i++) {
		const friend = await newMember();

		await friend.follow(ben.name);
		await anna.follow(friend.name);
		await redis('ZADD', `following:${await idOf(anna)}`, 100 + i,
			await idOf(friend));
		friends.unshift(`@${friend.name}`);
		const n = friends.length;
		const text = `${n} follower${n > 1 ? 's' : ''} you know: ` +
			friends.slice(0, 3).join(', ') + (n > 3 ? ' …' : '');

		for (const list of ['', '/followers', '/following'])
			assert.equal(known(await anna.get(path + list)), text);
	}
	for (const visitor of [nobody, ben])
		assert.equal(known(await visitor.get(path)), undefined);
});
