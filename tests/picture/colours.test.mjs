// What comes out of pictures of every kind: sizes, colours, upright, and the
// first frame of those that move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canvas, chunk, convert, convertAfter, corners, exif, gif, jpeg, pixelsOf, png,
	riff, riffChunk, segment, webp, withSegments } from './lib/files.mjs';
import { near, seen, takes } from './lib/give.mjs';

const red = [220, 20, 20];
const green = [20, 200, 20];
const blue = [20, 20, 220];
const white = [250, 250, 250];
const picture = png({ width: 120, height: 90, pixel: corners(120, 90) });

// The four corners of a picture are these colours, each a pixel or null.
function shows(path, expected, what) {
	const { width, height, at } = seen(path);
	const places = [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];

	places.forEach(([x, y], i) => {
		const pixel = at(Math.floor(x * width), Math.floor(y * height));

		assert.ok(near(pixel, expected[i]),
			`${what}: ${pixel} is not ${expected[i]} at ${x}, ${y}`);
	});
}

const size = (path) => {
	const { width, height } = seen(path);

	return [width, height];
};

test('a post has four files, the longer side at most so long', () => {
	const wide = takes('post', jpeg(png({ width: 2000, height: 500 })),
		'ok 1600 400');

	assert.deepEqual(wide.map(size),
		[[400, 100], [800, 200], [1600, 400], [1200, 300]]);
	const high = takes('post', png({ width: 300, height: 1000 }),
		'ok 300 1000');

	assert.deepEqual(high.map(size),
		[[120, 400], [240, 800], [300, 1000], [300, 1000]]);
});

test('nothing in a post is enlarged', () => {
	for (const path of takes('post', picture, 'ok 120 90'))
		assert.deepEqual(size(path), [120, 90]);
});

test('a face is the square in the middle', () => {
	const pixel = (x) => x < 300 ? red : x < 400 ? green : blue;

	for (const bytes of [png({ width: 700, height: 100, pixel }),
		png({ width: 100, height: 700, pixel: (x, y) => pixel(y) })])
		takes('face', bytes, 'ok 288 288').forEach((path, i) => {
			const side = [72, 288][i];

			assert.deepEqual(size(path), [side, side]);
			shows(path, [green, green, green, green], path);
		});
});

test('a mark is all of it, with a transparent margin', () => {
	const results = takes('mark', png({ width: 200, height: 100 }),
		'ok 512 512');

	results.forEach((path, i) => {
		const { width, height, at } = seen(path);

		assert.deepEqual([width, height], Array(2).fill([180, 192, 512][i]));
		assert.deepEqual(at(width / 2, 5), [0, 0, 0, 0]);
		assert.ok(near(at(width / 2, height / 2), [200, 30, 30, 255]));
	});
});

test('the same colours from each kind, and from each way to write it', () => {
	const all = {
		JPEG: jpeg(picture, '--Q', '95'),
		'progressive JPEG': jpeg(picture, '--Q', '95', '--interlace'),
		PNG: picture,
		'interlaced PNG': convert(picture, '.png', 'pngsave', '--interlace'),
		'PNG with a palette': convert(picture, '.png', 'pngsave', '--palette'),
		WebP: webp(picture, '--Q', '95'),
		'lossless WebP': webp(picture, '--lossless'),
		GIF: gif(picture),
		'16 bits': png({ width: 120, height: 90, depth: 16,
			pixel: (x, y) => corners(120, 90)(x, y).map((v) => v * 257) }),
	};

	for (const [what, bytes] of Object.entries(all))
		for (const path of takes('post', bytes, 'ok 120 90'))
			shows(path, [red, green, blue, white], what);
});

// With inks a green is darker, and a blue more violet.
test('a picture for print becomes one for screens', () => {
	const inks = convertAfter(picture, ['colourspace', 'cmyk'], '.jpg',
		'jpegsave', '--Q', '95');

	for (const path of takes('post', inks, 'ok 120 90')) {
		const { bands, at } = seen(path);
		const [r, g, b] = at(20, 20);

		assert.equal(bands, 3);
		assert.ok(r > 180 && g < 80 && b < 80, `${r} ${g} ${b}`);
		assert.ok(near(at(100, 80), white, 20));
	}
});

// The numbers of Display P3 are others for the same colour.
test('the profile of a picture is applied', () => {
	const p3 = convertAfter(picture, ['icc_transform', 'p3',
		'--input-profile', 'srgb'], '.png', 'pngsave');

	shows(takes('post', p3, 'ok 120 90')[2], [red, green, blue, white], 'P3');
	const other = convert(picture, '.png', 'pngsave', '--profile', 'p3');
	const mark = seen(takes('mark', other, 'ok 512 512')[2]);

	// No screen in sRGB shows such a green.
	assert.ok(mark.at(400, 200)[0] < 5, `${mark.at(400, 200)}`);
});

