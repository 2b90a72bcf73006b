// A connection to Redis, as the function that sends a command.
import { connect } from 'node:net';
import { Stream, encode } from '../../lib/resp.mjs';

/*
 * Commands that are sent before this program waits go out in one packet. A
 * Redis error is thrown. If the connection ends, an error is thrown for all
 * commands that are waiting and for all later ones. The connection does not
 * keep the program from ending.
 */
export function openClient(port) {
	const socket = connect(port, '127.0.0.1');
	const stream = new Stream();
	const waiting = [];
	let unsent = '', ended;

	const send = () => {
		socket.write(unsent, 'latin1');
		unsent = '';
	};
	const take = chunk => {
		stream.add(chunk);
		for (let one = stream.take(); one; one = stream.take()) {
			const { done, fail } = waiting.shift();

			(one.value instanceof Error ? fail : done)(one.value);
		}
	};
	const end = error => {
		ended ??= error ?? new Error(`port ${port} has hung up`);
		for (const { fail } of waiting.splice(0))
			fail(ended);
	};

	socket.setNoDelay().on('data', take).on('error', end)
		.on('close', () => end()).unref();
	return (...words) => new Promise((done, fail) => {
		if (ended) {
			fail(ended);
			return;
		}
		waiting.push({ done, fail });
		if (!unsent)
			process.nextTick(send);
		unsent += encode(words);
	});
}
