// A proxy between a program and its Redis, or two of them. It ends the program
// after any one of its commands, even in the middle of a pipeline.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { enter } from '../../lib/enter.mjs';
import { Stream } from '../../lib/resp.mjs';

// One connection. Everything after the last command that counts is held back.
class Link {
	constructor(client, redisSocket, state) {
		this.client = client;
		this.redis = enter(redisSocket,
			(chunk) => this.answer(chunk));
		this.state = state;
		this.commands = new Stream();
		this.replies = new Stream();
		this.asked = []; // per command under way: does it count
		client.on('data', (chunk) => {
			this.commands.add(chunk);
			this.forward();
		});
		for (const one of [client, this.redis])
			one.on('error', () => {});
		client.on('close', () => this.redis.destroy());
		this.redis.on('close', () => client.destroy());
	}

	forward() {
		const { state } = this;

		while (!state.reached && state.sent < state.after) {
			const one = this.commands.take();

			if (!one)
				return;
			const counts = state.counts(one.value);

			state.sent += counts;
			this.asked.push(counts);
			this.redis.write(one.raw);
		}
		if (state.after === 0)
			this.kill();
	}

	// The last reply is not passed on: what the program does with it is the
	// next point to test.
	answer(chunk) {
		this.replies.add(chunk);
		for (let one = this.replies.take(); one; one = this.replies.take()) {
			this.state.answered += this.asked.shift();
			if (this.state.answered === this.state.after)
				this.kill();
			if (!this.state.reached)
				this.client.write(one.raw);
		}
	}

	kill() {
		if (!this.state.reached)
			this.state.kill();
		this.state.reached = true;
	}
}

// {data, bus}: paths of the sockets of Redis. They may be the same: then the
// program gets a single address, as a host with one Redis would set it. Counts
// the commands for which counts(words) is true, by default all, over both links
// in the order in which they arrive. When command number `after` has been
// answered, kill() is called, and nothing more is passed on. Returns {env,
// reached, sent, spare(), close()}; after spare() it kills nobody any more.
export async function openKiller(folder, { data, bus }, after, kill,
	counts = () => true) {
	const state = { after, kill, counts: (words) => Number(counts(words)),
		sent: 0, answered: 0, reached: false, links: new Set() };
	const serve = async (name, redisSocket) => {
		const server = createServer((client) => {
			const link = new Link(client, redisSocket, state);

			state.links.add(link);
			client.on('close', () => state.links.delete(link));
		});

		server.listen(`${folder}/${name}.sock`);
		await once(server, 'listening');
		return server;
	};
	const ways = data === bus ? [['kill-data', data]]
		: [['kill-data', data], ['kill-bus', bus]];
	const servers = await Promise.all(ways.map((way) => serve(...way)));

	return {
		env: { RETWIS_REDIS: `unix:${folder}/kill-data.sock`,
			RETWIS_BUS: `unix:${folder}/${ways.at(-1)[0]}.sock` },
		get reached() { return state.reached; },
		get sent() { return state.sent; },
		spare() {
			state.after = Infinity;
			state.links.forEach((link) => link.forward());
		},
		close: () => Promise.all(servers.map((server) =>
			new Promise((done) => {
				state.links.forEach((link) => link.client.destroy());
				server.close(done);
			}))),
	};
}
