// The live gateway of a stack, and members who do not need a password.
import { existsSync, readFileSync } from 'node:fs';
import { openStream } from './stream.mjs';
import { processesIn, until, wake } from './processes.mjs';
import { redisLoad } from './redis.mjs';

export function gateway(stack) {
	return processesIn(stack.var).find((p) =>
		p.program.endsWith('/retwis-live'));
}

// Waits until one with another pid is running; its socket may have been
// removed.
export async function anotherGateway(stack, pid) {
	const socket = `${stack.var}/live.sock`;

	await until('another gateway', async () => {
		await wake(existsSync(socket) ? socket : `${socket}.away`);
		return (gateway(stack)?.pid ?? pid) !== pid;
	});
	return gateway(stack);
}

// How many bytes of memory the process uses.
export function memoryOf({ pid }) {
	const [, kib] = readFileSync(`/proc/${pid}/status`, 'latin1')
		.match(/^VmRSS:\s+(\d+) kB$/m);

	return Number(kib) * 1024;
}

// As under a supervisor: another process takes its place.
export async function replace(stack, signal) {
	const { pid } = gateway(stack);

	process.kill(pid, signal);
	await anotherGateway(stack, pid);
}

export const secretOf = (id) => 'c'.repeat(32) + id.toString(16);

// Members with ids from `first` on, each with a session.
export async function crowd(stack, first, n) {
	const ids = Array.from({ length: n }, (_, i) => first + i);

	await redisLoad(stack.socket, ids.map((id) =>
		`HSET user:${id} username crowd${id} auth ${secretOf(id)}`)
		.join('\n'));
	return ids;
}

// A stream of one of them, without the web server in between.
export function streamOf(stack, id, address = '/live?at=home&since=0') {
	return openStream({ path: `${stack.var}/live.sock` }, address,
		secretOf(id));
}

// Adds one more post to a list; its id is not used for any other post.
export async function push(redis, list, post) {
	if (await redis('GET', 'next_post_id') < post)
		await redis('SET', 'next_post_id', post);
	await redis('HSET', `post:${post}`, 'user_id', 1, 'body', 'hello');
	await redis('LPUSH', list, post);
}

// One more post for that member, as a worker would deliver it.
export async function deliver(stack, member, post) {
	await push(stack.redis, `posts:${member}`, post);
	return stack.redis('PUBLISH', `live:${member}`, '');
}
