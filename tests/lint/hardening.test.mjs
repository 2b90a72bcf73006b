// What the compiler adds against mistakes that nobody has found yet.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build, root } from '../lib/stack.mjs';

const flags = readFileSync(`${build}/flags`, 'utf8').split(' ');

function run(command, ...args) {
	return spawnSync(command, args, { cwd: root, encoding: 'utf8' });
}

const isKnown = (flag) => run('gcc', '-Werror', flag, '-fsyntax-only', '-xc',
	'/dev/null').status === 0;

// Sanitizers come instead of these.
const skip = flags.some((flag) => flag.startsWith('-fsanitize')) &&
	'this build has sanitizers';

for (const flag of ['-fstack-protector-strong', '-fstack-clash-protection',
	'-fcf-protection=branch'])
	test(`${flag}, where the compiler knows it`, { skip }, () => {
		assert.equal(flags.includes(flag), isKnown(flag));
	});

test('no frame is as large as what is below a stack', { skip }, () => {
	const [, most] = flags.join(' ').match(/-Wframe-larger-than=(\d+)/);
	const [, kib] = readFileSync(`${root}/src/base/coroutine.c`, 'utf8')
		.match(/GUARD_BYTES \(\(size_t\)(\d+) \* 1024\)/);
	const { stderr } = spawnSync('gcc', ['-xc', '-', '-S', '-o', '/dev/null',
		`-Wframe-larger-than=${most}`], { encoding: 'utf8', input:
		'void use(char *); void large(void) { char c[140000]; use(c); }' });

	assert.ok(Number(most) <= kib * 1024);
	assert.match(stderr, /larger than/);
});
