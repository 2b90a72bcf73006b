// How often a page waits for Redis: a constant, never a function of posts.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { fastcgi, startPage, variables } from '../lib/program.mjs';
import { borrowStack, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { bodies, formValue, foundTags, notices, people, posts, trending }
	from '../lib/page.mjs';
import { tripsOf } from '../lib/trips.mjs';
import { testTrips } from './lib/pagetrips.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const anna = await member(url, 'anna');
const { ask, proxy, trips } = await tripsOf(stack, anna);
const ben = await member(url, 'ben');

await anna.follow('ben');
await anna.get('/');
testTrips(test, { redis, author: ben, trips }, 1, 3);

// What a profile and its lists say of those whom you know.
function known(html) {
	return html.match(/class="known">(\d+)/)?.[1] ?? '0';
}

// Member N of `redis` alone, who follows ben and is followed by anna.
async function addFriend(n) {
	const benId = await redis('HGET', 'users', 'ben');
	const annaId = await redis('HGET', 'users', 'anna');

	await redis('HSET', `user:${n}`, 'username', `friend${n}`, 'bio', 'x');
	await redis('ZADD', `followers:${benId}`, n, n);
	await redis('ZADD', `following:${annaId}`, n, n);
}

test('knowing forty followers takes as many as knowing none', async () => {
	const count = async (shown, friends) => {
		const page = await anna.get('/@ben/followers');

		assert.equal(known(page.text), friends);
		return [await trips('profile', '/@ben', 10),
			await trips('people', '/@ben/followers', shown, people),
			await trips('people', '/@anna/following', shown, people)];
	};
	const none = await count(1, '0');

	for (let n = 1000; n < 1040; n++)
		await addFriend(n);
	assert.deepEqual(await count(15, '40'), none);
	assert.deepEqual(none, [3, 3, 3]);
});

test('a name is remembered, and which followers you know', async () => {
	const folder = temporaryFolder();
	const page = await startPage('profile', folder,
		{ RETWIS_REDIS: proxy.address });
	const look = async (friends) => {
		let answer;
		const n = await proxy.trips(async () => {
			answer = await fastcgi(page.socket, variables('GET',
				'/@ben', '', { HTTP_HOST: 'localhost',
					HTTP_COOKIE: anna.cookieHeader() }));
		});

		assert.equal(known(answer.text), friends);
		return n;
	};

	try {
		assert.deepEqual([await look('40'), await look('40')], [3, 2]);
		await addFriend(1040);
		assert.deepEqual([await look('41'), await look('41')], [4, 2]);
	} finally {
		page.stop();
		await page.ended;
		rmSync(folder, { recursive: true });
	}
});

test('a home page with nothing to show takes one more', async () => {
	const newcomer = await member(url, 'newcomer');
	const who = { HTTP_COOKIE: newcomer.cookieHeader() };
	const look = (shown) => proxy.trips(async () => {
		const { text } = await ask('home', 'GET', '/', {}, who);

		assert.equal(people(text).length, shown);
	});

	await newcomer.get('/');
	assert.equal(await look(2), 3);
	for (let i = 0; i < 10; i++)
		await member(url, `another${i}`);
	assert.equal(await look(5), 3);
});

test('searching takes two, with one to find as with eight; one for none', async () => {
	const found = async (q) => {
		let answer;
		const n = await proxy.trips(async () => {
			answer = await ask('search', 'GET', `/search?q=${q}`);
		});

		return [people(answer.text).length + foundTags(answer.text).length,
			n];
	};

	for (let i = 10; i < 35; i++) {
		await redis('HSET', `user:9${i}`, 'username', `many${i}`);
		await redis('ZADD', 'members', 0, `many${i}\t9${i}`);
		await redis('ZADD', 'tags', 0, `many${i}`);
		await redis('LPUSH', `tag:many${i}`, i);
	}
	// The session of anna costs one alone; its owner is in the secret.
	assert.deepEqual(await found(''), [0, 1]);
	assert.deepEqual(await found('nobody'), [0, 1]);
	assert.deepEqual(await found('ben'), [1, 2]);
	assert.deepEqual(await found('%23counted'), [1, 2]);
	assert.deepEqual(await found('@many'), [8, 2]);
	assert.deepEqual(await found('many'), [16, 2]);
});

test('trending tags take one more, once a minute', async () => {
	const hour = Math.floor(Date.now() / 3600000);
	const timeline = async (who) => {
		let answer;
		const n = await proxy.trips(async () => {
			answer = await ask('timeline', 'GET', '/timeline', {}, who);
		});

		assert.equal(bodies(answer.text).length, 50, answer.errors);
		return [trending(answer.text).length, n];
	};

	for (const tags of [1, 400]) {
		await redis('DEL', 'cache:trending');
		for (let i = 0; i < tags; i++)
			await redis('ZADD', `trend:${hour - i % 24}`, 1, `t${i}`);
		for (const who of [undefined, {}]) {
			await redis('DEL', 'cache:trending');
			const shown = Math.min(tags + 1, 10);

			assert.deepEqual(await timeline(who), [shown, 3]);
			assert.deepEqual(await timeline(who), [shown, 2]);
		}
	}
});

test('notices take two, and one more to mark them as read', async () => {
	const id = await redis('HGET', 'users', 'anna');
	const look = (n) => trips('notifications', '/notifications', n, notices);

	await redis('DEL', `notices:${id}`);
	assert.equal(await look(0), 1);
	await redis('ZADD', `notices:${id}`, 0, 'seen', 1, 'follow 0 1000');
	assert.deepEqual([await look(1), await look(1)], [3, 2]);
	for (let n = 1; n <= 40; n++)
		await redis('ZADD', `notices:${id}`, 1 + n,
			`mention ${n} ${1000 + n % 40}`);
	assert.deepEqual([await look(41), await look(41)], [3, 2]);
});

test('a refused reply takes four, answered or not', async () => {
	const [{ path }] = posts((await ben.get('/@ben')).text);
	const [reply_to, csrf] = [path.split('/').pop(), await anna.csrf()];
	const refuse = () => proxy.trips(async () => {
		const answer = await ask('post', 'POST', '/post',
			{ csrf, reply_to, status: ' ' });

		assert.equal(answer.status, 422);
		assert.match(answer.text, /In reply to/);
	});

	// One for the session, two for the post that it replies to, and one for
	// the number beside the bell.
	assert.equal(await refuse(), 4);
	for (let i = 0; i < 20; i++)
		await ben.post('/post', { status: `${i}`, reply_to });
	assert.equal(await refuse(), 4);
});

test('writing a post takes as many with ten followers as with one', async () => {
	const csrf = await anna.csrf();
	const write = async () => {
		const home = await anna.get('/');
		const form = { csrf, status: 'hello',
			nonce: formValue(home.text, 'nonce') };

		return proxy.trips(async () => {
			const answer = await ask('post', 'POST', '/post', form);

			assert.equal(answer.status, 303);
		});
	};

	await ben.follow('anna');
	const one = await write();

	for (let i = 0; i < 9; i++)
		await (await member(url, `fan${i}`)).follow('anna');
	assert.equal(await write(), one);
	// One each for the session, for the limit and the id, for the id that
	// counts, and for all the rest.
	assert.equal(one, 4);
});
