// A Redis Cluster of its own for a test, which ends with the test's process.
import { redisCli } from './redis.mjs';
import { root, runKept, temporaryFolder, unref, waitForOutput }
	from './stack.mjs';

// What a node says of a command whose key is elsewhere.
async function routed(nodes, words) {
	let node = nodes[0];

	for (let hops = 0; ; hops++) {
		try {
			return await node(...words);
		} catch (error) {
			const [, port] = error.message.match(/^MOVED .*:(\d+)$/)
				?? [];

			if (!port || hops === 5)
				throw error;
			node = nodes.find((n) => n.port === Number(port));
		}
	}
}

// {masters, replicas of each, options of redis-server}. Returns {address, ports,
// nodes, redis(...words), stop()}: the masters first, in the order of their
// slots; each of `nodes` runs commands at itself, redis() where their key is.
export async function startCluster({ masters = 3, replicas = 0,
	options = ['--cluster-require-full-coverage', 'no'] } = {}) {
	const folder = temporaryFolder();
	const child = runKept(folder, {}, `${root}/tests/lib/cluster`, folder,
		`${masters}`, `${replicas}`, ...options);
	const text = await waitForOutput(child, 'ready');
	const ports = text.match(/\d+/g).map(Number);
	const nodes = ports.map((port) => Object.assign(
		redisCli({ host: '127.0.0.1', port }), { port }));

	unref(child);
	return { ports, nodes,
		address: `cluster://${ports.slice(0, masters).map((port) =>
			`127.0.0.1:${port}`).join(',')}`,
		redis: (...words) => routed(nodes, words),
		stop: () => {
			child.ref();
			child.stdin.end();
			return new Promise((done) => child.once('exit', done));
		} };
}
