// One connection to Redis for many commands: redis-cli would have to start each
// time, which takes longer than what is measured.
import { once } from 'node:events';
import { connect } from 'node:net';

function encode(words) {
	const word = w => `$${Buffer.byteLength(String(w))}\r\n${w}\r\n`;

	return `*${words.length}\r\n${words.map(word).join('')}`;
}

// A reply: a number, a text or null, but no arrays.
function decode(text) {
	if (/^-/.test(text))
		throw new Error(text.trim());
	if (/^:/.test(text))
		return Number(text.slice(1));
	return text.startsWith('$-1') ? null : text.split('\r\n')[1];
}

const isWhole = text => /^(\$\d+\r\n[^]*\r\n|(\$-1|[:+-].*)\r\n)$/.test(text);

// Returns {ask(...words), close()}; one command at a time.
export async function openLink(socket) {
	const link = connect(socket);

	await once(link, 'connect');
	link.setEncoding('utf8');
	return {
		async ask(...words) {
			let text = '';

			link.write(encode(words));
			while (!isWhole(text))
				text += (await once(link, 'data'))[0];
			return decode(text);
		},
		close: () => link.destroy(),
	};
}
