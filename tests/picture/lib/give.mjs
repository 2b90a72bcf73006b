// Gives files to retwis-picture, and looks at what it makes of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { after } from 'node:test';
import { build, temporaryFolder } from '../../lib/stack.mjs';

export const program = `${build}/retwis-picture`;

// The results of each use, in the order in which they are given.
export const endings = {
	post: ['-400.webp', '-800.webp', '-1600.webp', '-1200.jpg'],
	face: ['-72.webp', '-288.webp'],
	mark: ['-180.png', '-192.png', '-512.png'],
};

export const folder = temporaryFolder();
let files = 0;

after(() => rmSync(folder, { recursive: true, force: true }));

// The path of a new file in the folder, with these bytes, or not yet there.
export function file(ending, bytes) {
	const path = `${folder}/${files++}${ending}`;

	if (bytes)
		writeFileSync(path, bytes);
	return path;
}

// What it makes of these bytes: {answer, end, results}, where `end` is how it
// ended ("exit 0"), and `results` are paths.
export function give(word, bytes) {
	const path = file('.in', bytes);
	const results = endings[word].map((ending) => file(ending));
	const [answer, end] = execFileSync(`${build}/tests/picture/give`,
		[program, word, path, ...results], { encoding: 'utf8' })
		.match(/^(.*\n)?(\w+ \d+) \d+ \d+\n$/).slice(1);

	rmSync(path);
	return { answer: answer?.trim(), end, results };
}

// For bytes that are refused: nothing is written, and it ends by itself.
export function refuses(bytes, why, what) {
	for (const word of ['post', 'face', 'mark']) {
		const { answer, end, results } = give(word, bytes);

		assert.deepEqual([answer, end], [`refused ${why}`, 'exit 0'], what);
		for (const path of results) {
			assert.equal(statSync(path).size, 0, what);
			rmSync(path);
		}
	}
}

// For bytes that it takes in: the paths of the results.
export function takes(word, bytes, answer) {
	const given = give(word, bytes);

	assert.deepEqual([given.answer, given.end], [answer, 'exit 0']);
	return given.results;
}

// {width, height, bands, at(x, y)}: a picture as another program sees it; at()
// returns a pixel as an array.
export function seen(path) {
	const raw = file('.raw');
	const [width, height, bands] = vips('vipsheader', path)
		.match(/: (\d+)x(\d+) uchar, (\d) bands?, /).slice(1).map(Number);

	vips('vips', 'rawsave', path, raw);
	const bytes = readFileSync(raw);

	rmSync(raw);
	return { width, height, bands, at: (x, y) => [...bytes.subarray(
		(y * width + x) * bands, (y * width + x + 1) * bands)] };
}

export function vips(command, ...args) {
	return execFileSync(command, args, { encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

// Whether two pixels look alike. WebP mixes the colours of neighbours.
export function near(one, other, most = 16) {
	return one.length === other.length &&
		one.every((value, i) => Math.abs(value - other[i]) <= most);
}
