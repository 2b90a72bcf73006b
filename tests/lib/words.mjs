// The index of words, as the library keys it.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { keyFile } from './stack.mjs';

// The digest of a word in lower case and without accents; from:NAME is that of
// an author.
export function wordDigest(word) {
	const key = readFileSync(keyFile, 'utf8').trim();

	return createHmac('sha256', key).update(`word ${word}`).digest('hex')
		.slice(0, 16);
}
