// A client of the live gateway that sees every byte, which no browser's
// EventSource allows.
import { connect } from 'node:net';
import { until } from './processes.mjs';

const patience = 20;

function parseEvent(block) {
	const event = {};

	for (const line of block.split('\n')) {
		const colon = line.indexOf(':');

		event[line.slice(0, colon) || 'comment'] =
			line.slice(colon + 1).trimStart();
	}
	return event;
}

function unchunk(text) {
	let body = '';

	for (;;) {
		const [, size] = text.match(/^([0-9a-f]+)\r\n/) ?? [];
		const start = size?.length + 2;
		const end = start + parseInt(size, 16);

		if (!size || text.length < end)
			return body;
		body += text.slice(start, end);
		text = text.slice(end + 2);
	}
}

export class Stream {
	constructor(socket, request) {
		this.text = '';
		this.ended = false;
		this.socket = socket;
		socket.setEncoding('latin1');
		socket.on('data', (chunk) => { this.text += chunk; });
		socket.on('error', () => {});
		socket.on('close', () => { this.ended = true; });
		socket.unref();
		socket.write(request, 'latin1');
	}

	get head() {
		const end = this.text.indexOf('\r\n\r\n');

		return end < 0 ? undefined : this.text.slice(0, end);
	}

	get status() {
		return Number(this.head?.split(' ')[1]);
	}

	get body() {
		const body = this.text.slice(this.head.length + 4);

		return /transfer-encoding: chunked/i.test(this.head) ? unchunk(body)
			: body;
	}

	// All complete events: {id, data, event, retry, comment}.
	get blocks() {
		return this.head ? this.body.split('\n\n').slice(0, -1)
			.map(parseEvent) : [];
	}

	// {posts, unread, id} of each message.
	get news() {
		return this.blocks.filter((b) => b.data && !b.event)
			.map(({ id, data }) => ({ ...JSON.parse(data), id }));
	}

	async until(what, isTrue, seconds = patience) {
		try {
			await until(what, () => isTrue(this), seconds);
		} catch (error) {
			throw new Error(`${error.message}, but: ${this.text}`);
		}
	}

	// Waits until these are the numbers of the latest message.
	async tells(posts, unread) {
		await this.until(`${posts} posts and ${unread} notices`, () => {
			const last = this.news.at(-1);

			return last && last.posts === posts && last.unread === unread;
		});
		return this.news.at(-1);
	}

	async answers(status) {
		await this.until(`status ${status}`, () => this.status);
		if (this.status !== status)
			throw new Error(`${this.status}, not ${status}`);
		return this;
	}

	async ends() {
		await this.until('its end', () => this.ended);
		return this;
	}

	close() {
		this.socket.destroy();
	}
}

// `to`: {path} of a socket, or {port}. `secret` of a session, or none.
export function openStream(to, address, secret, headers = {}) {
	const lines = Object.entries({ Host: 'localhost',
		...(secret && { Cookie: `auth=${secret}` }), ...headers })
		.map(([name, value]) => `${name}: ${value}\r\n`);

	return new Stream(connect({ host: to.port && '127.0.0.1', ...to }),
		`GET ${address} HTTP/1.1\r\n${lines.join('')}\r\n`);
}
