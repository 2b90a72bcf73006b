/*
 * node tests/bench/scale.mjs: how many bytes Redis takes for a member, a post,
 * a follow and so on, how much processor time a page takes, and from these how
 * much memory a larger site needs. docs/scale.md is based on it. It needs
 * `make`, and takes half a minute.
 *
 * Fifty members register, follow, write, like and reply through the pages, on
 * a stack with conf/redis.conf. A second Redis with its own defaults gets the
 * same hashes. A script then makes the lists and sets of larger sites in both,
 * entry by entry as the pages write them, with ids of eight digits. MEMORY
 * USAGE returns the bytes of each key; for keys that expire, the growth of
 * Redis' whole memory is measured.
 *
 * The time of a page is that of all processes, and is compared with that of a
 * file which nginx sends by itself, measured right before.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisCli } from '../lib/redis.mjs';
import { startStack } from '../lib/stack.mjs';
import { openLink } from './link.mjs';
import { load } from './load.mjs';
import { fill } from './members.mjs';

// ---- two servers -----------------------------------------------------------

async function startPlain() {
	const dir = mkdtempSync(`${tmpdir()}/retwis-bytes-`);
	const socket = `${dir}/redis.sock`;
	const child = spawn('redis-server', ['--port', '0', '--save', '',
		'--unixsocket', socket, '--dir', dir], { stdio: 'ignore' });
	const redis = redisCli(socket);
	const ended = once(child, 'exit');

	while (await redis('PING').catch(() => sleep(20)) !== 'PONG')
		;
	return { redis, stop: async () => {
		child.kill();
		await ended;
		rmSync(dir, { recursive: true });
	} };
}

// Written field by field, as a page does it: a copy of the packed form would
// keep the packing of the original.
async function copyHashes(from, to, pattern) {
	for (const key of await from('KEYS', pattern)) {
		const hash = await from('HGETALL', key);

		for (const pair of Object.entries(hash))
			await to('HSET', key, ...pair);
	}
}

// ---- larger lists ----------------------------------------------------------

const FIRST = 10000000;

// Each script makes the keys NAME:1 ... with this many entries.
const grow = {
	followed: ["redis.call('ZADD', key, 1795260400 + n, id)", 100],
	few: ["redis.call('ZADD', key, 1795260400 + n, id)", 2],
	starred: ["redis.call('ZADD', key, 1795260400 + n, id)", 2000],
	told: ["redis.call('ZADD', key, string.format('%.0f', " +
		"1795260400123456 + n), 'like ' .. id .. ' ' .. id + 1)", 40],
	full: ["redis.call('ZADD', key, string.format('%.0f', " +
		"1795260400123456 + n), 'like ' .. id .. ' ' .. id + 1)", 200],
	home: ["redis.call('LPUSH', key, id)", 1000],
	wrote: ["redis.call('LPUSH', key, id)", 100],
	made: ["redis.call('ZADD', key, id, id + 1)", 2000],
	names: ["redis.call('HSET', key, 'member_' .. id, id)", 20000],
	times: ["redis.call('ZADD', key, 1795260400 + n, 'member_' .. id)", 20000],
	letters: ["redis.call('ZADD', key, 0, 'member_' .. id .. '\\t' .. id)",
		20000],
	rare: ["redis.call('ZADD', key, id, id)", 3],
	known: ["redis.call('ZADD', key, id, id)", 100],
	word: ["redis.call('ZADD', key, id, id)", 20000],
	picture: ["redis.call('HSET', key, 'user_id', id, 'use', 'post', 'post', " +
		"id, 'width', 1600, 'height', 1200, 'bytes', 612345, 'time', " +
		"1795260400)", 1],
	trend: ["redis.call('ZADD', key, 0, 'tag\\t' .. id .. '\\t' .. id + 1) " +
		"redis.call('ZADD', key, -1, 'tag\\t' .. id)", 20000],
};

// Ids as far apart as on a large site.
async function growAll(redis) {
	for (const [name, [command, n]] of Object.entries(grow))
		await redis('EVAL', `for n = 0, ${n} - 1 do
			local key, id = 'grown:${name}', ${FIRST} + n * 37
			${command} end`, 0);
}

// ---- measuring -------------------------------------------------------------

async function bytesOf(redis, pattern) {
	const keys = await redis('KEYS', pattern);
	const all = await Promise.all(keys.map(key =>
		redis('MEMORY', 'USAGE', key, 'SAMPLES', 0)));

	return all.reduce((sum, bytes) => sum + bytes, 0) / keys.length;
}

const used = async redis =>
	Number((await redis('INFO', 'memory')).match(/used_memory:(\d+)/)[1]);

// By how much all of Redis grows for each of that many.
async function growth(redis, n, command) {
	const before = await used(redis);

	await redis('EVAL', `for n = 1, ${n} do local id = ${FIRST} + n
		${command} end`, 0);
	await sleep(2000); // tables that have grown are moved in the background
	return (await used(redis) - before) / n;
}

const rows = [
	["a member's hash", 'user:??'], ["where a member is signed in", 'sessions:*'],
	['a post', 'post:*'],
	['an end of a follow or a like, of 2', 'grown:few', 2],
	['an end of a follow or a like, of 100', 'grown:followed', 100],
	['an end of a follow or a like, of 2000', 'grown:starred', 2000],
	['a notice, of 40', 'grown:told', 40],
	['a notice, of 200', 'grown:full', 200],
	['an entry of a home timeline', 'grown:home', 1000],
	['an entry of what a member wrote', 'grown:wrote', 100],
	['a mark of a timeline that was made', 'grown:made', 2000],
	['a name in `users`', 'grown:names', 20000],
	['in `users_by_time`', 'grown:times', 20000],
	['in `members`, and the same in `directory`', 'grown:letters', 20000],
	['a word of a post, in a set of 3', 'grown:rare', 3],
	['a word of a post, in a set of 100', 'grown:known', 100],
	['a word of a post, in a set of 20000', 'grown:word', 20000],
	["a picture's row", 'grown:picture'],
	["a tag's use in `trend:`", 'grown:trend', 20000],
];

async function measureAll(shipped, plain) {
	const table = [];

	for (const [what, pattern, entries = 1] of rows)
		table.push([what, ...await Promise.all([shipped, plain].map(
			async redis => await bytesOf(redis, pattern) / entries))]);
	table.push(['a claim in `sent:`, with its end',
		...await Promise.all([shipped, plain].map(redis => growth(redis, 100000,
			"redis.call('SET', 'sent:' .. id, '1594635179', 'EX', 86400)")))]);
	return table;
}

// ---- larger sites ----------------------------------------------------------

const GIB = 2 ** 30;

// MEMORY USAGE does not include the table of all keys: 8 to 16 bytes for each
// key.
const KEY = 12;

// The numbers of follows, posts and notices that are stored for each member,
// and of likes for each post. Half of the follows are of members with thousands
// of followers. A member who has looked within 30 days has a home timeline.
const each = { follows: 50, posts: 200, notices: 40, likes: 2, here: 0.4,
	timeline: 600 };

function model(b, members, postsADay) {
	const account = b("member's hash") + b('signed in') + b('name in') +
		b('in `users_by') + 2 * b('in `members`') + 6 * KEY;
	const parts = {
		accounts: account,
		follows: each.follows * (1.5 * b('like, of 100') + b('like, of 2000') / 2),
		posts: each.posts * (b('a post') + KEY + b('what a member wrote')),
		likes: each.posts * (each.likes * (b('like, of 2') + b('like, of 2000')) +
			KEY),
		notices: each.notices * b('notice, of 40'),
		timelines: each.here * each.timeline * b('home timeline'),
	};
	const gib = Object.fromEntries(Object.entries(parts).map(([what, bytes]) =>
		[what, bytes * members / GIB]));

	gib.claims = postsADay * b('claim') / GIB;
	return { ...gib,
		all: Object.values(gib).reduce((sum, part) => sum + part, 0) };
}

// The first row whose words end like that, or contain these words.
function printModel(table) {
	const row = words => table.find(([what]) => what.endsWith(words)) ??
		table.find(([what]) => what.includes(words));
	const b = words => row(words)[1];

	for (const [members, posts] of [[1e4, 5e3], [1e6, 5e5], [1e7, 86.4e6]]) {
		const gib = Object.entries(model(b, members, posts))
			.map(([what, n]) => `${what} ${n.toFixed(n < 1 ? 3 : 1)}`);

		console.log(`${members.toLocaleString('en')} members, ` +
			`${posts.toLocaleString('en')} posts a day, GiB: ${gib.join(', ')}`);
	}
}

// ---- pages -----------------------------------------------------------------

const pages = [['home', '/'], ['timeline', '/timeline'],
	['profile', '/@writer'], ['a post', undefined]];

async function printPages(stack, { visitor, thread }) {
	const side = { stack, link: await openLink(stack.socket) };
	const one = async (name, path) =>
		await load(side, { name, path }, visitor, 16, 2);

	for (const [name, path = thread] of pages)
		await one(name, path); // a page's program begins with its first request
	console.log('\nmicroseconds'.padEnd(43) +
		'      page     redis     nginx       all  files');
	for (const [name, path = thread] of pages) {
		const file = await one('file', '/static/style.css');
		const used = await one(name, path);

		console.log(name.padEnd(42) + [used.page, used.redis, used.web, used.all]
			.map(us => us.toFixed(0).padStart(10)).join('') +
			(used.all / file.all).toFixed(1).padStart(7));
	}
	side.link.close();
}

const stack = await startStack({ env: { RETWIS_LAST_SEEN: 'on' } });
const plain = await startPlain();

try {
	const sessions = await fill(stack);

	for (const pattern of ['user:?*', 'post:*', 'sessions:*'])
		await copyHashes(stack.redis, plain.redis, pattern);
	await Promise.all([stack.redis, plain.redis].map(growAll));
	const table = await measureAll(stack.redis, plain.redis);

	console.log('bytes'.padEnd(42) + 'as shipped   Redis\' defaults');
	for (const [what, ...bytes] of table)
		console.log(what.padEnd(42) +
			bytes.map(n => n.toFixed(1).padStart(10)).join('       '));
	console.log(`\nwith, of each member, ${JSON.stringify(each)}, as shipped:`);
	printModel(table);
	await printPages(stack, sessions);
} finally {
	await plain.stop();
	await stack.stop();
}
