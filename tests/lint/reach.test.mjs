// How many source files a page reaches by calls, according to nm: what a reader
// of src/pages/post.c might have to open. A call through a pointer names no
// function there and is not counted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { build } from '../lib/stack.mjs';

// The number is not a goal in itself: a change that raises it by much needs a
// reason.
const most = 148;

const objects = readdirSync(`${build}/src`, { recursive: true })
	.filter((file) => file.endsWith('.o'));

// File -> {defines, uses}, each a set of names.
function symbols() {
	const { stdout } = spawnSync('nm', ['-A', ...objects],
		{ cwd: `${build}/src`, encoding: 'utf8', maxBuffer: 1 << 26 });
	const files = new Map(objects.map((file) =>
		[file, { defines: new Set(), uses: new Set() }]));

	for (const [, file, kind, name] of
		stdout.matchAll(/^(.*?\.o):[0-9a-f ]+ (\w) (\S+)$/gm))
		if (kind === 'U')
			files.get(file).uses.add(name);
		else if (/[TDBRC]/.test(kind))
			files.get(file).defines.add(name);
	return files;
}

// The files that the first one reaches, including itself.
function reached(first) {
	const files = symbols();
	const owner = new Map([...files].flatMap(([file, { defines }]) =>
		[...defines].map((name) => [name, file])));
	const found = new Set([first]);

	for (const file of found)
		for (const name of files.get(file).uses)
			if (owner.has(name))
				found.add(owner.get(name));
	return [...found].sort();
}

test('a post reaches no more files than before', (t) => {
	const files = reached('pages/post.o');

	t.diagnostic(`src/pages/post.c reaches ${files.length} files`);
	assert.ok(files.includes('libretwis/post/post.o'));
	assert.ok(files.includes('patterns/queue.o'));
	assert.ok(files.length <= most, files.join('\n'));
});
