// All that people read in templates and in C is marked, so that it can be translated.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const filesIn = (folder, end) => readdirSync(new URL(folder, root),
	{ recursive: true }).filter((name) => name.endsWith(end))
	.map((name) => `${folder}/${name}`);

// ---- templates -------------------------------------------------------------

// Attributes that are shown or spoken.
const shown = /\s(?:alt|title|aria-label|aria-description|placeholder|label|data-[a-z]+)="([^"]*)"/g;

// What has letters, and is no word: values of the page, machines' words.
function letters(text) {
	return text.replace(/\{\{.*?\}\}/gs, '').replace(/&[a-z]+;/g, '')
		.match(/[\p{L}]+/gu) ?? [];
}

// Names of the formats that a page offers, and of a time zone.
const names = new Set(['CSV', 'JSON', 'Universal']);

// A feed has only markup besides its values, and robots.txt only rules.
const machines = new Set(['templates/atom.tpl', 'templates/robots.tpl']);

for (const path of [...filesIn('templates', '.tpl'), ...filesIn('templates', '.html')])
	test(`everything in ${path} is marked`, () => {
		const text = read(path)
			.replace(/\{\{!.*?\}\}/gs, '')
			.replace(/<(style|script)\b.*?<\/\1>/gs, '')
			.replace(/\[\[.*?\]?\]\](?!\])/gs, '');
		const attributes = [...text.matchAll(shown)].map(([, value]) => value);
		const between = text.replace(/<[^<>]*>/g, ' ');

		if (!/^\{\{%AUTOESCAPE context="JSON"/.test(text) && !machines.has(path))
			assert.deepEqual([between, ...attributes].flatMap(letters)
				.filter((word) => !names.has(word)), []);
	});

// ---- C ---------------------------------------------------------------------

const literal = /"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*/g;
const marked = /\b(?:_|N_|IN_|FORMS_|message_in|message_plural)\((?:[\s\\]*"(?:[^"\\\n]|\\.)*",?)*[\s\\]*\)?/g;

// The source without comments, marked literals, and what it writes to the log.
function unmarked(path) {
	return read(path).replace(/\/\*.*?\*\//gs, '')
		.replace(/\b(?:static_assert|fprintf|fputs|log_act|page_header)\([^;]*;/g, '')
		.replace(marked, '(');
}

const text = (found) => found.replace(/"[\s\\]*"/g, '').slice(1, -1);

// A sentence, or a heading: words, the first with a capital letter.
const sentence = /^“?(?:I|\p{Lu}[\p{Ll}’']+)(?:[.?!…]?|[ ,:…][^/=]*\p{L}[^/=]*[^ \\n])$/u;

for (const path of ['view', 'pages', 'libretwis/text', 'libretwis/member', 'libretwis/site']
	.flatMap((room) => filesIn(`src/${room}`, '.c')))
	test(`every sentence in ${path} is marked`, () =>
		assert.deepEqual(unmarked(path).match(literal)?.map(text)
			.filter((words) => sentence.test(words) && !names.has(words)) ??
			[], []));
