// A Redis without pages, and workers that a test starts by itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from '../../lib/processes.mjs';
import { build, cleanEnvironment, temporaryFolder }
	from '../../lib/stack.mjs';
import { adminOf } from './admin.mjs';
import { openRedis } from '../../lib/wire.mjs';

const keep = fileURLToPath(new URL('../../lib/keep', import.meta.url));
export const worker = `${build}/retwis-worker`;

// Programs that run here end with the test's process, however that ends.
function kept(folder, command, options) {
	const child = spawn(keep, [folder, ...command],
		{ stdio: ['pipe', 'ignore', 'ignore'], ...options });

	child.unref();
	child.stdin.unref();
	return child;
}

// {var, socket, redis(...words), admin(words), start(...command), stopAll()};
// start() returns {ended()}, which waits for the exit status.
export async function startBus() {
	const folder = temporaryFolder();
	const socket = `${folder}/redis.sock`;
	const started = [];
	const start = (...command) => {
		const child = kept('', command, { cwd: folder,
			env: cleanEnvironment({ RETWIS_REDIS: `unix:${socket}` }) });
		const exit = new Promise((done) => child.once('exit', done));
		const ended = () => {
			child.ref();
			return exit;
		};
		const stop = () => {
			child.stdin.end();
			return ended();
		};

		started.push(stop);
		return { ended };
	};

	kept(folder, ['redis-server', '--port', '0', '--unixsocket', socket,
		'--dir', folder, '--save', '']);
	await until('Redis listens', () => existsSync(socket));
	return { var: folder, socket, redis: openRedis(socket), start,
		admin: adminOf({ socket }),
		stopAll: () => Promise.all(started.splice(0)
			.map((stop) => stop())) };
}

const now = () => Math.floor(Date.now() / 1000);
let posts = 0;

// A post with that many followers and its job; its id, which is the author's,
// too. The followers are 1001, 1002 and so on.
export async function pushPost(redis, followers, age = 0) {
	const id = ++posts;
	const fans = Array.from({ length: followers }, (_, i) => [i, 1001 + i]);

	await redis('HSET', `post:${id}`, 'user_id', id, 'body', 'x');
	if (followers)
		await redis('ZADD', `followers:${id}`, ...fans.flat());
	await redis('LPUSH', '{fanout}:jobs',
		`${now() - age} 0 post ${id} ${id} nonce${id}`);
	return id;
}
