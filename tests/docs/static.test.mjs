// The files of static/: those that name one another do so with the digest of what
// is in them, and none says what the site is called. No style says "left" or "right",
// which are not the same on a page whose lines begin at the right.
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

// ---- from the left, or from the right ----------------------------------------

// [property, value] of all declarations.
function declarations(style) {
	return [...style.replace(/\/\*[^]*?\*\//g, '')
		.matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
		.map(([, property, value]) => [property, value.trim()]);
}

// Its parts between spaces; what is in brackets is one.
function partsOf(value) {
	let text = value;

	while (/\(/.test(text))
		text = text.replace(/\(([^()]*)\)/g, (all, inner) =>
			`[${inner.replace(/\s/g, '')}]`);
	return text.split(/\s+/);
}

const fourSides = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

// An edge of the screen is where it is, whatever the page is written in.
const ofScreen = /env\(safe-area-inset-(left|right)\)/g;

function isPhysical([property, value]) {
	const text = value.replaceAll(ofScreen, '');
	const [a, b = a, c = a, d = b] = partsOf(value);

	if (/\b(left|right)\b/.test(`${property} ${text}`) ||
		/translate(X|3d)?\(/.test(text))
		return true;
	if (property === 'border-radius')
		return a !== b || c !== d;
	return fourSides.test(property) && text === value && b !== d;
}

const physical = (style) => declarations(style).filter(isPhysical)
	.map((one) => one.join(': '));

test('styles have a start and an end, and no left or right', () => {
	const templates = new URL('../../templates/', import.meta.url);
	const inPages = readdirSync(templates, { recursive: true })
		.filter((file) => /\.(tpl|html)$/.test(file)).flatMap((file) =>
			[...readFileSync(new URL(file, templates), 'utf8')
				.matchAll(/<style>([^]*?)<\/style>/g)]);

	assert.ok(inPages.length);
	for (const style of [read('style.css').toString(),
		...inPages.map(([, style]) => style)])
		assert.deepEqual(physical(style), []);
});

for (const bad of ['left: 0', 'border-right: 1px solid', 'text-align: left',
	'margin: 0 1rem 0 calc(2 * max(1rem, 2vw))', 'inset: 0 auto 0 0',
	'border-radius: 1rem 0', 'border-top-left-radius: 1rem',
	'transform: translateX(1rem)', 'background-position: right top'])
	test(`"${bad}" is the other way round from right to left`, () =>
		assert.deepEqual(physical(`a { top: 0; ${bad} }`), [bad]));

test('the sheets that speak are mirrored', () => {
	const [first, second, ...more] = [...read('style.css').toString()
		.matchAll(/--bubble: (.*);/g)].map(([, value]) => partsOf(value));
	const [a, b, c, d] = first;

	assert.deepEqual([second, more], [[b, a, d, c], []]);
});
