// Files that are none, that are broken, too large, or something else: each is
// refused with a word, leaves nothing behind, and crashes nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canvas, chunk, convert, convertAfter, corners, exif, frameOf, gif, jpeg,
	pixelsOf, png, pngBomb, riff, riffChunk, segment, webp, withSegments } from './lib/files.mjs';
import { give, refuses, takes } from './lib/give.mjs';

const picture = png({ width: 120, height: 90, pixel: corners(120, 90) });
// It does not compress well, so that there is something to cut off.
const noisy = png({ width: 96, height: 96,
	pixel: (x, y) => [x * y * 7 & 255, x * x * 3 & 255, y * y * 5 + x & 255] });

const text = (string) => Buffer.from(string, 'latin1');

// With a decoder of its own where there is one, and otherwise what it begins
// with.
function heif(brand, compression) {
	try {
		return convert(picture, '.heic', 'heifsave', '--compression',
			compression);
	} catch {
		return text(`\x00\x00\x00\x18ftyp${brand}\x00\x00\x00\x00mif1${brand}`);
	}
}

test('files of other kinds', () => {
	const others = {
		nothing: text(''),
		'one byte': text('\xff'),
		text: text('a picture of a cat'),
		HTML: text('<!doctype html><script>alert(1)</script>'),
		SVG: text('<svg xmlns="http://www.w3.org/2000/svg"><image/></svg>'),
		BMP: text('BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01'),
		PDF: text('%PDF-1.4\n'),
		ZIP: text('PK\x03\x04'),
		'an icon': text('\x00\x00\x01\x00\x01\x00'),
		'WAV': riffChunk('RIFF', text('WAVEfmt ')),
		PPM: text('P6 1 1 255 abc'),
		TIFF: convert(picture, '.tif', 'tiffsave'),
		HEIC: heif('heic', 'hevc'),
		AVIF: heif('avif', 'av1'),
		'JPEG 2000': text('\x00\x00\x00\x0cjP  \r\n\x87\n'),
		'JPEG XL': text('\xff\n\x00\x00\x00'),
	};

	for (const [what, bytes] of Object.entries(others))
		refuses(bytes, 'unknown', what);
});

test('files that only begin like a picture', () => {
	for (const start of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\x04\x00\x00\x00WEBP',
		'GIF89a', 'GIF87a', '\xff\xd8\xff\xd9', '\xff\xd8\xff\xda\x00\x02'])
		refuses(text(start), 'broken', start);
	refuses(text(`GIF89a${'\xff'.repeat(3000)}`), 'broken');
	refuses(text(`\xff\xd8\xff${'\xff'.repeat(3000)}`), 'broken');
	refuses(text('\xff\xd8\xff\xe0\x00\x01'), 'broken');
});

const kinds = {
	JPEG: jpeg(noisy, '--Q', '95'),
	'a progressive JPEG': jpeg(noisy, '--interlace', '--Q', '95'),
	PNG: noisy,
	'an interlaced PNG': convert(noisy, '.png', 'pngsave', '--interlace'),
	WebP: webp(noisy, '--Q', '95'),
	'a lossless WebP': webp(noisy, '--lossless'),
	GIF: gif(noisy),
};

for (const [what, bytes] of Object.entries(kinds))
	test(`${what}, cut at every kilobyte`, () => {
		assert.equal(takes('post', bytes, 'ok 96 96').length, 4);
		assert.ok(bytes.length > 4096, `${bytes.length}`);
		for (let at = 1024; at < bytes.length - 64; at += 1024) {
			const { answer, end } = give('post', bytes.subarray(0, at));

			assert.deepEqual([answer, end], ['refused broken', 'exit 0'],
				`${at} of ${bytes.length}`);
		}
	});

test('a byte that was changed crashes nothing', () => {
	for (const bytes of Object.values(kinds))
		for (let at = 24; at < bytes.length; at += bytes.length >> 2) {
			const changed = Buffer.from(bytes);

			changed[at] ^= 0x55;
			const { answer, end } = give('face', changed);

			assert.match(`${answer}, ${end}`,
				/^(ok 288 288( animated)?|refused \w+), exit 0$/);
		}
});

test('a single pixel', () => {
	const one = png({ width: 1, height: 1 });

	for (const bytes of [one, jpeg(one), webp(one), gif(one)]) {
		takes('post', bytes, 'ok 1 1');
		takes('face', bytes, 'ok 288 288');
		takes('mark', bytes, 'ok 512 512');
	}
});

test('60,000 pixels in a row', () => {
	for (const [width, height, answer] of [[60000, 1, 'ok 1600 1'],
		[1, 60000, 'ok 1 1600']]) {
		const row = png({ width, height });

		for (const bytes of [row, jpeg(row), gif(row)]) {
			takes('post', bytes, answer);
			takes('face', bytes, 'ok 288 288');
			takes('mark', bytes, 'ok 512 512');
		}
	}
	takes('post', webp(png({ width: 16383, height: 1 })), 'ok 1600 1');
	refuses(pngBomb(65536, 1), 'large');
	refuses(pngBomb(1, 65536), 'large');
});

// A JPEG that says to be of another size.
function jpegOf(width, height) {
	const bytes = jpeg(picture);
	const at = frameOf(bytes);

	bytes.writeUInt16BE(height, at + 5);
	bytes.writeUInt16BE(width, at + 7);
	return bytes;
}

