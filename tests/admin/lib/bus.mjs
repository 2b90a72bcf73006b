// A Redis without pages, and workers that a test starts itself.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { writeUsers } from '../../lib/database.mjs';
import { until, wake } from '../../lib/processes.mjs';
import { build, cleanEnvironment, temporaryFolder }
	from '../../lib/stack.mjs';
import { adminOf } from './admin.mjs';
import { openRedis } from '../../lib/wire.mjs';

const keep = fileURLToPath(new URL('../../lib/keep', import.meta.url));
export const worker = `${build}/retwis-worker`;

// Programs that run here end with the test's process, however it ends.
function kept(folder, command, options) {
	const child = spawn(keep, [folder, ...command],
		{ stdio: ['pipe', 'ignore', 'ignore'], ...options });

	child.unref();
	child.stdin.unref();
	return child;
}

// {var, socket, address, redis(...words), admin(words), start(...command),
// stopAll()}; start() returns {ended(), log()}: the first waits for the exit
// status, and the second is what it has written to stderr so far.
export async function startBus() {
	const folder = temporaryFolder();
	const socket = `${folder}/redis.sock`;
	const address = `unix:retwis@${socket}`;
	const started = [];
	const start = (...command) => {
		const child = kept('', command, { cwd: folder,
			stdio: ['pipe', 'ignore', 'pipe'],
			env: cleanEnvironment({ RETWIS_REDIS: address }) });
		let text = '';
		const exit = new Promise((done) => child.once('exit', done));
		const ended = () => {
			child.ref();
			return exit;
		};
		const stop = () => {
			child.stdin.end();
			return ended();
		};

		child.stderr.setEncoding('utf8').on('data', (more) => {
			text += more;
		}).unref();
		started.push(stop);
		return { ended, log: () => text };
	};

	kept(folder, ['redis-server', '--include', writeUsers(folder), '--port', '0',
		'--unixsocket', socket, '--dir', folder, '--save', '']);
	await until('Redis listens', () => wake(socket).then(() => true,
		() => false));
	return { var: folder, socket, address, redis: openRedis(socket), start,
		admin: adminOf({ address }),
		stopAll: () => Promise.all(started.splice(0)
			.map((stop) => stop())) };
}

const now = () => Math.floor(Date.now() / 1000);
let posts = 0;

// A post with that many followers, and its job. The post's id is also the
// author's id. The followers are 1001, 1002 and so on.
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
