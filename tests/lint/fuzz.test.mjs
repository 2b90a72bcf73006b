// What `make fuzz` begins with, under clang, whose sanitizer sees what that of
// gcc does not: that 0 is added to NULL, for one thing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../lib/stack.mjs';

const targets = { parts: 'corpus', form: 'forms', records: 'records',
	picture: 'pictures' };

function run(command, ...args) {
	const { status, stdout, stderr } = spawnSync(command, args,
		{ cwd: root, encoding: 'utf8' });

	assert.equal(status, 0, `${command}:\n${stdout}${stderr}`);
	return stderr;
}

// `make lint` and `make fuzz` install it.
const fuzzer = spawnSync('clang', ['-fsanitize=fuzzer', '-xc', '-', '-o',
	'/dev/null'], { input: 'int LLVMFuzzerTestOneInput(void);' +
	'int LLVMFuzzerTestOneInput(void) { return 0; }' });

const skip = fuzzer.status === 0 ? false : 'there is no libFuzzer';

// All pages together take minutes to compile; this file alone needs more than the
// flags that all have.
test('what make computes for a file is known to clang as well', { skip }, () => {
	run('make', 'build-fuzz/src/view/frame.o');
});

test('each known input passes', { skip }, () => {
	run('make', ...Object.keys(targets).map((name) => `build-fuzz/${name}`));
	for (const [name, inputs] of Object.entries(targets))
		assert.match(run(`build-fuzz/${name}`, '-runs=0',
			`tests/fuzz/${inputs}`), /Done [0-9]{2,} runs/, name);
});
