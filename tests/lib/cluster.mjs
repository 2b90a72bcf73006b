// A private Redis Cluster for a test, which ends with the test's process.
import { signedIn, writeUsers } from './database.mjs';
import { redisCli } from './redis.mjs';
import { root, runKept, temporaryFolder, unref, waitForOutput }
	from './stack.mjs';

// A node turns away commands for keys that it does not have. It may give
// addresses of the other nodes that we do not use: there may be a proxy in
// front of each.
export async function routed(nodes, words) {
	let moved;

	for (const node of nodes) {
		try {
			return await node(...words);
		} catch (error) {
			if (!/^MOVED /.test(error.message))
				throw error;
			moved = error;
		}
	}
	throw moved;
}

// {masters, replicas of each, options of redis-server}. Returns {address,
// ports, nodes, redis(...words), stop()}: the masters first, in the order of
// their slots. Each of `nodes` runs commands on that node, and redis() on the
// node that has their key.
export async function startCluster({ masters = 3, replicas = 0,
	options = ['--cluster-require-full-coverage', 'no'] } = {}) {
	const folder = temporaryFolder();
	const child = runKept(folder, {}, `${root}/tests/lib/cluster`, folder,
		`${masters}`, `${replicas}`, '--include', writeUsers(folder),
		...options);
	const text = await waitForOutput(child, 'ready');
	const ports = text.match(/\d+/g).map(Number);
	const nodes = ports.map((port) => Object.assign(
		redisCli({ host: '127.0.0.1', port }), { port }));

	unref(child);
	return { ports, nodes,
		address: signedIn(`cluster://${ports.slice(0, masters)
			.map((port) => `127.0.0.1:${port}`).join(',')}`),
		redis: (...words) => routed(nodes, words),
		stop: () => {
			child.ref();
			child.stdin.end();
			return new Promise((done) => child.once('exit', done));
		} };
}
