// tests/rooms, which `make lint` runs, on small programs with one fault each.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { root, temporaryFolder } from '../lib/stack.mjs';

const folder = temporaryFolder();

after(() => rmSync(folder, { recursive: true }));

// A library of two rooms, and a program.
const good = {
	'libretwis/retwis.h': '#include "libretwis/shown.h"\n',
	'libretwis/shown.h': 'int rt_home(void);\n',
	'libretwis/post/post.h': 'int post_one(void);\n',
	'libretwis/post/post.c': '#include "libretwis/post/post.h"\n' +
		'int post_one(void)\n{\n\treturn 1;\n}\n',
	'libretwis/timeline/home.c': '#include "libretwis/post/post.h"\n' +
		'#include "libretwis/retwis.h"\n' +
		'int rt_home(void)\n{\n\treturn post_one();\n}\n',
	'pages/home.c': '#include "libretwis/retwis.h"\n' +
		'int page(void);\nint page(void)\n{\n\treturn rt_home();\n}\n',
};

const fn = (name, calls = '1') =>
	`int ${name}(void);\nint ${name}(void)\n{\n\treturn ${calls};\n}\n`;

function run(command, args, env = {}) {
	return spawnSync(command, args, { cwd: folder, encoding: 'utf8',
		env: { ...process.env, ...env } });
}

// What has already been compiled: file -> text.
const compiled = new Map();

function compile(file, text) {
	const object = `build/src/${file.replace(/c$/, 'o')}`;

	if (compiled.get(file) === text)
		return;
	compiled.set(file, text);
	mkdirSync(dirname(`${folder}/${object}`), { recursive: true });
	const { status, stderr } = run('gcc',
		['-Isrc', '-c', '-o', object, `src/${file}`]);

	assert.equal(status, 0, stderr);
}

// What tests/rooms reports about these files, added to the good ones or
// replacing them.
function said(more) {
	const files = { ...good, ...more };

	rmSync(`${folder}/src`, { recursive: true, force: true });
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(`${folder}/src/${file}`), { recursive: true });
		writeFileSync(`${folder}/src/${file}`,
			file.endsWith('.h') ? `#pragma once\n${text}` : text);
	}
	for (const [file, text] of Object.entries(files))
		if (file.endsWith('.c'))
			compile(file, text);
	const { status, stdout, stderr } = run(`${root}/tests/rooms`, [folder],
		{ BUILD: 'build' });

	assert.equal(stdout, '');
	assert.equal(status, stderr ? 1 : 0, stderr);
	return stderr.split('\n').slice(0, -1)
		.map((line) => line.replace(/^rooms: /, ''));
}

test('everything in its place: not a word', () => {
	assert.deepEqual(said({}), []);
});

test('an include goes upwards', () => {
	assert.deepEqual(said({ 'libretwis/timeline/home.h': '',
		'libretwis/post/post.c': `${good['libretwis/post/post.c']}` +
			'#include "libretwis/timeline/home.h"\n' }),
	['src/libretwis/post/post.c includes ' +
		'src/libretwis/timeline/home.h: that is upwards']);
});

test('a call goes upwards, and so does the use of a variable', () => {
	assert.deepEqual(said({
		'libretwis/post/up.c': fn('up', 'rt_user()')
			.replace(/^/, 'int rt_user(void);\n'),
		'libretwis/timeline/user.c': fn('rt_user') }),
	['src/libretwis/post/up uses rt_user of ' +
		'src/libretwis/timeline/user: that is upwards']);
	assert.deepEqual(said({
		'libretwis/post/up.c': `extern const int n;\n${fn('up', 'n')}`,
		'libretwis/timeline/user.c': 'const int n = 7;\n' }),
	['src/libretwis/post/up uses n of ' +
		'src/libretwis/timeline/user: that is upwards']);
});

test('a lower room uses the library, and a flat header is no way around', () => {
	assert.deepEqual(said({ 'redis/pipe.h':
		'#include "libretwis/shown.h"\n' }),
	['src/redis/pipe.h includes src/libretwis/shown.h: that is upwards']);
	assert.deepEqual(said({ 'libretwis/retwis.h':
		'#include "libretwis/shown.h"\n#include "libretwis/post/post.h"\n' }),
	['src/libretwis/retwis.h includes ' +
		'src/libretwis/post/post.h: that is upwards']);
	assert.deepEqual(said({ 'http/form.h': '#include "view/frame.h"\n',
		'view/frame.h': '' }),
	['src/http/form.h includes src/view/frame.h: that is upwards']);
});

