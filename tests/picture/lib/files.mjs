// Files for the tests of retwis-picture. PNG is written here, chunk by chunk, so
// that each byte is ours; what is compressed in other ways comes from vips(1).
import { crc32 as crcOfZlib, deflateSync } from 'node:zlib';
import { readFileSync, rmSync } from 'node:fs';
import { file, vips } from './give.mjs';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const table = Array.from({ length: 256 }, (_, n) => {
	for (let k = 0; k < 8; k++)
		n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
	return n >>> 0;
});

// Debian 12's node has no crc32().
const crc32 = crcOfZlib ?? ((bytes) => {
	let crc = 0xffffffff;

	for (const byte of bytes)
		crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
});

function big32(...numbers) {
	const bytes = Buffer.alloc(4 * numbers.length);

	numbers.forEach((n, i) => bytes.writeUInt32BE(n, 4 * i));
	return bytes;
}

export function chunk(name, bytes = Buffer.alloc(0)) {
	const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(bytes)]);

	return Buffer.concat([big32(bytes.length), body, big32(crc32(body))]);
}

// Of colour type 0 (grey), 2 (RGB), 4 (grey and alpha) or 6 (RGBA). pixel(x, y)
// returns a value for each channel. `more` are chunks after the header.
export function png({ width, height, type = 2, depth = 8, more = [],
	pixel = () => [200, 30, 30, 255].slice(0, { 0: 1, 2: 3, 4: 2, 6: 4 }[type]) }) {
	const rows = [];

	for (let y = 0; y < height; y++) {
		const row = [0];

		for (let x = 0; x < width; x++)
			for (const value of pixel(x, y))
				row.push(...(depth === 16 ? [value >> 8, value & 255]
					: [value]));
		rows.push(Buffer.from(row));
	}
	return pngOf(big32(width, height), depth, type, [...more,
		chunk('IDAT', deflateSync(Buffer.concat(rows)))]);
}

function pngOf(size, depth, type, chunks) {
	return Buffer.concat([SIGNATURE, chunk('IHDR',
		Buffer.concat([size, Buffer.from([depth, type, 0, 0, 0])])), ...chunks,
	chunk('IEND')]);
}

// A PNG of black pixels. If there are more than 100 million it is short of some.
export function pngBomb(width, height, depth = 8) {
	const row = 1 + Math.ceil(width * depth / 8);
	const whole = row * height;
	const bytes = Buffer.alloc(whole < 1e8 ? whole : 1 << 23);

	return pngOf(big32(width, height), depth, 0,
		[chunk('IDAT', deflateSync(bytes, { level: 9 }))]);
}

// The top left quarter is red, the top right green, the bottom left blue, the
// bottom right white: shows how a picture was turned.
export const corners = (width, height) => (x, y) => y < height / 2
	? x < width / 2 ? [220, 20, 20] : [20, 200, 20]
	: x < width / 2 ? [20, 20, 220] : [250, 250, 250];

// A picture in another format, by a command of vips(1), such as
// convert(png(...), '.jpg', 'jpegsave', '--interlace').
export function convert(bytes, ending, command, ...options) {
	const from = file('.png', bytes);
	const to = file(ending);

	vips('vips', command, from, to, ...options);
	return taken(from, to);
}

function taken(from, to) {
	const made = readFileSync(to);

	rmSync(from);
	rmSync(to);
	return made;
}

// The same after another command of vips(1), such as ['colourspace', 'cmyk'].
export function convertAfter(bytes, [word, ...args], ending, command,
	...options) {
	const from = file('.png', bytes);
	const between = file('.v');
	const to = file(ending);

	vips('vips', word, from, between, ...args);
	vips('vips', command, between, to, ...options);
	rmSync(between);
	return taken(from, to);
}

export const jpeg = (bytes, ...options) =>
	convert(bytes, '.jpg', 'jpegsave', ...options);
export const webp = (bytes, ...options) =>
	convert(bytes, '.webp', 'webpsave', ...options);
export const gif = (bytes, ...options) =>
	convert(bytes, '.gif', 'gifsave', ...options);

// ---- parts of a JPEG -------------------------------------------------------

// A segment; 0xe1 is APP1, 0xfe a comment.
export function segment(marker, bytes) {
	const body = Buffer.from(bytes);

	return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8,
		(body.length + 2) & 255]), body]);
}

// A JPEG with these segments at its beginning.
export function withSegments(bytes, ...segments) {
	return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);
}

// Where the frame of a JPEG says its dimensions.
export function frameOf(bytes) {
	let at = 2;

	while (bytes[at + 1] < 0xc0 || bytes[at + 1] > 0xc2)
		at += 2 + bytes.readUInt16BE(at + 2);
	return at;
}

// Only numbers and pointers: EXIF with this orientation, and further entries
// [tag, type, count, four bytes].
export function exif(orientation, entries = [], rest = Buffer.alloc(0)) {
	const all = [[0x112, 3, 1, Buffer.from([orientation, 0, 0, 0])], ...entries];
	const list = Buffer.alloc(10 + 12 * all.length + 4);

	list.write('II*\x00\x08\x00\x00\x00', 'latin1');
	list.writeUInt16LE(all.length, 8);
	all.sort(([one], [other]) => one - other).forEach(([tag, type, n, value], i) => {
		list.writeUInt16LE(tag, 10 + 12 * i);
		list.writeUInt16LE(type, 12 + 12 * i);
		list.writeUInt32LE(n, 14 + 12 * i);
		value.copy(list, 18 + 12 * i);
	});
	return Buffer.concat([Buffer.from('Exif\x00\x00'), list, rest]);
}

// ---- parts of a WebP -------------------------------------------------------

export function riffChunk(name, bytes) {
	const head = Buffer.alloc(8);

	head.write(name, 'latin1');
	head.writeUInt32LE(bytes.length, 4);
	return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

export function riff(...chunks) {
	return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

// The part of a WebP that has its pixels.
export function pixelsOf(bytes) {
	for (let at = 12; ; at += 8 + bytes.readUInt32LE(at + 4) +
		bytes.readUInt32LE(at + 4) % 2)
		if (/VP8[ L]/.test(bytes.toString('latin1', at, at + 4)))
			return riffChunk(bytes.toString('latin1', at, at + 4),
				bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4)));
}

// The header of a WebP that has more than pixels.
export function canvas(flags, width, height) {
	const bytes = Buffer.alloc(10);

	bytes[0] = flags;
	bytes.writeUIntLE(width - 1, 4, 3);
	bytes.writeUIntLE(height - 1, 7, 3);
	return riffChunk('VP8X', bytes);
}
