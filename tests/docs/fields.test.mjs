// The tables of fields in docs/data.md name what C reads of a member and a post.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../lib/stack.mjs';

function read(path) {
	return readFileSync(`${root}/${path}`, 'utf8');
}

// The names in the first column of the table below this heading.
function explained(heading) {
	const [, text] = read('docs/data.md').split(`### ${heading}\n`);
	const [section] = text.split(/^### /m);

	return section.split('\n').filter((row) => row.startsWith('| `'))
		.flatMap((row) => row.split('|')[1].match(/\w+/g));
}

// The rows of its list: X(username, USERNAME).
function listed(header) {
	return [...read(`src/libretwis/${header}`)
		.matchAll(/^\tX\((\w+), (\w+)\)/gm)].map(([, name, constant]) => {
		assert.equal(constant, name.toUpperCase());
		return name;
	});
}

test('the fields of a member', () => {
	assert.deepEqual(explained('The fields of a member').sort(),
		listed('member/user_fields.h').sort());
});

// An earlier Retwis has left `display` there, and nothing reads it.
test('the fields of a post', () => {
	assert.deepEqual(explained('The fields of a post').sort(),
		[...listed('post/post_fields.h'), 'display'].sort());
});
