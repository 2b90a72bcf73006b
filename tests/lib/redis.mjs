// Redis as it looks to a person who types one command after the other.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { until } from './processes.mjs';
import { Stream, encode } from './resp.mjs';

// Where tests connect to the database of a program that uses this socket: if
// RETWIS_TEST_REDIS wants another kind of database than one Redis, there is a
// front (front.mjs) that accepts any command.
export function frontOf(socket) {
	const front = `${socket}.front`;

	return existsSync(front) ? front : socket;
}

function run(args, input) {
	return new Promise((done, fail) => {
		const child = execFile('redis-cli', args,
			{ maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
				if (error)
					fail(new Error(stderr || stdout ||
						error.message));
				else
					done(stdout);
			});

		child.stdin.end(input);
	});
}

// One command on its own connection, as `redis-cli --json` does it: in version
// 3 of the protocol, where a hash is a map.
function ask(socket, words) {
	return new Promise((done, fail) => {
		const link = connect(frontOf(socket));
		const stream = new Stream();
		let hello;

		link.on('data', (chunk) => {
			stream.add(chunk);
			hello ??= stream.take();
			const reply = hello?.value instanceof Error ? hello
				: hello && stream.take();

			if (!reply)
				return;
			link.end();
			(reply.value instanceof Error ? fail : done)(reply.value);
		});
		link.once('error', fail);
		link.once('close', () => fail(new Error('Redis hung up')));
		link.write(encode(['HELLO', 3]) + encode(words), 'latin1');
	});
}

// A function that runs one command and returns its answer: a number, a text, an
// array, or an object for a hash. A Redis error is thrown.
export function redisCli(socket) {
	return Object.assign((...words) => ask(socket, words), { socket });
}

// Runs many commands, one per line, as redis-cli reads them.
export function redisLoad(socket, lines) {
	return run(['-s', frontOf(socket), '-e'], lines);
}

// The number of workers' signs of life, which do not count as changes.
async function beatsOf(redis) {
	const beats = await redis('ZRANGE', '{fanout}:workers', 0, -1,
		'WITHSCORES');

	return beats.flat().filter((word, i) => i % 2)
		.reduce((n, beat) => n + Number(beat), 0);
}

function withoutNotes(redis) {
	return until('all posts are indexed', async () =>
		!await redis('EXISTS', 'indexing'));
}

// Every write of any kind adds one: if the number is the same, nothing was
// changed. No worker may have written a sign of life between the three queries,
// or have posts left to index.
export async function writesOf(redis) {
	await withoutNotes(redis);
	for (;;) {
		const before = await beatsOf(redis);
		const info = await redis('INFO', 'persistence');
		const [, n] = info.match(/rdb_changes_since_last_save:(\d+)/);

		if (await beatsOf(redis) === before)
			return Number(n) - before;
	}
}

// A job moves from one of these places to the next, and perhaps back and forth
// between the last two, which are on one server.
const isIdle = "return redis.call('LLEN', KEYS[1]) == 0 and " +
	"#redis.call('KEYS', '{fanout}:taken:*') == 0 and 1 or 0";

async function isSettled(redis) {
	return await redis('ZCARD', 'outbox') === 0 &&
		await redis('EVAL', isIdle, 1, '{fanout}:jobs') === 1;
}

// Calls changed() as soon as we are subscribed to these keys, and after each
// change of one of them; calls failed() if Redis goes away. Returns a function
// that ends this.
function watch(socket, keys, changed, failed) {
	const link = connect(frontOf(socket));

	link.on('data', changed);
	link.on('error', failed);
	link.on('close', () => failed(new Error('Redis hung up')));
	link.write(encode(['PSUBSCRIBE',
		...keys.map((key) => `__keyspace@0__:${key}`)]), 'latin1');
	return () => link.destroy();
}

// A function that asks, and asks again if it was called meanwhile.
function oneByOne(ask, then, failed) {
	let calls = 0;

	return async () => {
		if (calls++)
			return;
		try {
			for (let seen = 0; seen < calls;) {
				seen = calls;
				if (await ask())
					then();
			}
		} catch (error) {
			failed(error);
		}
		calls = 0;
	};
}

// Waits until isTrue(), which is called whenever one of these keys has changed.
async function untilTrue(redis, keys, isTrue, seconds) {
	let end, timer;

	await redis('CONFIG', 'SET', 'notify-keyspace-events', 'Kglz');
	try {
		await new Promise((done, fail) => {
			timer = setTimeout(fail, seconds * 1000,
				new Error(`not within ${seconds} s`));
			end = watch(redis.socket, keys,
				oneByOne(isTrue, done, fail), fail);
		});
	} finally {
		clearTimeout(timer);
		end?.();
	}
}

// Waits until every post is delivered. Fails if that takes a minute. In a
// cluster each server tells only of its own keys, so there we ask repeatedly.
export async function settled(redis) {
	const isSo = () => isSettled(redis);

	if (!redis.socket)
		await until('every post is delivered', isSo, 60);
	else if (!await isSo())
		await untilTrue(redis, ['outbox', '{*'], isSo, 60);
}

// Waits until workers have also indexed all posts.
export async function indexed(redis) {
	await settled(redis);
	await withoutNotes(redis);
}

// Makes this Redis listen on a free port of this machine, too; returns the
// port.
export async function bindPort(redis) {
	for (;;) {
		const port = 10000 + Math.floor(Math.random() * 22000);

		if (await redis('CONFIG', 'SET', 'port', port)
			.catch(() => undefined) === 'OK')
			return port;
	}
}
