// One Redis that pretends to be a cluster: it looks like three nodes, with a
// third of the slots each, and a fourth one, the bus, next to them. There is a
// proxy in front of each. One of them is lost at one of its commands: neither
// that command nor any later one is executed there, while the other nodes
// continue, as real nodes do.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { enter } from '../../lib/enter.mjs';
import { Stream } from '../../lib/resp.mjs';

export const nodes = ['a', 'b', 'c', 'bus'];

const SLOTS = 16384;

// What each node answers to CLUSTER SLOTS: all know the whole map.
function slotsOf(ports) {
	const from = (i) => Math.ceil(i * SLOTS / ports.length);

	return ports.map((port, i) => [from(i), from(i + 1) - 1,
		['127.0.0.1', port, `${port}`.repeat(10).slice(0, 40)]]);
}

function encode(reply) {
	if (Array.isArray(reply))
		return `*${reply.length}\r\n${reply.map(encode).join('')}`;
	return Number.isInteger(reply) ? `:${reply}\r\n`
		: `$${reply.length}\r\n${reply}\r\n`;
}

class Link {
	constructor(client, redisSocket, state, node) {
		Object.assign(this, { client, state, node });
		this.redis = enter(redisSocket, (chunk) => client.write(chunk));
		this.commands = new Stream();
		client.on('data', (chunk) => {
			this.commands.add(chunk);
			this.forward();
		});
		for (const one of [client, this.redis])
			one.on('error', () => {});
		client.on('close', () => this.redis.end());
		this.redis.on('close', () => client.destroy());
	}

	forward() {
		const { state, node } = this;

		for (let one = this.commands.take(); one && !state.reached(node);
			one = this.commands.take())
			if (one.value[0] === 'CLUSTER')
				this.client.write(encode(slotsOf(state.ports)));
			else if (node === state.lost && state.sent++ === state.after)
				state.lose();
			else
				this.redis.write(one.raw);
	}
}

// {data, bus}: the sockets of Redis. The node `lost` is lost when it gets one
// more command than `after`. Returns {env, reached, close()}.
export async function openNodes({ data, bus }, lost, after) {
	const links = new Set();
	const state = { lost, after, sent: 0, ports: [],
		reached: (node) => node === lost && state.sent > after,
		lose: () => [...links].filter(({ node }) => node === lost)
			.forEach(({ client }) => client.destroy()) };
	const serve = async (node) => {
		const server = createServer((client) => {
			const link = new Link(client, node === 'bus' ? bus : data, state,
				node);

			links.add(link);
			client.on('close', () => links.delete(link));
			if (state.reached(node))
				client.destroy();
		});

		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return server;
	};
	const servers = await Promise.all(nodes.map(serve));
	const ports = servers.map((server) => server.address().port);

	state.ports = ports.slice(0, 3);
	return {
		env: { RETWIS_REDIS: `cluster://${state.ports.map((port) =>
			`127.0.0.1:${port}`).join(',')}`,
		RETWIS_BUS: `tcp://127.0.0.1:${ports[3]}` },
		get reached() { return state.reached(lost); },
		close: () => Promise.all(servers.map((server) =>
			new Promise((done) => {
				links.forEach(({ client }) => client.destroy());
				server.close(done);
			}))),
	};
}
