// What .ci/run makes of the results of its parts. They take an hour, so the make here
// is one that only says what it was asked for.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { root, temporaryFolder } from '../lib/stack.mjs';

const folder = temporaryFolder();
const log = `${folder}/log`;

after(() => rmSync(folder, { recursive: true }));
for (const name of ['.ci', 'bin'])
	mkdirSync(`${folder}/${name}`);
cpSync(`${root}/.ci/run`, `${folder}/.ci/run`);

// {status, said, made} if `cases` are those of a shell, by what make is asked for.
function ci(cases, env) {
	writeFileSync(log, '');
	writeFileSync(`${folder}/bin/make`, `#!/bin/sh
		echo "$*" >>${log}
		case "$*" in
		${cases}
		esac\n`, { mode: 0o755 });
	const { status, stdout } = spawnSync(`${folder}/.ci/run`, { encoding: 'utf8',
		env: { PATH: `${folder}/bin:${process.env.PATH}`, ...env } });

	return { status, said: stdout,
		made: readFileSync(log, 'utf8').trim().split('\n') };
}

const failing = (lines, again = 'pages/loop') => `'test ONLY=all faults')
	printf '%s\\n' ${lines.map((line) => `'  FAILED ${line}'`).join(' ')}
	echo 'These again: make test ONLY="${again}"'; exit 1 ;;`;

test('all parts run, and one that fails is remembered', () => {
	const well = ci('');

	assert.equal(well.status, 0);
	assert.deepEqual(well.made.slice(0, 2), ['lint', 'test ONLY=all faults']);
	assert.ok(well.made.length > 5);
	for (const part of ['lint', 'fresh', 'SAN=1*pages']) {
		const { status, made } = ci(`${part}) exit 1 ;;`);

		assert.equal(status, 1, part);
		assert.deepEqual(made, well.made);
	}
});

test('tests that fail beside others are tried alone', () => {
	const cases = failing(['pages: it waits']);
	const { status, made, said } = ci(cases);

	assert.equal(status, 0);
	assert.equal(made[2], 'test ONLY=pages/loop');
	assert.match(said, /FAILED pages: it waits/);
	assert.equal(ci(`${cases}\n*loop) exit 1 ;;`).status, 1);
});

test('others have failed once and for all', () => {
	for (const lines of [['build/tests/unit/test_x (status 1)'], [],
		['pages: it waits', 'build/tests/unit/test_x (status 1)'],
		['pages: Redis has denied something'], ['it ended with status 130'],
		Array(6).fill('pages: it waits')]) {
		const { status, made } = ci(failing(lines, lines.length ? 'pages/loop' : ''));

		assert.equal(status, 1, lines.join());
		assert.ok(!made.includes('test ONLY=pages/loop'), lines.join());
	}
});

test('a part for which there is no time is named', () => {
	const { status, said, made } = ci('', { CI_MINUTES: '0' });

	assert.equal(status, 0);
	assert.deepEqual(made, ['lint', 'test ONLY=all faults']);
	assert.match(said, /^ci: make deb-test \(skipped: it takes 0 minutes, and 0 are left\)$/m);
});