test('a program uses another one', () => {
	assert.deepEqual(said({ 'live/gateway.h': '',
		'pages/feed.c': '#include "live/gateway.h"\n' }),
	['src/pages/feed.c includes src/live/gateway.h: that is upwards']);
	assert.deepEqual(said({ 'worker/main.c': fn('main', 'page_list()')
		.replace(/^/, 'int page_list(void);\n'),
	'pages/list.c': fn('page_list') }),
	['src/worker/main uses page_list of src/pages/list: that is upwards']);
});

test('a file is directly in the library without being public', () => {
	assert.deepEqual(said({ 'libretwis/extra.c': fn('extra'),
		'libretwis/config.c': fn('config') }),
	['src/libretwis/extra.c lies flat: it needs a room']);
	assert.deepEqual(said({ 'libretwis/attic/old.c': fn('old') }),
		['src/libretwis/attic/ is a room without a place in the order']);
	assert.deepEqual(said({ 'web/old.c': fn('old') }),
		['src/web/ is a room without a place in the order']);
});

test('files call one another in a circle', () => {
	const [circle, ...more] = said({
		'live/one.c': `int two(void);\n${fn('one', 'two()')}`,
		'live/two.c': `int three(void);\n${fn('two', 'three()')}`,
		'live/three.c': `int one(void);\n${fn('three', 'one()')}` });

	assert.deepEqual(more, []);
	assert.match(circle, /^a circle of files, by their calls: /);
	assert.deepEqual(circle.split(' ').slice(-3).sort(),
		['src/live/one', 'src/live/three', 'src/live/two']);
});

test('headers include one another in a circle', () => {
	const [circle, ...more] = said({
		'view/one.h': '#include "view/two.h"\n',
		'view/two.h': '#include "view/one.h"\n' });

	assert.deepEqual(more, []);
	assert.match(circle, /^a circle of files, by their includes: src\/view/);
	assert.match(said({ 'libretwis/shown.h': '#include ' +
		`"libretwis/retwis.h"\n${good['libretwis/shown.h']}` }).join(),
	/^a circle of files, by their includes: src\/libretwis/);
});

test('two functions have the same name, static or not', () => {
	assert.deepEqual(said({
		'admin/one.c': `static ${fn('look').split('\n').slice(1).join('\n')}`,
		'live/two.c': fn('look'),
		'view/three.c':
			'static const char *\nlook(const char *a,\n\t   int b)\n{\n' +
			'\treturn b ? a : 0;\n}\n' }),
	['look() is defined more than once: src/admin/one.c src/live/two.c ' +
		'src/view/three.c']);
	assert.deepEqual(said({ 'pages/post.c': fn('page'),
		'admin/main.c': fn('main'), 'worker/main.c': fn('main') }), []);
});

test('two structs have the same name', () => {
	assert.deepEqual(said({
		'admin/one.c': 'struct look {\n\tint one;\n};\n',
		'live/two.h': 'struct look {\n\tint two;\n};\n' }),
	['struct look is defined more than once: src/admin/one.c ' +
		'src/live/two.h']);
});

test('a header declares what another source defines', () => {
	assert.deepEqual(said({
		'libretwis/post/like.h': 'int post_one(void);\n' +
			'typedef void judging(int one);\n',
		'libretwis/post/like.c': '' }),
	['src/libretwis/post/like.h declares post_one(), which ' +
		'src/libretwis/post/like.c does not define']);
});

test('a program includes what is private to the library', () => {
	assert.deepEqual(said({ 'live/main.c':
		'#include "libretwis/post/post.h"\n#include "base/a.h"\n',
	'base/a.h': '' }),
	["src/live/main.c includes src/libretwis/post/post.h, which is the " +
		"library's own"]);
});

test('two files share a name', () => {
	assert.deepEqual(said({ 'view/post.c': '', 'view/post.h': '' }),
		['src/libretwis/post/post.* and src/view/post.* share a name']);
	assert.deepEqual(said({ 'pages/post.c': fn('page'), 'program/main.c': '',
		'live/main.c': '', 'libretwis/post/shown.c': '' }), []);
});

test('data that one request would leave for another', () => {
	assert.deepEqual(said({
		'view/seen.c': 'static int before;\nint seen_one(void);\n' +
			'int seen_one(void)\n{\n\treturn before++;\n}\n',
		'base/secret.c': 'long times_ms;\n' }),
	['src/view/seen keeps before, which no request may share with another']);
});

test('a file that was not compiled is not passed over', () => {
	said({});
	writeFileSync(`${folder}/src/pages/new.c`, '');
	const { status, stderr } = run(`${root}/tests/rooms`, [folder],
		{ BUILD: 'build' });

	assert.equal(status, 2);
	assert.equal(stderr,
		'rooms: there is no build/src/pages/new.o, say make\n');
});
