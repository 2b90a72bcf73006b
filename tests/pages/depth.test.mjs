// Each request has a stack of a fixed size. The pages that use most of it leave
// more than half of it untouched.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { borrowStack, build } from '../lib/stack.mjs';
import { pagesIn } from '../lib/processes.mjs';
import { member } from '../lib/visitor.mjs';
import { write } from '../lib/acts.mjs';

const stack = await borrowStack();
const KB_OF_A_STACK = 256;

const words = '@anna #tag https://example.com/&<>"\' ';
const heavy = (n) => `${words.repeat(6)}${n}`;

async function fill(anna, ben) {
	await ben.follow('anna');
	let to = await write(anna, heavy(0));

	for (let i = 1; i < 50; i++) {
		const { status } = await (i % 2 ? ben : anna).submit('/post',
			{ status: heavy(i), nonce: `n${i}`,
				...i % 3 ? { reply_to: to } : {} });

		assert.equal(status, 303);
		to = await stack.redis('GET', 'next_post_id');
	}
	await ben.post('/act', { like: 1, back: '/' });
	await ben.post('/act', { repost: 1 });
	await ben.post('/bio', { bio: heavy('') });
}

const paths = ['/', '/timeline', '/@anna', '/@ben', '/@anna/1', '/tag/tag',
	'/search?q=example', '/search?q=anna', '/notifications', '/likes',
	'/@anna/followers', '/bio', '/feed', '/scheduled', '/timeline.atom',
	'/@anna.atom', '/tag/tag.atom', '/delete?id=1', '/health', '/logout'];

// [KB of size, KB touched] of each stack: below it is a page of memory that may
// be neither read nor written.
function stacksOf(pid) {
	const maps = readFileSync(`/proc/${pid}/smaps`, 'latin1')
		.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
		.map((text) => ({ rights: text.split(' ')[1],
			size: Number(text.match(/^Size: +(\d+)/m)[1]),
			touched: Number(text.match(/^Rss: +(\d+)/m)[1]) }));

	return maps.filter(({ rights, size }, i) => rights === 'rw-p' &&
		size === KB_OF_A_STACK && maps[i - 1]?.rights === '---p' &&
		maps[i - 1].size === 4);
}

// A sanitizer's frames are larger, and so are its stacks.
test('stacks are deep enough', { skip: /-san/.test(build) }, async () => {
	const [anna, ben] = [await member(stack.url, 'anna'),
		await member(stack.url, 'ben')];

	await fill(anna, ben);
	for (const who of [anna, ben])
		for (const path of paths)
			assert.ok([200, 403].includes((await who.get(path)).status),
				path); // another's post is not hers to delete
	const stacks = pagesIn(stack.var).flatMap(({ pid, program }) =>
		stacksOf(pid).map(({ touched }) => ({ touched, program })));

	assert.ok(stacks.length > 15, `${stacks.length}`);
	for (const { touched, program } of stacks)
		assert.ok(touched < KB_OF_A_STACK / 2,
			`${program}: ${touched} KB`);
});
