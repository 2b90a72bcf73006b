// Posts with pictures of any size, drawn as browsers get them. A file is a PNG,
// whatever its name says: browsers look at its first bytes.
import { writeFileSync } from 'node:fs';
import { albumOf, files } from '../../lib/album.mjs';
import { png } from '../../lib/pictures.mjs';

// Never larger than the picture itself.
function draw(width, height, px) {
	const scale = Math.min(1, px / Math.max(width, height));

	return png(...[width, height].map((side) =>
		Math.max(1, Math.round(side * scale))));
}

// Gives a post these pictures, [[width, height, words, animated]], as if its author
// had: their tokens.
export async function addPictures(stack, post, ...list) {
	const album = albumOf(stack);
	const owner = await stack.redis('HGET', `post:${post}`, 'user_id');
	const tokens = [];

	for (const [width, height] of list) {
		const { token } = await album.add(owner);

		for (const ending of Object.keys(files.post))
			writeFileSync(album.fileOf(token, ending),
				draw(width, height, ending.match(/\d+/)[0]));
		tokens.push(token);
	}
	await album.give(post, ...tokens);
	await stack.redis('HSET', `post:${post}`, 'pictures', list.map(
		([width, height, words = '', animated = false], i) =>
			`${tokens[i]} ${width} ${height}${animated ? ' animated' : ''}` +
			`\t${words}`).join('\n'));
	return tokens;
}
