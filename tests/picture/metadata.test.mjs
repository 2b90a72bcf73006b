// Nothing of a file is left but its pixels: no place, name, date, thumbnail,
// profile or comment. What may be in a result is listed here, part by part.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { test } from 'node:test';
import { canvas, chunk, convert, exif, gif, jpeg, pixelsOf, png, riff, riffChunk, segment,
	webp, withSegments } from './lib/files.mjs';
import { takes } from './lib/give.mjs';

const SECRET = 'Home-of-Alice-48.8583N';
const picture = png({ width: 64, height: 48,
	pixel: (x, y) => [x * 4, y * 5, (x + y) * 2] });

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ' +
	`photoshop:City="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

// With a name, a place, and a thumbnail, all after the list.
function fullExif() {
	const rest = Buffer.concat([Buffer.from(`${SECRET}\0`), jpeg(png({ width: 8,
		height: 8 }))]);
	const at = (n) => {
		const bytes = Buffer.alloc(4);

		bytes.writeUInt32LE(n);
		return bytes;
	};
	const start = 10 + 12 * 6 + 4 - 0;

	return exif(1, [
		[0x10f, 2, SECRET.length + 1, at(start)],
		[0x13b, 2, SECRET.length + 1, at(start)],
		[0x201, 4, 1, at(start + SECRET.length + 1)],
		[0x202, 4, 1, at(rest.length - SECRET.length - 1)],
		[0x8298, 2, SECRET.length + 1, at(start)],
	], rest);
}

const iptc = Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x1b\x1c\x02\x5a\0` +
	`\x16${SECRET}\0`, 'latin1');

const files = {
	JPEG: () => Buffer.concat([withSegments(
		jpeg(picture, '--profile', 'p3'),
		segment(0xe1, fullExif()),
		segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`),
		segment(0xed, iptc),
		segment(0xec, `Ducky ${SECRET}`),
		segment(0xfe, `taken at ${SECRET}`)), Buffer.from(SECRET)]),
	PNG: () => png({ width: 64, height: 48, more: [
		chunk('tEXt', Buffer.from(`Author\0${SECRET}`)),
		chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'),
			deflateSync(SECRET)])),
		chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
		chunk('eXIf', fullExif().subarray(6)),
		chunk('tIME', Buffer.from([7, 234, 11, 29, 12, 0, 0])),
		chunk('pHYs', Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])),
		chunk('prVt', Buffer.from(SECRET)),
	] }),
	'PNG with a profile': () => convert(picture, '.png', 'pngsave', '--profile',
		'p3'),
	WebP: () => riff(canvas(0x2c, 64, 48),
		riffChunk('ICCP', Buffer.from(SECRET)),
		pixelsOf(webp(picture)),
		riffChunk('EXIF', fullExif().subarray(6)),
		riffChunk('XMP ', Buffer.from(xmp)),
		riffChunk('SECR', Buffer.from(SECRET))),
	GIF: () => {
		const bytes = gif(picture);
		const colours = 3 << (bytes[10] & 7) + 1;
		const comment = Buffer.from(`!\xfe${String.fromCharCode(SECRET.length)}` +
			`${SECRET}\0`, 'latin1');

		return Buffer.concat([bytes.subarray(0, 13 + colours), comment,
			bytes.subarray(13 + colours)]);
	},
};

// The names of all parts of a result, of which these alone may be there.
const allowed = {
	webp: ['VP8 ', 'VP8L', 'VP8X', 'ALPH'],
	jpg: ['d8', 'e0', 'db', 'c0', 'c2', 'c4', 'da'],
	png: ['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND'],
};

function partsOfWebp(bytes) {
	const parts = [];

	for (let at = 12; at < bytes.length;
		at += 8 + bytes.readUInt32LE(at + 4) + bytes.readUInt32LE(at + 4) % 2)
		parts.push(bytes.toString('latin1', at, at + 4));
	return parts;
}

// Up to the pixels, and then what stands after them.
function partsOfJpeg(bytes) {
	const parts = ['d8'];
	let at = 2;

	for (; parts.at(-1) !== 'da'; at += 2 + bytes.readUInt16BE(at + 2))
		parts.push(bytes.toString('hex', at + 1, at + 2));
	for (; at < bytes.length - 2; at++)
		if (bytes[at] === 0xff && bytes[at + 1] !== 0)
			parts.push(bytes.toString('hex', at + 1, at + 2));
	assert.equal(bytes.toString('hex', at), 'ffd9');
	return parts;
}

function partsOfPng(bytes) {
	const parts = [];

	for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
		parts.push(bytes.toString('latin1', at + 4, at + 8));
	return parts;
}

const partsOf = { webp: partsOfWebp, jpg: partsOfJpeg, png: partsOfPng };

for (const [what, make] of Object.entries(files))
	for (const word of ['post', 'face', 'mark'])
		test(`${what}: ${word}`, () => {
			const bytes = make();
			const answer = { post: 'ok 64 48', face: 'ok 288 288',
				mark: 'ok 512 512' }[word];

			assert.ok(/profile/.test(what) || bytes.includes(SECRET));
			for (const path of takes(word, bytes, answer)) {
				const result = readFileSync(path);
				const kind = path.split('.').pop();

				for (const part of partsOf[kind](result))
					assert.ok(allowed[kind].includes(part),
						`${path}: ${part}`);
				for (const word of ['Alice', 'Exif', 'adobe', 'Photoshop',
					'ICC_PROFILE', 'Ducky'])
					assert.ok(!result.includes(word), `${path}: ${word}`);
			}
		});

// The resolution would tell one scanner from another.
test('the same pixels make the same files, whatever was around them', () => {
	const plain = takes('mark', png({ width: 64, height: 48 }), 'ok 512 512');
	const full = takes('mark', files.PNG(), 'ok 512 512');

	plain.forEach((path, i) =>
		assert.deepEqual(readFileSync(full[i]), readFileSync(path)));
});
