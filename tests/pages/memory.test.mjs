// What a page program does not need is not in its memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { member } from '../lib/visitor.mjs';
import { pagesIn } from '../lib/processes.mjs';
import { borrowStack } from '../lib/stack.mjs';

const { url, var: folder } = await borrowStack();

// Whether each process of a page has libcrypto.so; as one text.
function withLibrary(page) {
	return pagesIn(folder).filter((p) => p.program.endsWith(`/${page}`))
		.map(({ pid }) => readFileSync(`/proc/${pid}/maps`, 'utf8')
			.includes('libcrypto.so')).join(' ');
}

test('only who makes secrets has OpenSSL as a whole', async () => {
	const anna = await member(url, 'anna');

	await anna.write('Hello');
	for (const path of ['/timeline', '/@anna', '/@anna/1', '/search?q=a'])
		assert.equal((await anna.get(path)).status, 200);
	for (const page of ['home', 'post', 'profile', 'search', 'status',
		'timeline'])
		assert.match(withLibrary(page), /^false( false)*$/, page);
	assert.match(withLibrary('register'), /true/);
});
