// A separate Redis with nothing but the scripts of libretwis.
import assert from 'node:assert/strict';
import { openRedis } from './wire.mjs';
import { readSource } from './commands.mjs';
import { startRedis } from './stack.mjs';

// From 30 down to 1, say.
function numbers(from, to) {
	return Array.from({ length: from - to + 1 }, (_, i) => from - i);
}

// {redis(...words), script(FILE), once(action), list(key), numbers, digest()}.
// script('post/push.lua') is a function of the keys and the arguments, and
// returns what EVAL returns; its `full` does the same while Redis is out of
// memory. once() does something twice, and fails if the second time changes
// anything; digest() differs after any change.
export async function startScripts() {
	const redis = openRedis(await startRedis('--enable-debug-command', 'yes'));
	const script = (file) => {
		const text = readSource(file);
		const run = (keys, ...args) =>
			redis('EVAL', text, keys.length, ...keys, ...args);

		run.full = async (keys, ...args) => {
			await redis('CONFIG', 'SET', 'maxmemory', 1);
			try {
				return await run(keys, ...args);
			} finally {
				await redis('CONFIG', 'SET', 'maxmemory', 0);
			}
		};
		return run;
	};

	const digest = () => redis('DEBUG', 'DIGEST');
	const once = async (action) => {
		const answer = await action();
		const before = await digest();

		await action();
		assert.equal(await digest(), before);
		return answer;
	};

	return { redis, script, once, digest, numbers,
		list: (key) => redis('LRANGE', key, 0, -1) };
}
