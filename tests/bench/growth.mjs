/*
 * node tests/bench/growth.mjs [MEMBERS...]: whether a page costs more on a larger
 * site, for 100, 10,000 and 1,000,000 members. docs/scale.md is based on it. It
 * needs `make`, a few minutes and 3 GB.
 *
 * A writer and a reader register. Then members are written straight into Redis,
 * as many as asked for, who all follow the writer, and are followed by the
 * reader, ten thousand of them at most; each has a post. Every tenth post is
 * the writer's. All posts have a word in common, and a tenth of them another
 * one, in the index of the search. Each also is a reply in one conversation,
 * which keeps a thousand of them, and a notification for the reader, who keeps
 * two hundred.
 *
 * The site grows from one size to the next. At each, wrk requests every page
 * over 16 connections; the processor time is that of all processes, and
 * is compared with that of a file which nginx sends by itself, measured right
 * before.
 */
import { wordDigest } from '../lib/words.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { openLink } from './link.mjs';
import { load } from './load.mjs';
import { median } from './table.mjs';

const asked = process.argv.slice(2).map(Number);
const SIZES = asked.length ? asked : [100, 10000, 1000000];
const STEP = 5000; // members made by one script, while Redis is busy
const FIRST = 1000; // ids of members
const FIRST_POST = 100000;
const ROUNDS = 3;

// ---- the site --------------------------------------------------------------

const makeMembers = `
	local first, from, n, writer, reader = unpack(ARGV)
	for i = from, from + n - 1 do
		local id, name = string.format('%.0f', first + i), 'member_' .. i
		local key = name .. '\\t' .. id
		local second = 1.79e9 + i
		redis.call('HSET', 'user:' .. id, 'username', name)
		redis.call('HSET', 'users', name, id)
		redis.call('ZADD', 'users_by_time', second, name)
		redis.call('ZADD', 'members', 0, key)
		redis.call('ZADD', 'directory', 0, key)
		redis.call('ZADD', 'followers:' .. writer, second, id)
		redis.call('ZADD', 'following:' .. id, second, writer)
		if i < 10000 then
			redis.call('ZADD', 'following:' .. reader, second, id)
			redis.call('ZADD', 'followers:' .. id, second, reader)
		end
	end`;

const makePosts = `
	local first, from, n, writer, reader, members, root, all, some =
		unpack(ARGV)
	for i = from, from + n - 1 do
		local id = string.format('%.0f', first + i)
		local user, name = string.format('%.0f', members + i), 'member_' .. i
		if i % 10 == 0 then user, name = writer, 'writer' end
		redis.call('HSET', 'post:' .. id, 'user_id', user, 'username', name,
			'time', 1.79e9 + i, 'root', root, 'root_user_id', writer,
			'reply_to', root, 'reply_name', 'writer', 'body', 'the ' ..
			'kettle sings and the evening is long, for the ' .. i ..
			'th time')
		redis.call('LPUSH', 'own:' .. user, id)
		redis.call('LPUSH', 'timeline', id)
		redis.call('LPUSH', 'posts:' .. reader, id)
		redis.call('RPUSH', 'replies:' .. root, id)
		if redis.call('ZCARD', 'conversation:' .. root) < 1000 then
			redis.call('ZADD', 'conversation:' .. root, id,
				id .. ' ' .. root)
		end
		redis.call('ZADD', 'notices:' .. reader,
			string.format('%.0f', 1790000000000000 + i * 1000000),
			'reply ' .. id .. ' ' .. user)
		redis.call('ZADD', 'word:' .. all, id, id)
		if i % 10 == 0 then redis.call('ZADD', 'word:' .. some, id, id) end
	end
	redis.call('LTRIM', 'timeline', 0, 999)
	redis.call('LTRIM', 'posts:' .. reader, 0, 999)
	redis.call('ZREMRANGEBYRANK', 'notices:' .. reader, 0, -201)
	redis.call('HSET', 'post:' .. root, 'replies', from + n)
	redis.call('SET', 'next_post_id', string.format('%.0f', first + from + n))
	redis.call('SET', 'next_user_id',
		string.format('%.0f', members + from + n))`;

async function growTo(link, site, size) {
	for (; site.size < size; ) {
		const n = Math.min(STEP, size - site.size);

		await link.ask('EVAL', makeMembers, 0, FIRST, site.size, n,
			site.writer, site.reader);
		await link.ask('EVAL', makePosts, 0, FIRST_POST, site.size, n,
			site.writer, site.reader, FIRST, site.root,
			wordDigest('kettle'), wordDigest('sings'));
		site.size += n;
	}
	// No more common than a word in the index may be: see data.md.
	if (size > 10000)
		await link.ask('ZADD', 'stop_words', size, wordDigest('kettle'));
}

async function begin(stack, link) {
	const writer = await member(stack.url, 'writer');
	const reader = await member(stack.url, 'reader');
	const idOf = who => link.ask('HGET', 'users', who.name);

	await writer.write('A conversation begins.');
	await reader.get('/');
	return { size: 0, writer: await idOf(writer), reader: await idOf(reader),
		root: await link.ask('GET', 'next_post_id'),
		sessions: [{ cookie: reader.cookieHeader() }] };
}

// ---- measuring -------------------------------------------------------------

const pagesOf = root => [['home', '/'], ['a profile', '/@writer'],
	['a conversation', `/@writer/${root}`],
	['notifications', '/notifications'],
	['a search for members', '/search?q=memb'],
	['for a word of a tenth', '/search?q=sings'],
	['members', '/members']];

async function measure(side, [name, path], sessions) {
	const one = target => load(side, { name, path: target }, sessions, 16, 1);
	const rounds = [];

	await one(path); // a page's program begins with its first request
	while (rounds.length < ROUNDS) {
		const file = await one('/static/style.css');
		const page = await one(path);

		rounds.push({ ...page, files: page.all / file.all });
	}
	return Object.fromEntries(['page', 'redis', 'web', 'all', 'p99', 'files']
		.map(key => [key, median(rounds.map(round => round[key]))]));
}

const usedMemory = async ({ redis }) =>
	Number((await redis('INFO', 'memory')).match(/^used_memory:(\d+)/m)[1]);

function print(size, rows, bytes) {
	console.log(`\n${size.toLocaleString('en')} members and posts, ` +
		`${(bytes / 2 ** 20).toFixed(0)} MiB in Redis\n` +
		'microseconds'.padEnd(24) +
		'      page     redis     nginx       all    files    p99, ms');
	for (const [name, { page, redis, web, all, files, p99 }] of rows)
		console.log(name.padEnd(24) + [page, redis, web, all]
			.map(us => us.toFixed(0).padStart(10)).join('') +
			files.toFixed(1).padStart(9) + p99.toFixed(1).padStart(11));
}

async function main() {
	if (!SIZES.every(n => Number.isInteger(n) && n >= 100))
		throw new Error('growth: MEMBERS are whole numbers from 100');
	const stack = await startStack(
		{ env: { RETWIS_LIMIT_SEARCH: '1000000/600' } });
	const link = await openLink(stack.socket);

	await link.ask('CONFIG', 'SET', 'auto-aof-rewrite-percentage', 0);
	const site = await begin(stack, link);

	for (const size of SIZES) {
		const rows = [];

		await growTo(link, site, size);
		for (const page of pagesOf(site.root))
			rows.push([page[0], await measure({ stack, link }, page,
				site.sessions)]);
		print(size, rows, await usedMemory(stack));
	}
	link.close();
	await stack.stop();
}

await main();
process.exit();
