// The files of static/: those that name one another do so with the digest of what
// is in them, and none says what the site is called.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../static/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder));
const digest = (file) => createHash('sha256').update(read(file)).digest('hex')
	.slice(0, 12);

test('a new picture has a new address in the style', () => {
	const links = [...read('style.css').toString().matchAll(
		/url\("([\w.-]+)(\?[^"]*)?"\)/g)];

	assert.ok(links.length);
	for (const [, file, query] of links)
		assert.equal(query, `?v=${digest(file)}`,
			`write ${file}?v=${digest(file)}`);
});

test('an error of the web server itself gives the site no other name', () => {
	const errors = new URL('../../templates/errors/', import.meta.url);

	for (const file of readdirSync(errors))
		assert.doesNotMatch(readFileSync(new URL(file, errors), 'utf8'),
			/Retwis/, file);
});
