// Redis as a person sees it, who types one command after the other.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { Stream, encode } from './resp.mjs';

// Where tests come to what a program finds at this socket: where
// RETWIS_TEST_REDIS wants another kind of database than one Redis, something
// stands in front (front.mjs), and takes any command.
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

// One command on a connection of its own, as `redis-cli --json` does it: in the
// third version of the protocol, where a hash is a map.
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

// A function that runs one command and returns its answer: a number, a text,
// an array, or an object for a hash. An error of Redis is thrown.
export function redisCli(socket) {
	return Object.assign((...words) => ask(socket, words), { socket });
}

// Runs many commands, one a line, as redis-cli reads them.
export function redisLoad(socket, lines) {
	return run(['-s', frontOf(socket), '-e'], lines);
}

// What workers write when they say that they live is no change.
async function beatsOf(redis) {
	const beats = await redis('ZRANGE', '{fanout}:workers', 0, -1,
		'WITHSCORES');

	return beats.flat().filter((word, i) => i % 2)
		.reduce((n, beat) => n + Number(beat), 0);
}

// Every write of any kind counts one: the same number, nothing was changed. No
// worker has said anything between its three questions.
export async function writesOf(redis) {
	for (;;) {
		const before = await beatsOf(redis);
		const info = await redis('INFO', 'persistence');
		const [, n] = info.match(/rdb_changes_since_last_save:(\d+)/);

		if (await beatsOf(redis) === before)
			return Number(n) - before;
	}
}

// A job goes from one of these places to the next, and perhaps to and fro
// between the last two, which lie on one server.
const isIdle = "return redis.call('LLEN', KEYS[1]) == 0 and " +
	"#redis.call('KEYS', '{fanout}:taken:*') == 0 and 1 or 0";

async function isSettled(redis) {
	return await redis('ZCARD', 'outbox') === 0 &&
		await redis('EVAL', isIdle, 1, '{fanout}:jobs') === 1;
}

// Calls changed() once we listen to these keys, and after each change of one of
// them; and failed() if Redis goes. Returns what ends that.
function watch(socket, keys, changed, failed) {
	const link = connect(frontOf(socket));

	link.on('data', changed);
	link.on('error', failed);
	link.on('close', () => failed(new Error('Redis hung up')));
	link.write(encode(['PSUBSCRIBE',
		...keys.map((key) => `__keyspace@0__:${key}`)]), 'latin1');
	return () => link.destroy();
}

// A function that asks, and once more if it was called while it asked.
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

// Until isTrue(), which is asked whenever one of these keys has changed.
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

// Until every post is delivered. Fails if that takes a minute.
export async function settled(redis) {
	const isSo = () => isSettled(redis);

	if (!await isSo())
		await untilTrue(redis, ['outbox', '{*'], isSo, 60);
}

// Lets this Redis listen at a free port of this machine, too; returns it.
export async function bindPort(redis) {
	for (;;) {
		const port = 10000 + Math.floor(Math.random() * 22000);

		if (await redis('CONFIG', 'SET', 'port', port)
			.catch(() => undefined) === 'OK')
			return port;
	}
}
