// Pictures of a stack that nobody has taken in: their rows, and files of any
// bytes, since what sends them does not look inside.
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keyFile } from './stack.mjs';

// The files of each use: their endings, and how they are sent.
export const files = {
	post: { '-400.webp': 'image/webp', '-800.webp': 'image/webp',
		'-1600.webp': 'image/webp', '-1200.jpg': 'image/jpeg' },
	face: { '-72.webp': 'image/webp', '-288.webp': 'image/webp' },
	mark: { '-180.png': 'image/png', '-192.png': 'image/png',
		'-512.png': 'image/png' },
};

// Those that are so long that nginx sends them itself, if it is there.
const large = ['-1600.webp', '-1200.jpg', '-512.png'];

// What the file `mark` of the folder has: see site_hmac_seal().
function seal() {
	const key = readFileSync(keyFile, 'utf8').slice(0, 64);

	return createHmac('sha256', key).update('seal retwis').digest('hex');
}

// Of a stack, or anything with its redis() and `var`:
//   folder                 of the pictures
//   claim()                marks it as the site's; done once at the beginning
//   fileOf(token, ending)  its path on the disk
//   add(owner, use, token) a picture of that member's: {token, paths, bytes},
//                          with the address and the bytes of each file by its
//                          ending
//   give(post, ...tokens)  has the post have them
//   giveFace(owner, token) has the member have it, and
//   giveMark(token)        the site
export function albumOf({ redis, var: where }) {
	const folder = `${where}/pictures`;
	const fileOf = (token, ending) => `${folder}/${token.slice(0, 2)}/` +
		`${token.slice(2, 4)}/${token}${ending}`;

	function claim() {
		mkdirSync(folder, { recursive: true });
		writeFileSync(`${folder}/mark`, `${seal()}\n`);
	}

	function store(token, use) {
		mkdirSync(dirname(fileOf(token, '')), { recursive: true });
		return Object.fromEntries(Object.keys(files[use]).map((ending) => {
			const bytes = Buffer.concat([Buffer.from(`${token}${ending}`),
				randomBytes(large.includes(ending) ? 200000 : 20000)]);

			writeFileSync(fileOf(token, ending), bytes);
			return [ending, bytes];
		}));
	}

	async function add(owner, use = 'post',
		token = randomBytes(16).toString('hex')) {
		const bytes = store(token, use);

		await redis('HSET', `picture:${token}`, 'user_id', owner, 'use', use,
			'width', 1600, 'height', 900, 'bytes', 1, 'alt', '',
			'time', Math.floor(Date.now() / 1000));
		return { token, bytes, paths: Object.fromEntries(Object.keys(bytes)
			.map((ending) => [ending, `/picture/${token}${ending}`])) };
	}

	async function give(post, ...tokens) {
		for (const token of tokens)
			await redis('HSET', `picture:${token}`, 'post', post);
		await redis('HSET', `post:${post}`, 'pictures',
			tokens.map((token) => `${token} 1600 900\tA cat`).join('\n'));
	}

	claim();
	return { folder, claim, fileOf, add, give,
		giveFace: (owner, token) => redis('HSET', `user:${owner}`, 'face',
			token),
		giveMark: (token) => redis('HSET', 'site', 'mark', token),
		lose: (token, ending) => rmSync(fileOf(token, ending)) };
}
