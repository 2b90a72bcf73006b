// Makes a zip byte by byte, also one that no honest program would make.
import * as zlib from 'node:zlib';

const numbers = (format, ...values) => {
	const bytes = Buffer.alloc(format.reduce((all, n) => all + n, 0));

	format.reduce((at, n, i) => bytes.writeUIntLE(values[i], at, n), 0);
	return bytes;
};

// node has crc32() since 20.15, and Debian 12 has an older version.
const table = Array.from({ length: 256 }, (_, n) => {
	for (let bit = 0; bit < 8; bit++)
		n = n & 1 ? 0xedb88320 ^ n >>> 1 : n >>> 1;
	return n >>> 0;
});

export function checksum(bytes) {
	if (zlib.crc32)
		return zlib.crc32(bytes);
	let sum = 0xffffffff;

	for (const byte of bytes)
		sum = table[(sum ^ byte) & 255] ^ sum >>> 8;
	return (sum ^ 0xffffffff) >>> 0;
}

// [name, text or bytes, {crc, flags, method, mode}] of each entry.
export function zip(entries) {
	const parts = [], central = [];
	let at = 0;

	for (const [name, content, odd = {}] of entries) {
		const plain = Buffer.from(content);
		const method = odd.method ?? 8;
		const packed = method === 8 ? zlib.deflateRawSync(plain) : plain;
		const file = Buffer.from(name);
		const common = [odd.flags ?? 0, method, 0, 0x5a21,
			odd.crc ?? checksum(plain), packed.length,
			odd.size ?? plain.length, file.length, 0];
		const head = numbers([4, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2],
			0x04034b50, 20, ...common);

		parts.push(head, file, packed);
		central.push(numbers(
			[4, 2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4],
			0x02014b50, 0x0314, 20, ...common, 0, 0, 0,
			((odd.mode ?? 0o100644) << 16) >>> 0, at), file);
		at += head.length + file.length + packed.length;
	}
	const directory = Buffer.concat(central);

	return Buffer.concat([...parts, directory, numbers(
		[4, 2, 2, 2, 2, 4, 4, 2], 0x06054b50, 0, 0, entries.length,
		entries.length, directory.length, at, 0)]);
}
