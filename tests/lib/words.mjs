// The index of words, as the library keys it.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { until } from './processes.mjs';
import { keyFile } from './stack.mjs';

// The digest of a word in lower case and without accents; from:NAME is that of
// an author.
export function wordDigest(word) {
	const key = readFileSync(keyFile, 'utf8').trim();

	return createHmac('sha256', key).update(`word ${word}`).digest('hex')
		.slice(0, 16);
}

// Waits until a worker has indexed all posts. Each of these notes the next one
// before it is gone.
export async function indexed(redis) {
	for (const key of ['outbox', '{fanout}:jobs', 'indexing'])
		await until(`${key} is empty`, async () => !await redis('EXISTS', key));
}
