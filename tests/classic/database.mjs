// A stack with the classic database in it.
import { readFileSync } from 'node:fs';
import { startStack } from '../lib/stack.mjs';
import { redisLoad } from '../lib/redis.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { Php } from './php.mjs';

const commands = readFileSync(new URL('classic.redis', import.meta.url), 'utf8')
	.replace(/^#.*\n/gm, '');

export const secrets = {
	antirez: 'fea5e81ac8ca77622bed1c2132a021f9',
	grace: '0c5bb1d8e1c9a3f7204b6e98d2f15a73',
	ada: '93b1f04a7c2d4e8f8a6b5c3d2e1f0a9b',
};

export const types = [
	[/^next_(user|post)_id$/, 'string'], [/^users$|^auths$/, 'hash'],
	[/^user:\d+$|^post:\d+$/, 'hash'], [/^users_by_time$/, 'zset'],
	[/^(followers|following):\d+$/, 'zset'],
	[/^posts:\d+$|^timeline$/, 'list'],
];

// Our own keys, which the PHP original does not know.
const kept = 'names|members|directory|layout|seal|zone|cache:trending|outbox|' +
	'indexing|word:[0-9a-f]{16}|' +
	'\\{fanout\\}:workers|\\{seen\\}:due';
const ofId = 'answers|answered|own|sessions|known|notices|likes|liked|reposts|reposted|sent';

export const ours =
	new RegExp(`^((${ofId}):\\d+|once:[0-9a-f]+|limit:[^ ]+|${kept})$`);

// By three members in turn, and more than a timeline shows.
function manyPosts() {
	return Array.from({ length: 5000 }, (_, n) => n + 1).flatMap((i) => {
		const [author, other] = i % 3 ? [1001, 1002] : [1000, 1000];

		return [`HMSET post:${i} user_id ${author} time ${1405360000 + i * 60} ` +
			`body "classic post ${i}"`, `LPUSH posts:1001 ${i}`,
		`LPUSH posts:${other} ${i}`, `LPUSH timeline ${i}`];
	}).concat('LTRIM timeline 0 1000');
}

export async function startClassic() {
	const stack = await startStack({
		env: { RETWIS_TRUSTED_PROXIES: '127.0.0.1' } });
	const answer = await redisLoad(stack.socket,
		commands.replace('5000 POSTS', manyPosts().join('\n')));

	if (/ERR|error/i.test(answer))
		throw new Error(answer);
	return { ...stack, php: new Php(stack.redis) };
}

// Somebody whose browser still has the cookie of the PHP site.
export function withCookie(url, secret) {
	const visitor = new Visitor(url);

	visitor.cookies.set('auth', secret);
	return visitor;
}

// {key: type} of every key.
export async function typesOf(redis) {
	const script = "local t = {} for i, k in ipairs(redis.call('KEYS', '*')) " +
		"do t[2 * i - 1] = k t[2 * i] = redis.call('TYPE', k).ok end return t";
	const flat = await redis('EVAL', script, 0);
	const pairs = [];

	for (let i = 0; i < flat.length; i += 2)
		pairs.push([flat[i], flat[i + 1]]);
	return pairs;
}
