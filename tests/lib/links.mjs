// The connections of front.mjs to the servers, for one of its clients.
import { connect } from 'node:net';
import { encode, Stream } from './resp.mjs';

// A place is host:port, or the path of a socket.
export function connectTo(place) {
	const [, host, port] = place.match(/^([^/]+):(\d+)$/) ?? [];

	return host ? connect({ host, port, noDelay: true }) : connect(place);
}

// One connection to each server that the client has used, with the user and the
// protocol version that the client has chosen. Replies are {value, raw}, in
// bytes.
export class Links {
	constructor(ended) {
		this.ended = ended;
		this.protocol = '2';
		this.login = undefined;
		this.links = new Map();
	}

	open(place, isAsked = false) {
		const link = connectTo(place);
		const stream = new Stream();
		const waiting = [];
		const end = () => {
			if (this.links.get(place) === ask) {
				this.links.delete(place);
				this.ended();
			}
			for (const { fail } of waiting.splice(0))
				fail(new Error('Redis hung up'));
		};
		const ask = (bytes) => new Promise((done, fail) => {
			waiting.push({ done, fail });
			link.write(bytes);
		});

		link.on('data', (chunk) => {
			stream.add(chunk);
			for (let one; (one = stream.take());)
				waiting.shift()?.done(one);
		});
		link.on('error', end).on('close', end);
		this.links.set(place, ask);
		ask.end = () => link.end();
		ask.hello = this.greet(ask, isAsked);
		return ask;
	}

	// The client's sign-in, sent to each server.
	greet(ask, isAsked) {
		if (this.protocol === '2' && !this.login && !isAsked)
			return undefined;
		const hello = ask(Buffer.from(encode(['HELLO', this.protocol,
			...this.login ? ['AUTH', ...this.login] : []]), 'latin1'));

		hello.catch(() => {});
		return hello;
	}

	ask(place, bytes) {
		return (this.links.get(place) ?? this.open(place))(bytes);
	}

	// This server's reply to HELLO or AUTH, which is passed on for all of
	// them.
	introduce(place, { protocol = this.protocol, login = this.login }) {
		this.end();
		Object.assign(this, { protocol, login });
		return this.open(place, true).hello;
	}

	end() {
		const links = [...this.links.values()];

		this.links.clear();
		for (const link of links)
			link.end();
	}
}
