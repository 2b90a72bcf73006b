// make itself: what it says if it cannot work, and what it does not do twice.
// The compiler here is a script that only records its calls.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync,
	symlinkSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { cleanEnvironment, makeEnvironment, root, temporaryFolder }
	from '../lib/stack.mjs';

const folder = temporaryFolder();
const compiler = `${folder}/compiler`;
const notes = `${folder}/notes`;

after(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(compiler, `#!/bin/sh
case " $* " in
*' -dumpversion '*) echo "$COMPILER"; exit ;;
*' -E '* | *' -fsyntax-only '*) exit ;;
*' -c '*) ;;
*) set -- "$@" -o "$2" ;;
esac
echo "$*" >>${notes}
while [ "$1" != -o ]; do shift; done
echo >"$2"
`);
chmodSync(compiler, 0o755);

function make(words, { cwd = root, env = {} } = {}) {
	return spawnSync('make', words, { cwd, encoding: 'utf8',
		env: makeEnvironment(env) });
}

// All C and C++ files below these folders.
function filesOfC(folders) {
	return folders.flatMap((path) =>
		readdirSync(`${root}/${path}`, { withFileTypes: true })
			.filter(({ name }) => name !== 'node_modules')
			.flatMap((entry) => entry.isDirectory()
				? filesOfC([`${path}/${entry.name}`])
				: `${path}/${entry.name}`))
		.filter((path) => /\.cc?$/.test(path));
}

// The files that are compiled.
function compiled(...words) {
	return compiledBy('12', words);
}

function compiledBy(version, words) {
	writeFileSync(notes, '');
	const ran = make(['-j2', `B=${folder}/build`, `CC=${compiler}`,
		`CXX=${compiler}`, ...words], { env: { COMPILER: version } });

	assert.equal(ran.status, 0, ran.stderr);
	return readFileSync(notes, 'utf8').split('\n')
		.filter((line) => line.includes(' -c '))
		.map((line) => line.split(' ').pop());
}

test('a path with a space is reported in a sentence', () => {
	mkdirSync(`${folder}/a b`);
	symlinkSync(`${root}/Makefile`, `${folder}/a b/Makefile`);
	const ran = make([], { cwd: `${folder}/a b` });

	assert.equal(ran.status, 2);
	assert.match(ran.stderr, /a b" has a space in it: please move this/);
});

test('a missing package is reported, with the command that installs it', () => {
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
	const knowing = ['src/admin/folders.c', 'src/program/main.c'];

	assert.deepEqual(compiled().sort(), knowing);
	assert.deepEqual(compiled(...install).sort(), knowing);
});

// In a folder of its own, since make writes it to its working directory.
test('compile_commands.json has the command of each file', () => {
	const cwd = `${folder}/clangd`;
	const list = () => JSON.parse(readFileSync(`${cwd}/compile_commands.json`));

	mkdirSync(cwd);
	for (const part of ['Makefile', 'VERSION', 'conf', 'po', 'src', 'templates',
		'tests'])
		symlinkSync(`${root}/${part}`, `${cwd}/${part}`);
	assert.equal(make(['compile_commands.json'], { cwd }).status, 0);
	const files = new Set(list().map(({ file }) => file));

	for (const file of filesOfC(['src', 'tests']))
		assert.ok(files.has(file), file);
	assert.equal(files.size, list().length);
	for (const { directory, file, command } of list()) {
		assert.equal(directory, cwd);
		assert.ok(command.endsWith(`.o ${file}`), command);
	}
	const page = list().find(({ file }) => file === 'src/pages/post.c');
	const object = `${folder}/post.o`;
	const ran = spawnSync(page.command.replace(/-o \S+/, `-o ${object}`),
		{ cwd, shell: true, encoding: 'utf8' });

	assert.equal(ran.stderr, '');
	assert.match(page.command, / -Dpage=page_of_post /);
	assert.ok(existsSync(object));
});

test('the bench compiles no unit test', () => {
	const [, inner] = make(['-n', 'bench']).stdout.match(/&& make .* (\S+)$/m);
	const { stdout } = make(['-n', `B=${folder}/bench`, inner]);

	assert.match(stdout, /-o \S+\/tests\/bench\/floor\.o/);
	assert.doesNotMatch(stdout, /tests\/unit/);
});

// What was compiled on another Debian does not fit this one's libraries.
test('after an upgrade of Debian all is compiled again', () => {
	const all = compiled('all', 'WERROR=1');

	assert.deepEqual(compiled('all', 'WERROR=1'), []);
	assert.deepEqual(compiledBy('14', ['all', 'WERROR=1']).sort(), all.sort());
});

// As dpkg lists them: a package that replaces another, one that was removed,
// and one that provides nothing.
const packages = [
	['curl-ng', 'installed', 'curl (= 3.5), curl-of-old'],
	['procps', 'config-files'],
	['node-registry-url', 'installed'],
	['redis-server', 'installed'],
];

function askPackages(words, env = {}) {
	const database = `${folder}/dpkg`;

	mkdirSync(`${database}/info`, { recursive: true });
	mkdirSync(`${database}/updates`, { recursive: true });
	writeFileSync(`${database}/status`, packages.map(([name, state, provides]) =>
		`Package: ${name}\nStatus: install ok ${state}\n` +
		'Architecture: all\nMaintainer: x\nVersion: 1\nDescription: x\n' +
		`${provides ? `Provides: ${provides}\n` : ''}\n`).join(''));
	return spawnSync(`${root}/conf/install-packages`, words, { encoding: 'utf8',
		env: cleanEnvironment({ DPKG_ADMINDIR: database, RETWIS_SERVER: '',
			...env }) });
}

test('packages that are here are not missing, by whatever name', () => {
	const missing = (env) => askPackages(['--missing', 'server', 'run', 'test'], env).stderr
		.match(/is missing: (.*)\n/)[1].trim().split(' ');
	const without = missing({ PATH: `${folder}:/usr/bin:/bin` });

	for (const name of ['curl', 'node-registry-url', 'redis-server'])
		assert.ok(!without.includes(name), name);
	for (const name of ['procps', 'nginx', 'multiwatch'])
		assert.ok(without.includes(name), name);
	// The command exists, wherever it came from.
	writeFileSync(`${folder}/npm`, '', { mode: 0o755 });
	assert.ok(!missing({ PATH: `${folder}:/usr/bin:/bin` })
		.includes('ca-certificates'));
	assert.ok(missing({ RETWIS_SERVER: 'valkey-server' })
		.includes('valkey-server'));
	assert.ok(!missing({ RETWIS_SERVER: '/opt/valkey-server' })
		.some((name) => /server/.test(name)));
});

test('packages are listed by the names that they have here', () => {
	assert.equal(askPackages(['--list', 'server', 'run']).stdout,
		'curl-ng\nredis-server\n');
});

test('a packager has another _FORTIFY_SOURCE', () => {
	const object = `${folder}/fortified/src/base/error.o`;
	const ran = make([`B=${folder}/fortified`, object, 'WERROR=1',
		'CPPFLAGS=-D_FORTIFY_SOURCE=3']);

	assert.equal(ran.stderr, '');
	assert.equal(ran.status, 0);
});
