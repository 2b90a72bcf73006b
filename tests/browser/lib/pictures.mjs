// Posts with pictures whose files are only drawn when a browser asks for them: the
// token says how large the picture is.
import { png } from '../../lib/pictures.mjs';

const hex = (n, digits) => n.toString(16).padStart(digits, '0');

let last = 0;

// [[width, height, words, animated]], as the field `pictures` of a post.
export function pictures(...list) {
	return list.map(([width, height, words = '', animated = false]) =>
		`${hex(width, 8)}${hex(height, 8)}${hex(++last, 16)} ${width} ${height}` +
		`${animated ? ' animated' : ''}\t${words}`).join('\n');
}

// The file that this address names.
function draw(address) {
	const [, token, px] = address.match(/\/picture\/([0-9a-f]{32})-(\d+)\./);
	const sides = [token.slice(0, 8), token.slice(8, 16)].map((n) => parseInt(n, 16));
	const scale = Math.min(1, px / Math.max(...sides));

	return png(...sides.map((side) => Math.max(1, Math.round(side * scale))));
}

// In all windows of a browser's context.
export function drawPictures(context) {
	return context.route('**/picture/*', (route) => route.fulfill({
		contentType: 'image/png', body: draw(route.request().url()) }));
}
