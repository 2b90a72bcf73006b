/*
 * node tests/bench/search.mjs [POSTS]: what a search for words costs, and what
 * the index takes, with a million posts. docs/scale.md is based on it. It needs
 * `make`, two minutes and 3 GB.
 *
 * Posts of 6 to 24 words are written straight into Redis, with words drawn from
 * 50,000 by Zipf's law, and each word's sorted set as a worker would write it.
 * Words that are in more than a tenth of the posts have no set. Then a visitor
 * searches through nginx, one request after the other.
 */
import { wordDigest } from '../lib/words.mjs';
import { startStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { openLink } from './link.mjs';

const POSTS = Number(process.argv[2] ?? 1000000);
const VOCABULARY = 50000;
const CHUNK = 500;
const ROUNDS = 200;

// ---- the posts -------------------------------------------------------------

let seed = 36;

function random() {
	seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
	return seed / 2 ** 32;
}

const sums = new Float64Array(VOCABULARY);

for (let i = 0, sum = 0; i < VOCABULARY; i++)
	sums[i] = sum += 1 / (i + 1);

function drawWord() {
	const at = random() * sums[VOCABULARY - 1];
	let low = 0, high = VOCABULARY - 1;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (sums[middle] < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

// The word of a rank: the frequent ones are short.
function spell(rank) {
	let word = '';

	for (let n = rank + 20; n > 0; n = Math.floor(n / 20))
		word += 'tnsrhldcmfpgwybvkxjq'[n % 20] + 'aeiou'[n % 5];
	return word;
}

const storePosts = 'for i = 2, #ARGV do ' +
	"redis.call('HSET', 'post:' .. ARGV[1] + i, 'user_id', ARGV[1] % 50 + 1, " +
	"'time', 1795260400 + i, 'body', ARGV[i], 'username', " +
	"'member_' .. ARGV[1] % 50 + 1) end";

async function fill(link) {
	const ids = Array.from({ length: VOCABULARY }, () => []);
	let bodies = [];

	for (let id = 1; id <= POSTS; id++) {
		const ranks = Array.from({ length: 6 + Math.floor(random() * 19) },
			drawWord);

		bodies.push(ranks.map(spell).join(' '));
		for (const rank of new Set(ranks))
			ids[rank].push(id);
		if (bodies.length === CHUNK || id === POSTS) {
			await link.ask('EVAL', storePosts, 0, id - bodies.length - 1,
				...bodies);
			bodies = [];
		}
	}
	await link.ask('SET', 'next_post_id', POSTS);
	return ids;
}

// A tenth of the posts have about sixteen words in common, so others may have
// such a word, too.
async function index(link, ids) {
	for (let rank = 0; rank < VOCABULARY; rank++) {
		const digest = wordDigest(spell(rank));
		const all = ids[rank];

		if (all.length > 10000 && all.length > POSTS / 10) {
			await link.ask('ZADD', 'stop_words', 1, digest);
			continue;
		}
		for (let at = 0; at < all.length; at += CHUNK)
			await link.ask('ZADD', `word:${digest}`,
				...all.slice(at, at + CHUNK).flatMap((id) => [id, id]));
	}
}

// ---- measuring -------------------------------------------------------------

async function redisTime(redis) {
	const info = await redis('INFO', 'commandstats');

	return [...info.matchAll(/usec=(\d+)/g)]
		.reduce((sum, [, usec]) => sum + Number(usec), 0);
}

async function usedMemory(redis) {
	return Number((await redis('INFO', 'memory')).match(/used_memory:(\d+)/)[1]);
}

async function measure(redis, visitor, name, q) {
	const path = `/search?q=${encodeURIComponent(q)}`;
	const times = [];
	let text;

	await visitor.get(path);
	const before = await redisTime(redis);

	for (let i = 0; i < ROUNDS; i++) {
		const from = process.hrtime.bigint();

		text = (await visitor.get(path)).text;
		times.push(Number(process.hrtime.bigint() - from) / 1e6);
	}
	const spent = (await redisTime(redis) - before) / ROUNDS;

	times.sort((a, b) => a - b);
	console.log(`${name.padEnd(42)} ${String(text.split('<article').length - 1)
		.padStart(2)} shown ${times[ROUNDS / 2].toFixed(2)} ms at a visitor's, ` +
		`${times[Math.floor(ROUNDS * 0.99)].toFixed(2)} at most of 99 %, ` +
		`${spent.toFixed(0)} µs in Redis`);
}

const { url, redis, socket, stop } = await startStack({});
const link = await openLink(socket);

for (let i = 1; i <= 3; i++)
	await member(url, `member_${i}`);
const empty = await usedMemory(redis);
const ids = await fill(link);
const posts = await usedMemory(redis);

await index(link, ids);
const all = await usedMemory(redis);
const entries = ids.reduce((n, one) => n + (one.length > POSTS / 10 ? 0
	: one.length), 0);

console.log(`${POSTS} posts take ${((posts - empty) / POSTS).toFixed(0)} bytes ` +
	`each, and their ${(entries / POSTS).toFixed(1)} words in the index ` +
	`${((all - posts) / POSTS).toFixed(0)}: ` +
	`${((all - posts) / entries).toFixed(0)} a word`);

const visitor = new Visitor(url);
const often = ids.findIndex((one) => one.length <= POSTS / 10);
const word = (n) => spell(ids.findIndex((one, rank) => rank >= often &&
	one.length <= n));
const named = (n) => `${word(n)}`;

await measure(redis, visitor, 'no such word', 'zzzzqq');
await measure(redis, visitor, 'one word, in a thousandth',
	named(POSTS / 1000));
await measure(redis, visitor, 'two words, each in up to a tenth',
	`${spell(often)} ${spell(often + 1)}`);
await measure(redis, visitor, 'two words, in a hundredth each',
	`${spell(often + 60)} ${spell(often + 70)}`);
await measure(redis, visitor, 'one in a tenth, one in a thousandth',
	`${spell(often)} ${named(POSTS / 1000)}`);
await measure(redis, visitor, 'one in a tenth, one too common',
	`${spell(often)} ${spell(0)}`);
await measure(redis, visitor, 'eight words, each in up to a tenth',
	Array.from({ length: 8 }, (_, i) => spell(often + i)).join(' '));
link.close();
await stop();
process.exit();