test('a profile that is none is ignored', () => {
	const profile = Buffer.from('ICC_PROFILE\0\x01\x01 nonsense');
	const bytes = withSegments(jpeg(picture, '--Q', '95'),
		segment(0xe2, profile));

	shows(takes('post', bytes, 'ok 120 90')[2], [red, green, blue, white], 'none');
});

test('grey, with and without alpha, of 8 and of 16 bits', () => {
	for (const depth of [8, 16])
		for (const type of [0, 4]) {
			const grey = depth === 8 ? 120 : 120 * 257;
			const bytes = png({ width: 60, height: 60, type, depth,
				pixel: (x) => [grey, ...type === 4
					? [x < 30 ? 0 : 256 ** (depth / 8) - 1] : []] });
			const [, , large, og] = takes('post', bytes, 'ok 60 60').map(seen);
			const what = `${depth} bits, type ${type}`;

			assert.equal(large.bands, type === 4 ? 4 : 3, what);
			assert.equal(og.bands, 3, what);
			assert.ok(near(large.at(50, 30).slice(0, 3), [120, 120, 120]), what);
			if (type !== 4)
				continue;
			assert.equal(large.at(50, 30)[3], 255, what);
			assert.equal(large.at(5, 30)[3], 0, what);
			assert.ok(near(og.at(5, 30), [255, 255, 255]), what);
		}
});

test('what is transparent stays so, and is white in a JPEG', () => {
	const half = png({ width: 100, height: 100, type: 6,
		pixel: (x) => [200, 30, 30, x < 50 ? 0 : 255] });

	for (const bytes of [half, webp(half, '--lossless'), gif(half)]) {
		const [, , large, og] = takes('post', bytes, 'ok 100 100').map(seen);

		assert.equal(large.at(10, 50)[3], 0);
		assert.ok(near(large.at(80, 50), [200, 30, 30, 255]));
		assert.ok(near(og.at(10, 50), [255, 255, 255]));
		assert.ok(near(og.at(80, 50), [200, 30, 30]));
	}
});

test('alpha that hides nothing is left out', () => {
	const bytes = png({ width: 40, height: 40, type: 6 });

	for (const path of [...takes('post', bytes, 'ok 40 40'),
		...takes('mark', bytes, 'ok 512 512')])
		assert.equal(seen(path).bands, 3);
});

// Where the picture's corners are after turning it, for EXIF's 1 to 8.
const turned = [[red, green, blue, white], [green, red, white, blue],
	[white, blue, green, red], [blue, white, red, green],
	[red, blue, green, white], [blue, red, white, green],
	[white, green, blue, red], [green, white, red, blue]];

test('a picture is turned upright', () => {
	turned.forEach((expected, i) => {
		const app1 = segment(0xe1, exif(i + 1));
		const bytes = withSegments(jpeg(picture, '--Q', '95'), app1);
		const results = takes('post', bytes, i < 4 ? 'ok 120 90' : 'ok 90 120');

		for (const path of results)
			shows(path, expected, `orientation ${i + 1}`);
		shows(takes('face', bytes, 'ok 288 288')[1], expected, `face ${i + 1}`);
	});
});

// ---- what moves ------------------------------------------------------------

const gifFrame = ',\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00';

// A single pixel, in so many frames.
function gifOf(frames) {
	return Buffer.from(`GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\xff` +
		`${gifFrame.repeat(frames)};`, 'latin1');
}

function webpOf(frames) {
	const anmf = frames.map((pixel) => {
		const still = webp(png({ width: 40, height: 30, pixel: () => pixel }),
			'--lossless');
		const head = Buffer.alloc(16);

		head.writeUIntLE(39, 6, 3);
		head.writeUIntLE(29, 9, 3);
		head[12] = 100;
		return riffChunk('ANMF', Buffer.concat([head, pixelsOf(still)]));
	});

	return riff(canvas(2, 40, 30), riffChunk('ANIM', Buffer.alloc(6)), ...anmf);
}

function apngOf() {
	const control = Buffer.alloc(8);

	control[3] = 2;
	return png({ width: 40, height: 30, more: [chunk('acTL', control)] });
}

test('of an animation the first frame is left', () => {
	takes('post', gifOf(1), 'ok 1 1');
	takes('post', gifOf(3), 'ok 1 1 animated');
	const [, , path] = takes('post', webpOf([red, blue]), 'ok 40 30 animated');

	shows(path, [red, red, red, red], 'WebP');
	takes('post', apngOf(), 'ok 40 30 animated');
	takes('mark', apngOf(), 'ok 512 512 animated');
});