// One of each kind of WebP, of the largest size that it can have.
function webpBombs() {
	const lossless = Buffer.alloc(30);
	const lossy = Buffer.alloc(30);

	lossless.write('\x2f\xff\xff\xff\x0f', 'latin1');
	lossy.write('\x30\x01\x00\x9d\x01\x2a\xff\x3f\xff\x3f', 'latin1');
	return [riff(riffChunk('VP8L', lossless)), riff(riffChunk('VP8 ', lossy)),
		riff(canvas(0, 16383, 16383), riffChunk('VP8L', lossless)),
		riff(canvas(0, 1 << 24, 1 << 24), riffChunk('VP8L', lossless))];
}

test('a gigapixel in a few kilobytes', () => {
	const bombs = [pngBomb(32768, 32768), pngBomb(31623, 31623, 1),
		pngBomb(0x7fffffff, 0x7fffffff), pngBomb(0xffffffff, 1),
		jpegOf(65500, 65500), jpegOf(32000, 32000), ...webpBombs(),
		text('GIF89a\xff\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;')];

	for (const bytes of bombs) {
		assert.ok(bytes.length < 20480, `${bytes.length}`);
		refuses(bytes, 'large');
	}
});

test('60 megapixels are allowed, and 30 of those that take more memory', () => {
	takes('post', pngBomb(10000, 6000), 'ok 1600 960');
	refuses(pngBomb(10000, 6001), 'large');
	takes('face', pngBomb(6000, 5000, 16), 'ok 288 288');
	refuses(pngBomb(6000, 5001, 16), 'large');
	const inks = convertAfter(picture, ['colourspace', 'cmyk'], '.jpg',
		'jpegsave');

	inks.writeUInt16BE(6000, frameOf(inks) + 5);
	inks.writeUInt16BE(5001, frameOf(inks) + 7);
	refuses(inks, 'large');
});

test('no size at all', () => {
	refuses(pngBomb(0, 100), 'broken');
	refuses(jpegOf(0, 100), 'broken');
	refuses(jpegOf(100, 0), 'broken');
});

// What a decoder finds may be larger than what stands at the beginning.
test('a size that is not true', () => {
	const small = jpegOf(8, 8);
	const at = frameOf(small);
	const frame = small.subarray(at, at + 2 + small.readUInt16BE(at + 2));
	const second = Buffer.from(frame);

	second.writeUInt16BE(65000, 5);
	second.writeUInt16BE(65000, 7);
	refuses(Buffer.concat([small.subarray(0, at), frame, second,
		small.subarray(at)]), 'broken', 'two frames');
	refuses(riff(canvas(0, 4, 4), pixelsOf(webp(picture, '--lossless'))),
		'broken', 'a canvas of another size');
	refuses(text('GIF89a\x01\x00\x01\x00\x00\x00\x00,\xff\xff\xff\xff\x01\x00\x01\x00\x00\x02\x02D\x01\x00;'),
		'large', 'a frame beyond the screen');
});

test('a JPEG whose orientation leads in a circle', () => {
	const long = (value) => {
		const bytes = Buffer.alloc(4);

		bytes.writeUInt32LE(value);
		return bytes;
	};
	// The list of EXIF, of GPS, and of the thumbnail begin where this one does.
	const entries = [0x8769, 0x8825, 0xa005, 0x14a]
		.map((tag) => [tag, 4, 1, long(8)]);
	const circle = exif(1, entries);

	circle.writeUInt32LE(8, 6 + 10 + 12 * 5);
	takes('post', withSegments(jpeg(picture), segment(0xe1, circle)), 'ok 120 90');
	const far = exif(1, [[0x8769, 4, 1, long(0xfffffff0)],
		[0x10e, 2, 0xffffffff, long(8)]]);

	takes('post', withSegments(jpeg(picture), segment(0xe1, far)), 'ok 120 90');
	takes('post', withSegments(jpeg(picture), segment(0xe1, exif(77))),
		'ok 120 90');
});

// 16 x 16 pixels of one grey.
const arithmetic = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6' +
	'PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARwe' +
	'HigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
	'pKSkpKSkpKSkpKSkpKT/yQARCAAQABADASIAAhEBAxEB/8wACgAQEAUBEBEF/9oA' +
	'DAMBAAIRAxEAPwDR3Wr/2Q==';

test('a JPEG with arithmetic coding', () => {
	takes('post', Buffer.from(arithmetic, 'base64'), 'ok 16 16');
});

test('a file that is something else, too', () => {
	const script = '<script>alert("polyglot")</script>';
	const all = {
		JPEG: Buffer.concat([withSegments(jpeg(picture), segment(0xfe, script)),
			text(script)]),
		PNG: Buffer.concat([png({ width: 120, height: 90,
			more: [chunk('tEXt', text(`Comment\x00${script}`))] }), text(script)]),
		GIF: Buffer.concat([gif(picture), text(script)]),
	};

	for (const [what, bytes] of Object.entries(all))
		for (const word of ['post', 'mark'])
			for (const path of takes(word, bytes, word === 'post'
				? 'ok 120 90' : 'ok 512 512'))
				assert.ok(!readFileSync(path).includes('polyglot'), what);
});

test('a PNG whose pixels are not compressed', () => {
	const whole = pngBomb(10, 10);

	takes('post', whole, 'ok 10 10');
	refuses(Buffer.concat([whole.subarray(0, 33),
		chunk('IDAT', Buffer.alloc(110)), chunk('IEND')]), 'broken');
});
