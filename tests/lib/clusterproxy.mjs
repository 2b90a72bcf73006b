// Proxies between a page and each node of a cluster, which count round trips:
// commands that go to several nodes before any of them has answered are one.
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { signedIn } from './database.mjs';
import { isOther, until } from './processes.mjs';
import { GaveUp, whenQuiet } from './quiet.mjs';
import { freePort } from './stack.mjs';

function serve(page, port, count) {
	const node = connect({ host: '127.0.0.1', port });

	page.on('error', () => {});
	page.on('close', () => {
		count.gaveUp ||= count.waiting.has(page);
		node.destroy();
	});
	node.on('close', () => page.destroy());
	node.on('error', () => page.destroy());
	// A worker or the like, which has asked for the addresses of the nodes.
	if (!count.pid || isOther(count.pid, page)) {
		page.pipe(node).pipe(page);
		page.unref();
		node.unref();
		return;
	}
	page.on('data', (chunk) => {
		if (count.answered)
			count.trips++;
		count.answered = false;
		count.waiting.add(page);
		node.write(chunk);
		count.wait();
	});
	node.on('data', (chunk) => {
		count.replies.push([page, chunk]);
		count.wait();
	});
}

function counter() {
	const count = { trips: 0, answered: true, replies: [],
		waiting: new Set() };
	const flush = () => {
		for (const [page, chunk] of count.replies) {
			count.waiting.delete(page);
			page.write(chunk);
		}
		count.answered ||= count.replies.length > 0;
		count.replies = [];
	};

	count.wait = whenQuiet(flush, () => count.pid);
	return count;
}

async function proxyOf(node, count) {
	const port = await freePort();
	const server = createServer((page) => serve(page, node.port, count));

	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	server.unref();
	await node('CONFIG', 'SET', 'cluster-announce-port', port);
	return port;
}

// {address, trips(action)}: from now on the nodes of this cluster (cluster.mjs)
// give the addresses of these proxies to everybody who asks for the slots. The
// action gets a function that it calls with the process to count, before that
// connects.
export async function clusterProxy(cluster) {
	const count = counter(), ports = [];

	for (const node of cluster.nodes)
		ports.push(await proxyOf(node, count));
	for (const node of cluster.nodes)
		await until('all know it', async () =>
			(await node('CLUSTER', 'SLOTS')).every(([, , [, port]]) =>
				ports.includes(port)));
	return {
		address: signedIn(`cluster://127.0.0.1:${ports[0]}`),
		async trips(action) {
			Object.assign(count, { trips: 0, answered: true,
				gaveUp: false });
			await action(({ pid }) => { count.pid = pid; });
			count.pid = undefined;
			if (count.gaveUp)
				throw new GaveUp();
			return count.trips;
		},
	};
}
