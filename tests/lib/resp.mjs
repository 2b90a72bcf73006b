// The protocol of Redis, in both of its versions.

// A command of words, which may be bytes, as a text with one character per
// byte: it is written as 'latin1'.
export function encode(words) {
	const parts = words.map((word) => {
		const bytes = Buffer.from(Buffer.isBuffer(word) ? word
			: String(word)).toString('latin1');

		return `$${bytes.length}\r\n${bytes}\r\n`;
	});

	return `*${words.length}\r\n${parts.join('')}`;
}

// Parses bytes as they arrive; take() returns one complete value at a time, a
// command or a reply, as {value, raw}. A Redis error is a value, too. Each
// yield waits for more bytes.
export class Stream {
	constructor() {
		this.bytes = Buffer.alloc(0);
		this.begin();
	}

	begin() {
		this.at = 0;
		this.reading = this.read();
	}

	add(chunk) {
		this.bytes = Buffer.concat([this.bytes, chunk]);
	}

	// undefined: the rest of it has not arrived yet.
	take() {
		const { value, done } = this.reading.next();

		if (!done)
			return undefined;
		const raw = this.bytes.subarray(0, this.at);

		this.bytes = this.bytes.subarray(this.at);
		this.begin();
		return { value, raw };
	}

	*line() {
		let end;

		while ((end = this.bytes.indexOf('\r\n', this.at)) < 0)
			yield;
		const line = this.bytes.toString('utf8', this.at, end);

		this.at = end + 2;
		return line;
	}

	*text(length) {
		while (this.bytes.length < this.at + length + 2)
			yield;
		const text = this.bytes.toString('utf8', this.at,
			this.at + length);

		this.at += length + 2;
		return text;
	}

	*list(length) {
		const list = [];

		while (list.length < length)
			list.push(yield* this.read());
		return list;
	}

	*read() {
		const line = yield* this.line();
		const rest = line.slice(1);

		switch (line[0]) {
		case '*':
		case '~':
			return rest === '-1' ? null : yield* this.list(Number(rest));
		case '%':
			return pairs(yield* this.list(2 * Number(rest)));
		case '$':
			return rest === '-1' ? null : yield* this.text(Number(rest));
		case '=':
			return (yield* this.text(Number(rest))).slice('txt:'.length);
		case ':':
		case ',':
			return Number(rest);
		case '#':
			return rest === 't';
		case '_':
			return null;
		case '-':
			return new Error(rest);
		default:
			return rest;
		}
	}
}

function pairs(list) {
	const object = {};

	for (let i = 0; i < list.length; i += 2)
		object[list[i]] = list[i + 1];
	return object;
}
