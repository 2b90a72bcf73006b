// The documentation is right: links and paths lead somewhere, and the
// documented settings and keys are those of the tables in src/schema.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/stack.mjs';

const skipped = /^(node_modules|build.*|var|\.git)$/;

// All files below a folder, as paths from the root of the project.
function filesBelow(folder) {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.filter((entry) => !skipped.test(entry.name))
		.flatMap((entry) => {
			const path = join(folder, entry.name);

			return entry.isDirectory() ? filesBelow(path) : [path];
		});
}

function read(path) {
	return readFileSync(join(root, path), 'utf8');
}

const pages = filesBelow('.').filter((path) => path.endsWith('.md'));
const sources = ['src', 'conf'].flatMap(filesBelow);

// Without code, in which brackets are not links.
function prose(path) {
	return read(path).replace(/^( {4}|\t).*$/gm, '')
		.replace(/`[^`]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
}

function links(path) {
	return [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, to]) => to).filter((to) => !/^[a-z]+:/.test(to));
}

// As GitHub makes them: small letters, no punctuation, dashes for spaces.
function anchors(path) {
	return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'));
}

function target(from, to) {
	return normalize(join(dirname(from), to.replace(/#.*/, '')));
}

function isThere(path) {
	return existsSync(join(root, path));
}

test('links lead to files, and anchors to headings', () => {
	assert.ok(pages.includes('README.md'));
	for (const page of pages)
		for (const to of links(page)) {
			const [file, anchor] = to.split('#');
			const path = file ? target(page, file) : page;

			assert.ok(isThere(path), `${page}: no file ${to}`);
			if (anchor !== undefined)
				assert.ok(anchors(path).includes(anchor),
					`${page}: no heading ${to}`);
		}
});

test('every file in docs/ is found from README.md', () => {
	const found = new Set(['README.md']);

	for (const page of found)
		if (page.endsWith('.md') && isThere(page))
			links(page).forEach((to) => found.add(target(page, to)));
	for (const path of filesBelow('docs'))
		assert.ok(found.has(path), `nothing leads to ${path}`);
});

// In the source only paths in docs/ are checked: it has example paths, too.
test('paths in the texts are there, and the texts in comments', () => {
	const path = /(?<![\w/.{*-])(?:src|conf|tests|docs|man|templates|static|\.ci)(?:\/[\w@.-]+)+/g;
	const code = ['src', 'conf', 'man', 'static', 'templates', 'tests']
		.flatMap(filesBelow).concat('Makefile')
		.filter((file) => !/corpus|links\.test/.test(file));
	const said = [
		...pages.flatMap((page) => (read(page).match(/`[^`\n]+`/g) ?? [])
			.flatMap((word) => word.match(path) ?? [])
			.map((name) => [page, name])),
		...code.flatMap((file) =>
			(read(file).match(/\bdocs\/\w+\.\w+/g) ?? [])
				.map((name) => [file, name])),
	];

	assert.ok(said.length > 20);
	for (const [file, name] of said)
		assert.ok(isThere(name), `${file}: no ${name}`);
});

test('README.md is short', () => {
	assert.ok(read('README.md').split('\n').length <= 201);
});

// ---- settings --------------------------------------------------------------

const settings = JSON.parse(execFileSync(
	join(root, 'src/schema/make-settings'), ['json'], { encoding: 'utf8' }));
const installed = settings.filter(({ name, section }) =>
	/^RETWIS_/.test(name) && !/^(web|internal|admin)$/.test(section));

test('every setting is in the table, and no other', () => {
	const compiled = /RETWIS_(VERSION|DATADIR|H)\b/;
	const names = (text) => new Set((text.match(/\bRETWIS_[A-Z_]*[A-Z]\b/g) ??
		[]).filter((name) => !compiled.test(name)));
	const known = settings.map(({ name }) => name)
		.filter((name) => /^RETWIS_/.test(name));
	const used = names(sources.filter((path) => !/schema\/settings$/.test(path))
		.map(read).join('\n'));

	assert.ok(used.has('RETWIS_REDIS') && used.has('RETWIS_LIMIT_POST'));
	assert.deepEqual([...used].sort(), [...known].sort());
	assert.deepEqual([...names(read('docs/settings.md'))].sort(),
		[...known].sort());
});

// A line that is not commented out may have a value that `make install` fills
// in.
test('conf/retwis.env has each setting with its default', () => {
	const lines = [...read('conf/retwis.env').matchAll(
		/^(#?)(RETWIS_\w+)=(.*)$/gm)];
	const fallback = new Map(installed.map((row) => [row.name, row.default]));

	assert.deepEqual(lines.map(([, , name]) => name).sort(),
		[...fallback.keys()].sort());
	for (const [, sign, name, value] of lines)
		if (name === 'RETWIS_ABOUT')
			assert.equal(sign, '#'); // an example
		else if (!/@/.test(value))
			assert.equal(value, fallback.get(name), name);
});

test('conf/render has the defaults of the web server', () => {
	const said = [...read('conf/render').matchAll(/\$\{(RETWIS_\w+):=(.*?)\}/g)];

	assert.deepEqual(said.map(([, name, value]) => [name, value]),
		settings.filter(({ section }) => section === 'web')
			.map((row) => [row.name, row.default]));
});

// `make docs-tables` writes them.
test('tables in docs/ are those that the source makes', () => {
	const made = pages.filter((page) => /^<!-- make-/m.test(read(page)));

	assert.deepEqual(made, ['docs/data.md', 'docs/settings.md']);
	for (const page of made)
		assert.equal(read(page), execFileSync(
			join(root, 'src/schema/docs-tables'), [join(root, page)],
			{ encoding: 'utf8' }), page);
});
