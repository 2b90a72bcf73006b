// A page program has in memory only what it needs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bring, head, post } from '../lib/luggage.mjs';
import { member } from '../lib/visitor.mjs';
import { zip } from '../lib/zipfile.mjs';
import { pagesIn } from '../lib/processes.mjs';
import { borrowStack, build } from '../lib/stack.mjs';

const { url, var: folder } = await borrowStack();

// The libraries of a process of a page, as one text. Only a few pages need
// them.
function libraries(page) {
	const [{ pid }] = pagesIn(folder)
		.filter((p) => p.program.endsWith(`/${page}`));
	const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');

	return ['archive', 'crypto', 'icuuc', 'json-c', 'qrencode', 'zxcvbn']
		.filter((name) => maps.includes(`/lib${name}.so`)).join(' ');
}

test('only those pages that need a library have it', async () => {
	const anna = await member(url, 'anna');

	await anna.write('Hello');
	for (const path of ['/timeline', '/@anna', '/@anna/1', '/search?q=a',
		'/account', '/bio'])
		assert.equal((await anna.get(path)).status, 200);
	for (const page of ['home', 'post', 'profile', 'search', 'status',
		'timeline'])
		assert.equal(libraries(page), '', page);
	assert.equal(libraries('register'), 'zxcvbn');
	for (const page of ['account', 'bio'])
		assert.equal(libraries(page), 'icuuc zxcvbn', page);
});

// The largest memory use of any process of a page so far, in kilobytes.
function peak(page) {
	return Math.max(...pagesIn(folder)
		.filter((p) => p.program.endsWith(`/${page}`))
		.map(({ pid }) => Number(readFileSync(`/proc/${pid}/status`, 'utf8')
			.match(/VmHWM:\s*(\d+)/)[1])));
}

// A sanitizer keeps freed memory.
test('a file that a member brings is on the disk, and not in memory',
	{ skip: /-san/.test(build) }, async () => {
		const ben = await member(url, 'ben');
		const texts = Array.from({ length: 20000 }, (_, i) => post(i + 1,
			{ body: `${i} ${'x'.repeat(1000)}` }));
		const file = zip([['retwis.json', head()],
			['posts.json', JSON.stringify(texts), { method: 0 }],
			['posts.html', Buffer.alloc(40 << 20), { method: 0 }]]);

		assert.ok(file.length > 60 << 20);
		const answer = await bring(ben, file);

		assert.equal(answer.location, '/account?brought=20000#import');
		assert.ok(peak('import') < 40000, `${peak('import')} kB`);
	});
