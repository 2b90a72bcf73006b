// make itself: what it says where it cannot work, and what it does not do
// twice. The compiler here is a script that only notes for what it was called.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync,
	writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { cleanEnvironment, root, temporaryFolder } from '../lib/stack.mjs';

const folder = temporaryFolder();
const compiler = `${folder}/compiler`;
const notes = `${folder}/notes`;

after(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(compiler, `#!/bin/sh
case $* in *' -E '*) exit ;; *' -c '*) ;; *) set -- "$@" -o "$2" ;; esac
echo "$*" >>${notes}
while [ "$1" != -o ]; do shift; done
echo >"$2"
`);
chmodSync(compiler, 0o755);

// No flag of the make that runs this test.
function make(words, { cwd = root, env = {} } = {}) {
	return spawnSync('make', words, { cwd, encoding: 'utf8', env:
		cleanEnvironment({ MAKEFLAGS: '', MAKELEVEL: '', WERROR: '', SAN: '',
			...env }) });
}

// The files that are compiled.
function compiled(...words) {
	writeFileSync(notes, '');
	const ran = make(['-j2', `B=${folder}/build`, `CC=${compiler}`,
		`CXX=${compiler}`, ...words]);

	assert.equal(ran.status, 0, ran.stderr);
	return readFileSync(notes, 'utf8').split('\n')
		.filter((line) => line.includes(' -c '))
		.map((line) => line.split(' ').pop());
}

test('a path with a space is told in a sentence', () => {
	mkdirSync(`${folder}/a b`);
	symlinkSync(`${root}/Makefile`, `${folder}/a b/Makefile`);
	const ran = make([], { cwd: `${folder}/a b` });

	assert.equal(ran.status, 2);
	assert.match(ran.stderr, /a b" has a space in it: please move this/);
});

test('a missing package is told, with the command that installs it', () => {
	const ran = make([`B=${folder}/bare`, 'CXX=false'],
		{ env: { DPKG_ADMINDIR: folder } });

	assert.equal(ran.status, 2);
	assert.equal(ran.stdout, '');
	assert.match(ran.stderr, new RegExp('^retwis: `conf/install-packages ' +
		'build` installs what is missing: .*libhiredis-dev.*\n'));
});

test('nothing is compiled twice', () => {
	const install = ['install', `DESTDIR=${folder}/root`, 'prefix=/usr'];

	assert.ok(compiled('prefix=/usr').length > 100);
	assert.deepEqual(compiled('prefix=/usr'), []);
	assert.deepEqual(compiled(...install), []);
	const knowing = ['src/admin/folders.c', 'src/web/main.c'];

	assert.deepEqual(compiled().sort(), knowing);
	assert.deepEqual(compiled(...install).sort(), knowing);
});

test('a packager has another _FORTIFY_SOURCE', () => {
	const object = `${folder}/fortified/src/libretwis/error.o`;
	const ran = make([`B=${folder}/fortified`, object, 'WERROR=1',
		'CPPFLAGS=-D_FORTIFY_SOURCE=3']);

	assert.equal(ran.stderr, '');
	assert.equal(ran.status, 0);
});
