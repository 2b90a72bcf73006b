// What a test needs to know about a feed: above all, that a real XML parser can
// read it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { unescapeHtml } from './page.mjs';

export const type = 'application/atom+xml; charset=utf-8';

// libxml2, which knows XML 1.0 and repairs nothing.
export function assertWellFormed(xml, what) {
	const { status, stderr, error } = spawnSync('xmllint',
		['--noout', '--nonet', '--huge', '-'], { input: xml });

	assert.ifError(error);
	assert.equal(status, 0, `${what}: ${stderr}`);
}

function text(xml, name) {
	const found = xml.match(
		new RegExp(`<${name}(?: type="html")?>([^<]*)</${name}>`));

	return found && unescapeHtml(found[1]);
}

function link(xml, rel) {
	const found = xml.match(new RegExp(
		`<link rel="${rel}" type="[a-z/+]+" href="([^"]*)"/>`));

	return found ? unescapeHtml(found[1]) : undefined;
}

const picture = new RegExp('<p><a href="[^"<>]*">(<img src="[^"<>]*" ' +
	'width="\\d+" height="\\d+" alt="[^"<>]*">|[^<>]*)</a></p>', 'g');

// The text of the little HTML that an entry may have, without its pictures;
// anything else is a fault.
function textOf(html) {
	const body = html.replace(picture, '').replace(/<br>/g, '\n')
		.replace(/<a href="[^"<>]*">([^<>]*)<\/a>/g, '$1');

	assert.doesNotMatch(body, /[<>"]/);
	assert.doesNotMatch(body, /&(?!(lt|gt|amp|quot|#39);)/);
	return unescapeHtml(body);
}

function parseEntry(xml) {
	const html = text(xml, 'content');

	return { id: text(xml, 'id'), title: text(xml, 'title'),
		published: text(xml, 'published'),
		updated: text(xml, 'updated'), author: text(xml, 'name'),
		uri: text(xml, 'uri'), page: link(xml, 'alternate'),
		html, body: textOf(html) };
}

// {id, title, updated, page, self, entries}; an entry has {id, title,
// published, updated, author, uri, page, html, body}: `html` as a reader gets it,
// and the text in it.
export function parseFeed(xml) {
	assertWellFormed(xml, 'feed');
	const [head, ...entries] = xml.split('<entry>');

	assert.ok(head.startsWith('<?xml version="1.0" encoding="utf-8"?>\n' +
		'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">'));
	return { id: text(head, 'id'), title: text(head, 'title'),
		updated: text(head, 'updated'), page: link(head, 'alternate'),
		self: link(head, 'self'), entries: entries.map(parseEntry) };
}

export function feedBodies(xml) {
	return parseFeed(xml).entries.map((entry) => entry.body);
}

// The feed that is linked in the head of a page: {title, path}.
export function feedOf(html) {
	const found = html.match(new RegExp('<link rel="alternate" ' +
		'type="application/atom\\+xml" ' +
		'title="([^"]*)" href="([^"]*)">'));

	return found && { title: unescapeHtml(found[1]),
		path: unescapeHtml(found[2]) };
}
