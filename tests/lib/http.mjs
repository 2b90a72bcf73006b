// HTTP as a test needs it: nothing is followed, decoded or added unless asked
// for.
import { request as open } from 'node:http';
import { connect } from 'node:net';

function result(message, bytes) {
	return {
		status: message.statusCode,
		phrase: message.statusMessage,
		headers: message.headers,
		// As pairs, so that a header that occurs twice can be seen.
		rawHeaders: message.rawHeaders,
		location: message.headers.location,
		text: bytes.toString(),
		bytes,
	};
}

async function read(message) {
	const chunks = [];

	for await (const chunk of message)
		chunks.push(chunk);
	return result(message, Buffer.concat(chunks));
}

// {method, headers, body, localAddress}; the path is sent exactly as given.
export function request(url, path, options = {}) {
	const { hostname, port } = new URL(url);
	const { body, ...more } = options;

	return new Promise((done, fail) => {
		const out = open({ hostname, port, path, agent: false,
			...more }, (message) =>
			read(message).then(done, fail));

		out.once('error', fail);
		out.end(body);
	});
}

function parseRaw(text) {
	const [head, ...rest] = text.split('\r\n\r\n');
	const [first, ...lines] = head.split('\r\n');
	const headers = {};

	for (const line of lines) {
		const colon = line.indexOf(':');

		headers[line.slice(0, colon).toLowerCase()] =
			line.slice(colon + 1).trim();
	}
	return { status: Number(first.split(' ')[1]), headers,
		text: rest.join('\r\n\r\n') };
}

// Sends the bytes unchanged and reads until the server closes. `half`: close
// our side after sending, as a client does that gives up.
export function rawRequest(port, bytes, { half = false } = {}) {
	return new Promise((done, fail) => {
		const socket = connect(port, '127.0.0.1');
		let text = '';

		socket.setEncoding('latin1');
		socket.on('data', (chunk) => { text += chunk; });
		socket.on('end', () => done(parseRaw(text)));
		socket.on('error', (error) =>
			text ? done(parseRaw(text)) : fail(error));
		if (half)
			socket.end(bytes, 'latin1');
		else
			socket.write(bytes, 'latin1');
	});
}
