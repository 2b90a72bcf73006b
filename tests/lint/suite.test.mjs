// The test runner: which tests it skips and how it reports that, and what it
// counts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync }
	from 'node:fs';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { root, temporaryFolder } from '../lib/stack.mjs';

const folder = temporaryFolder();

after(() => rmSync(folder, { recursive: true }));
cpSync(`${root}/tests/lib`, `${folder}/tests/lib`, { recursive: true });

const files = {
	'browser/visit.test.mjs': "import './lib/one.mjs';\n" +
		"import { open } from './lib/open.mjs';\nopen();\n",
	'browser/lib/one.mjs': "import { open } from './open.mjs';\nopen();\n",
	'browser/lib/open.mjs': "import { chromium } from 'playwright-core';\n" +
		'export const open = () => chromium;\n',
	'browser/terminal.test.mjs': "import { test } from 'node:test';\n" +
		"test('it is read', () => {});\n",
	'pages/some.test.mjs': "import { test } from 'node:test';\n" +
		"test('it is well', () => {});\n" +
		"test('it is not tried', { skip: 'for a reason' }, () => {});\n",
	'pages/wrong.test.mjs': "import { test } from 'node:test';\n" +
		"test('it is wrong', () => { throw new Error('so'); });\n",
	'pages/none.test.mjs': '// It has none.\n',
};

for (const [name, text] of Object.entries(files)) {
	mkdirSync(dirname(`${folder}/tests/${name}`), { recursive: true });
	writeFileSync(`${folder}/tests/${name}`, text);
}

// Otherwise node would treat a test runner within a test as a part of the outer
// one.
function run(...names) {
	const { NODE_TEST_CONTEXT, ...env } = process.env;
	const { status, stdout } = spawnSync(process.execPath,
		[`${folder}/tests/lib/suite.mjs`, ...names.map((name) =>
			`${folder}/tests/${name}.test.mjs`)],
		{ encoding: 'utf8', env: { ...env, TIMES: '', STACKS: '', PROGRESS: '' } });

	return { status, lines: stdout.trimEnd().split('\n') };
}

test('what needs npm\'s packages is skipped by name, and the rest runs', () => {
	const { status, lines } = run('browser/visit', 'browser/terminal');

	assert.deepEqual(lines, ["  browser/visit.test.mjs (skipped: npm's " +
		'packages are not here)', 'browser: 1 passed, 0 failed, 1 skipped']);
	assert.equal(status, 0);
});

// Nothing listens on that port.
test('if npm\'s registry cannot be reached, that is reported, but CI fails', () => {
	const copy = `${folder}/unreached`;
	const prepare = (CI) => spawnSync(`${copy}/prepare`, { encoding: 'utf8',
		env: { ...process.env, CI, npm_config_registry: 'http://127.0.0.1:9/',
			npm_config_cache: `${folder}/npm` } });

	mkdirSync(copy);
	for (const file of ['prepare', 'fetch.mjs', 'package.json',
		'package-lock.json'])
		cpSync(`${root}/tests/browser/${file}`, `${copy}/${file}`);
	const told = prepare('');

	assert.equal(told.status, 0);
	assert.match(told.stderr, /tests in the browser are skipped\n$/);
	assert.equal(prepare('true').status, 1);
});

test('what was skipped is counted, and says why', () => {
	const { status, lines } = run('pages/some');

	assert.deepEqual(lines, ['  it is not tried (skipped: for a reason)',
		'pages: 1 passed, 0 failed, 1 skipped']);
	assert.equal(status, 0);
});

test('a failure is reported, and fails', () => {
	const { status, lines } = run('pages/some', 'pages/wrong');

	assert.ok(lines.includes('  FAILED pages: it is wrong'));
	assert.equal(lines.at(-2), 'These again: make test ONLY="pages/wrong"');
	assert.equal(lines.at(-1), 'pages: 1 passed, 1 failed, 1 skipped');
	assert.equal(status, 1);
});

test('a file without a test is a failure', () => {
	const { status, lines } = run('pages/some', 'pages/none');

	assert.equal(lines.at(-2), 'These again: make test ONLY="pages/none"');
	assert.equal(lines.at(-1), 'pages: 1 passed, 1 failed, 1 skipped');
	assert.equal(status, 1);
});

test('one feature of a suite can be tried alone, and all is added up', () => {
	cpSync(`${root}/tests/run`, `${folder}/tests/run`);
	const { NODE_TEST_CONTEXT, ...env } = process.env;
	const { status, stdout } = spawnSync(`${folder}/tests/run`,
		['pages/some', 'browser/terminal'], { encoding: 'utf8',
			env: { ...env, RETWIS_TEST_REDIS: '', STACKS: '' } });

	assert.equal(stdout.trim().split('\n').at(-1),
		'2 passed, 0 failed, 1 skipped');
	assert.equal(status, 0);
});

test('each page has a file of tests with its name', () => {
	const pages = readdirSync(`${root}/src/pages`)
		.filter((name) => name.endsWith('.c'));

	assert.ok(pages.length > 20);
	for (const name of pages)
		assert.ok(existsSync(`${root}/tests/pages/` +
			name.replace(/c$/, 'test.mjs')), name);
});
