/*
 * Four authors with more and more followers out of the same million members,
 * each of whom has a home timeline; and the same number of equally long lists
 * with names that redis-benchmark can generate, in a separate database. All of
 * this is made inside Redis, since registering a million people would take
 * hours.
 */
import { member } from '../lib/visitor.mjs';
import { openLink } from './link.mjs';

export const MILLION = 1000000;
export const AUDIENCES = [10, 1000, 100000, MILLION];
export const LENGTH = 50;         // entries of a timeline
export const FIRST_POST = 1e8;    // as on a site that has some posts
export const LISTS_DATABASE = 1;  // in redis-benchmark
const SCRATCH_DATABASE = 2;

const FIRST_FAN = 1000000;
const STEP = 10000; // followers made by one script, while Redis is busy

/* A list that has grown entry by entry, as timelines do. */
const grow = `
	local function grow(key, length)
		for i = 1, length do
			redis.call('LPUSH', key, string.format('%.0f',
				ARGV[1] - (length - i) * 37))
		end
	end `;

const makeLists = `${grow}
	local _, from, n, length, name = unpack(ARGV)
	grow('model', tonumber(length))
	for i = from, from + n - 1 do
		redis.call('COPY', 'model', string.format(name, i))
	end
	redis.call('DEL', 'model')`;

/*
 * Members do not follow in the order in which they registered: in the order of
 * the followers, the timelines are scattered, and ten members follow each
 * second.
 */
const makeFans = `
	local first, from, n = unpack(ARGV)
	for i = from, from + n - 1 do
		local at = i * 611953 % 1000003
		redis.call('ZADD', KEYS[1], 1.7e9 + math.floor(at / 10),
			string.format('%.0f', first + i))
	end`;

async function inSteps(total, make) {
	for (let from = 0; from < total; from += STEP)
		await make(from, Math.min(STEP, total - from));
}

async function makeStar(stack, followers) {
	const author = await member(stack.url, `star_${followers}`);
	const id = await stack.redis('HGET', 'users', author.name);
	const fans = `followers:${id}`;

	await inSteps(followers, (from, n) => stack.redis('EVAL', makeFans, 1,
		fans, FIRST_FAN, from, n));
	const [last] = await stack.redis('ZRANGE', fans, -1, -1);

	await author.get('/'); // so that the author has a timeline, too
	await author.csrf();
	return { author, followers, fans, last: `posts:${last}` };
}

// Returns [{author, followers, fans, last}]: `fans` is the key of the
// followers, `last` the timeline that is served last.
export async function makeStars({ stack, say }) {
	const links = [await openLink(stack.socket),
		await openLink(stack.socket)];
	const lists = (link, from, n, name) => link.ask('EVAL', makeLists, 0,
		FIRST_POST, from, n, LENGTH, name);
	const stars = [];

	await links[1].ask('SELECT', LISTS_DATABASE);
	await stack.redis('SET', 'next_post_id', FIRST_POST);
	say(`a million timelines of ${LENGTH} posts, and lists like them`);
	await inSteps(MILLION, async (from, n) => {
		await lists(links[0], FIRST_FAN + from, n, 'posts:%.0f');
		await lists(links[1], from, n, 'posts:%012.0f');
	});
	links.forEach(link => link.close());
	say(`authors with ${AUDIENCES.join(', ')} followers`);
	for (const followers of AUDIENCES)
		stars.push(await makeStar(stack, followers));
	return stars;
}

const growMany = `${grow}
	local sum = 0
	for i = 1, ARGV[2] do
		grow('posts:' .. 1000000 + i, tonumber(ARGV[3]))
		sum = sum + redis.call('MEMORY', 'USAGE', 'posts:' .. 1000000 + i,
			'SAMPLES', 0)
	end
	return sum`;

async function usedMemory(stack) {
	const info = await stack.redis('INFO', 'memory');

	return Number(info.match(/^used_memory:(\d+)/m)[1]);
}

/*
 * Bytes of a timeline with this many posts: the size that Redis reports for
 * the key, and by how much all of its memory grows, each as the mean of a
 * thousand.
 */
export async function measureBytes(stack, length) {
	const n = 1000;
	const link = await openLink(stack.socket);

	await link.ask('SELECT', SCRATCH_DATABASE);
	const before = await usedMemory(stack);
	const sum = await link.ask('EVAL', growMany, 0, FIRST_POST, n, length);
	const after = await usedMemory(stack);

	await link.ask('FLUSHDB', 'SYNC');
	link.close();
	return { length, usage: sum / n, grown: (after - before) / n };
}
