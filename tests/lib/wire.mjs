// A client of Redis for many commands, and a proxy that can pause, or close the
// connection, after any one of them.
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { enter } from './enter.mjs';
import { frontOf } from './redis.mjs';
import { Stream, encode } from './resp.mjs';

// The content of a text in the protocol, or null.
function bytesOf(raw) {
	return raw[1] === 0x2d ? null : raw.subarray(raw.indexOf('\n') + 1, -2);
}

// A function that runs one command. Without an await, many are sent together,
// in one packet. Its bytes() is the same for a reply that is not text. When
// Redis closes the connection, all commands that are waiting fail, and so do
// later ones.
export function openRedis(socket) {
	const redis = connect(frontOf(socket));
	const stream = new Stream();
	const waiting = [];
	let unsent = '';
	let gone;

	redis.on('data', (chunk) => {
		stream.add(chunk);
		for (let one = stream.take(); one; one = stream.take()) {
			const { done, fail, isBytes } = waiting.shift();

			(one.value instanceof Error ? fail : done)(
				isBytes ? bytesOf(one.raw) : one.value);
		}
		if (waiting.length === 0)
			redis.unref();
	});
	redis.on('error', (error) => { gone = error; });
	redis.on('close', () => {
		gone ??= new Error('Redis hung up');
		for (const { fail } of waiting.splice(0))
			fail(gone);
	});
	const send = () => {
		redis.write(unsent, 'latin1');
		unsent = '';
	};

	redis.unref();
	const begin = (isBytes, words) => new Promise((done, fail) => {
		if (gone) {
			fail(gone);
			return;
		}
		redis.ref();
		waiting.push({ done, fail, isBytes });
		if (!unsent)
			process.nextTick(send);
		unsent += encode(words);
	});

	return Object.assign((...words) => begin(false, words),
		{ socket, bytes: (...words) => begin(true, words) });
}

// The bytes of a key as Redis dumps it, and how long it will live.
async function keep(redis, key) {
	const [dump, left] = await Promise.all([redis.bytes('DUMP', key),
		redis('PTTL', key)]);

	return dump && ['RESTORE', key, Math.max(left, 0), dump, 'REPLACE'];
}

// Saves everything in Redis; the function that it returns restores it.
export async function putAside({ socket }) {
	const redis = openRedis(socket);
	const keys = await redis('KEYS', '*');
	const kept = await Promise.all(keys.map((key) => keep(redis, key)));

	return async () => {
		await redis('FLUSHALL');
		await Promise.all(kept.filter(Boolean)
			.map((words) => redis(...words)));
	};
}

const readers = {
	string: (key) => ['GET', key],
	hash: (key) => ['HGETALL', key],
	list: (key) => ['LRANGE', key, 0, -1],
	set: (key) => ['SMEMBERS', key],
	zset: (key) => ['ZRANGE', key, 0, -1, 'WITHSCORES'],
};

function sortPairs(words) {
	const pairs = [];

	for (let i = 0; i < words.length; i += 2)
		pairs.push(`${words[i]}=${words[i + 1]}`);
	return pairs.sort();
}

// A key that has just expired has no type, or no value any more.
async function readKey(redis, key) {
	const type = await redis('TYPE', key);

	if (type === 'none')
		return undefined;
	const value = await redis(...readers[type](key));

	return value?.length &&
		[`${type} ${key}`, type === 'hash' ? sortPairs(value) : value];
}

// Everything in Redis, in a fixed order, except what the workers count, and
// the keys in `without`.
export async function dump(redis, without = []) {
	// Keys by which workers know of one another, and of the time, are not
	// data.
	const passing = ['{fanout}:workers', 'rewrite', 'lock:rewrite', ...without];
	const keys = (await redis('KEYS', '*'))
		.filter((key) => !passing.includes(key));

	const entries = await Promise.all(
		keys.sort().map((key) => readKey(redis, key)));

	return Object.fromEntries(entries.filter((entry) => entry));
}

function pass(client, redisSocket, state) {
	const redis = enter(redisSocket, (chunk) => answer(chunk));
	const commands = new Stream();
	const replies = new Stream();
	let sent = 0;
	let answered = 0;

	const forward = () => {
		while (state.passed || sent < state.after) {
			const one = commands.take();

			if (!one)
				return;
			redis.write(one.raw);
			sent++;
		}
		if (answered === state.after)
			pause();
	};
	const hangUp = () => {
		client.destroy();
		redis.destroy();
	};
	const pause = async () => {
		if (state.isCut)
			hangUp();
		if (state.reached)
			return;
		state.reached = true;
		state.result = state.meanwhile();
		state.isCut = await state.result === 'cut';
		if (state.isCut) {
			hangUp();
			return;
		}
		state.passed = true;
		forward();
	};

	function answer(chunk) {
		replies.add(chunk);
		for (let one = replies.take(); one; one = replies.take()) {
			answered++;
			client.write(one.raw);
		}
		forward();
	}

	client.on('data', (chunk) => {
		commands.add(chunk);
		forward();
	});
	client.on('error', () => {});
	client.on('close', () => redis.destroy());
}

// Lets `after` commands through and waits for their replies; then calls
// meanwhile(), and afterwards passes on the rest, unless it returns 'cut': then
// this connection ends, and each later one that sends more than `after`.
// {address, reached, close()}; close() waits for meanwhile() to end.
export async function openProxy(path, redisSocket, after, meanwhile) {
	const state = { after, meanwhile, reached: false, passed: false };
	const server = createServer((client) =>
		pass(client, redisSocket, state));

	server.listen(path);
	await once(server, 'listening');
	return {
		address: `unix:${path}`,
		get reached() { return state.reached; },
		async close() {
			await state.result;
			await new Promise((done) => server.close(done));
		},
	};
}

export const cut = () => 'cut';
