// Fifty members who follow one another and write posts, all through the pages.
import { member } from '../lib/visitor.mjs';

export const MEMBERS = 50;

// From 20 to 280 letters: typical posts, with a line break here and there.
export function textOf(n) {
	const words = '#tea: the kettle sings & the evening is “long”\nwe stay, ';

	return `${n} ${words.repeat(6)}`.slice(0, 20 + n * 37 % 260).trim();
}

async function must(answer) {
	const { status, text: page } = await answer;

	if (status !== 303)
		throw new Error(`${status} instead of 303: ${page}`);
}

async function session(visitor) {
	return { cookie: visitor.cookieHeader(), csrf: await visitor.csrf() };
}

async function register(stack) {
	const all = [];

	for (let n = 0; n < MEMBERS; n++) {
		const who = await member(stack.url,
			n ? `follower_${n}` : 'writer');

		who.id = await stack.redis('HGET', 'users', who.name);
		all.push(who);
	}
	return all;
}

// Follows alone make no post, so nobody has to wait for a delivery.
async function followAll(who, all) {
	const others = all.filter(other => other !== who);

	await Promise.all(others.map(other =>
		must(who.submit('/follow', { follow: other.id }))));
}

async function writeAll([writer, ...others]) {
	for (const [n, who] of others.entries()) {
		await must(who.write(textOf(n)));
		if (n % 2)
			await must(writer.write(textOf(n + MEMBERS)));
	}
}

// The newest post of the writer, with five replies.
async function makeThread(stack, [writer, ...others]) {
	const post = await stack.redis('LINDEX', `own:${writer.id}`, 0);

	for (const who of others.slice(0, 5))
		await must(who.post('/post', { reply_to: post,
			status: `@${writer.name} so it is`, nonce: who.name }));
	return `/@${writer.name}/${post}`;
}

const followMore = `
	for id = ARGV[1], ARGV[1] + ARGV[2] - 1 do
		redis.call('HSET', 'user:' .. id, 'username', 'far_' .. id)
		redis.call('ZADD', KEYS[1], 1.7e9, id)
		redis.call('ZADD', 'followers:' .. id, 1.7e9, ARGV[3])
	end`;

let far = 1000000;

// Members whom nobody else follows: registering a thousand takes a while.
async function followUpTo(stack, who, total) {
	const n = total - (MEMBERS - 1);

	await stack.redis('EVAL', followMore, 1, `following:${who.id}`, far, n,
		who.id);
	far += n;
}

const noteDay = `
	for id = 1, ARGV[1] do
		redis.call('HSET', 'user:' .. id, 'last', ARGV[2])
	end`;

// The first page of a day records the visit; no later page does.
async function noteVisits(stack) {
	const today = new Date().toLocaleDateString('sv');

	await stack.redis('EVAL', noteDay, 0, MEMBERS, today);
}

/*
 * A writer with 49 followers and 24 posts, and a post by each follower. The
 * `visitor` follows fifty members, and `keen` a thousand. Everybody has a home
 * timeline. Returns their sessions, and those of `all`, and the address of a
 * thread.
 */
export async function fill(stack) {
	const all = await register(stack);

	for (const who of all)
		await followAll(who, all);
	await writeAll(all);
	const thread = await makeThread(stack, all);

	await followUpTo(stack, all[1], 50);
	await followUpTo(stack, all[2], 1000);
	for (const who of all)
		await who.get('/');
	await noteVisits(stack);
	const sessions = await Promise.all(all.map(session));
	const [writer, visitor, keen] = sessions.map(s => [s]);

	return { writer, visitor, keen, all: sessions, thread };
}

/* ---- how the timelines of the followers are ----------------------------- */

const unlinkHomes = `
	for id = 1, ARGV[1] do redis.call('UNLINK', 'posts:' .. id) end`;

// All have been away for a month, and have just come back.
async function makeHomes(side, sessions) {
	await side.link.ask('EVAL', unlinkHomes, 0, MEMBERS);
	for (const { cookie } of sessions.all) {
		const { status } = await fetch(side.stack.url,
			{ headers: { cookie } });

		if (status !== 200)
			throw new Error(`a home page answers ${status}`);
	}
}

const fillHomes = `
	for id = 1, ARGV[1] do
		local key = 'posts:' .. id
		for i = redis.call('LLEN', key), 999 do
			redis.call('RPUSH', key, 1000 - i)
		end
		redis.call('LTRIM', key, 0, 999)
	end`;

// All have a thousand entries, and nobody has rebuilt their timeline for a long
// time.
async function fullHomes(side) {
	await side.link.ask('EVAL', fillHomes, 0, MEMBERS);
}

export const homes = { made: makeHomes, full: fullHomes };
