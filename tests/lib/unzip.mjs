// Reads a zip by the table at its end, without which it is not one.
import { inflateRawSync } from 'node:zlib';
import { checksum } from './zipfile.mjs';

const END = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;

export function isWhole(bytes) {
	return bytes.lastIndexOf(END) >= 0;
}

function contentOf(bytes, at, size) {
	if (bytes.readUInt32LE(at) !== FILE)
		throw new Error('no file where the table says');
	const from = at + 30 + bytes.readUInt16LE(at + 26) +
		bytes.readUInt16LE(at + 28);

	return bytes.subarray(from, from + size);
}

function readEntry(bytes, at) {
	if (bytes.readUInt32LE(at) !== ENTRY)
		throw new Error('the table is broken');
	const [packed, size] = [20, 24].map((k) => bytes.readUInt32LE(at + k));
	const [name, extra, comment] = [28, 30, 32].map((k) =>
		bytes.readUInt16LE(at + k));
	const content = contentOf(bytes, bytes.readUInt32LE(at + 42), packed);
	const plain = bytes.readUInt16LE(at + 10) === 8
		? inflateRawSync(content) : content;

	if (plain.length !== size ||
		checksum(plain) !== bytes.readUInt32LE(at + 16))
		throw new Error('a file is broken');
	return { name: String(bytes.subarray(at + 46, at + 46 + name)), plain,
		next: at + 46 + name + extra + comment };
}

// {name: text} of its files, in order; throws if it is broken.
export function unzip(bytes, encoding = 'utf8') {
	const end = bytes.lastIndexOf(END);
	const files = {};

	if (end < 0)
		throw new Error('no table at the end');
	let at = bytes.readUInt32LE(end + 16);

	for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
		const { name, plain, next } = readEntry(bytes, at);

		files[name] = plain.toString(encoding);
		at = next;
	}
	return files;
}
