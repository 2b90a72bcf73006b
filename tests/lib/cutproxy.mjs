// A proxy between a page program and Redis that fails on command.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { enter } from './enter.mjs';

export class CutProxy {
	constructor(redisPath) {
		this.redisPath = redisPath;
		this.pairs = new Set();
		this.heal();
	}

	async open(path) {
		this.server = createServer((page) => this.serve(page));
		this.server.listen(path).unref();
		await once(this.server, 'listening');
		this.address = `unix:${path}`;
		return this;
	}

	// From now on everything works; bytes that were held back are passed
	// on.
	heal() {
		this.bytesLeft = Infinity; // of replies, before the cut
		this.writesLeft = Infinity; // of commands, too
		this.isHolding = this.wasCut = false;
		for (const pair of this.pairs)
			this.forward(pair, Buffer.concat(pair.held.splice(0)));
	}

	// Replies wait until heal().
	hold() {
		this.isHolding = true;
	}

	// All connections are cut after this many bytes of replies...
	cutAfterBytes(n) {
		this.bytesLeft = n;
	}

	// ...or at the write after the next n, either before Redis has seen it
	// or afterwards.
	cutAfterWrites(n, isSeen) {
		this.writesLeft = n;
		this.isSeen = isSeen;
	}

	// Whether something is held back.
	get isAsked() {
		return [...this.pairs].some(({ held }) => held.length);
	}

	cut() {
		this.wasCut = true;
		this.bytesLeft = this.writesLeft = Infinity;
		for (const { page, redis } of this.pairs) {
			page.destroySoon();
			redis.destroySoon();
		}
		this.pairs.clear();
	}

	serve(page) {
		const pair = { page, held: [] };
		const redis = enter(this.redisPath,
			(chunk) => this.forward(pair, chunk));
		const end = () => {
			this.pairs.delete(pair);
			page.destroySoon();
			redis.destroySoon();
		};

		pair.redis = redis;
		this.pairs.add(pair);
		page.on('data', (chunk) => this.commands(pair, chunk));
		for (const socket of [page, redis])
			socket.on('error', end).on('close', end);
	}

	commands(pair, chunk) {
		if (!this.pairs.has(pair))
			return;
		if (this.writesLeft-- > 0) {
			pair.redis.write(chunk);
			return;
		}
		if (this.isSeen)
			pair.redis.write(chunk);
		this.cut();
	}

	forward(pair, chunk) {
		if (this.isHolding && chunk.length) {
			pair.held.push(chunk);
			return;
		}
		if (!this.pairs.has(pair) || !chunk.length)
			return;
		pair.page.write(chunk.subarray(0, this.bytesLeft));
		this.bytesLeft -= chunk.length;
		if (this.bytesLeft <= 0)
			this.cut();
	}
}
