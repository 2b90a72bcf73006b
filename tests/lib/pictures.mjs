// Pictures for tests, which are made here: there are none in the repository.
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { checksum } from './zipfile.mjs';

function chunk(kind, data) {
	const bytes = Buffer.alloc(data.length + 12);

	bytes.writeUInt32BE(data.length, 0);
	bytes.write(kind, 4, 'latin1');
	data.copy(bytes, 8);
	bytes.writeUInt32BE(checksum(bytes.subarray(4, data.length + 8)),
		data.length + 8);
	return bytes;
}

// The rows are bytes, each row after a 0.
function pngOf(width, height, rows) {
	const head = Buffer.alloc(13);

	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head.set([8, 2], 8);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(Buffer.concat(rows))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

// A PNG of one colour, [red, green, blue].
export function png(width, height, colour = [200, 80, 40]) {
	const row = Buffer.alloc(1 + width * 3);

	for (let i = 1; i < row.length; i++)
		row[i] = colour[(i - 1) % 3];
	return pngOf(width, height, Array(height).fill(row));
}

// One of which no file becomes small.
export function noise(width, height) {
	const row = () => Buffer.concat([Buffer.alloc(1), randomBytes(width * 3)]);

	return pngOf(width, height, Array.from({ length: height }, row));
}
