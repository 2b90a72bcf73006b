// The Debian package is built with what `make` needs, and says what the licence says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../lib/stack.mjs';

const read = (name) => readFileSync(`${root}/${name}`, 'utf8');

// Each Debian that builds packages has the compilers.
const compilers = ['gcc', 'g++', 'libc6-dev'];

test('it is built with the packages that make needs', () => {
	const [, part] = read('conf/packages').match(/^\[build\]\n((?:.+\n)+)/m);
	const needed = part.match(/^\S+/gm)
		.filter((name) => !compilers.includes(name));
	const [, depends] = read('debian/control')
		.match(/^Build-Depends:\n((?: .+\n)+)/m);
	const given = depends.match(/[a-z][^\s,]*(?: \(.*\))?/g)
		.filter((name) => !/^(debhelper|dh-|pkgconf)/.test(name));

	assert.ok(needed.length > 10);
	assert.deepEqual(given, needed);
});

test('it has the licence', () => {
	const words = (text) => text.replace(/^ \.$/gm, '').match(/\S+/g).join(' ');
	const licence = words(read('LICENSE').split(/^Copyright.*$/m)[1]);

	assert.ok(licence.length > 1000);
	assert.ok(words(read('debian/copyright')).endsWith(licence));
});
