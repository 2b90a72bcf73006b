// The commands that the documentation and the workflow mention exist.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../lib/stack.mjs';

const workflow = '.github/workflows/ci.yml';
const texts = [...readdirSync(root), ...readdirSync(`${root}/docs`)
	.map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md'));

function read(path) {
	return readFileSync(`${root}/${path}`, 'utf8');
}

const targets = new Set([...read('Makefile').matchAll(/^([a-z][\w. -]*):(?!=)/gm)]
	.flatMap(([, names]) => names.split(' ')));

// In `make lint quick`, and in an indented line.
function made(path) {
	return [...read(path).matchAll(
		/(?:`|^ {4}|^ +- run: | run: |sudo )make((?: [a-z_-]+(?:\.json)?)+)(?=`|$| {2}| [A-Z])/gm)]
		.flatMap(([, words]) => words.trim().split(' '));
}

test('every target that is named can be made', () => {
	const named = [workflow, ...texts].flatMap((path) =>
		made(path).map((target) => [path, target]));

	assert.ok(named.some(([path]) => path === workflow));
	assert.ok(named.length > 20);
	for (const [path, target] of named)
		assert.ok(targets.has(target), `${path}: make ${target}`);
});

test('the workflow installs what conf/packages has, and runs .ci/run', () => {
	const text = read(workflow);
	const parts = [...text.matchAll(/run: conf\/install-packages (.*)/g)]
		.flatMap(([, words]) => words.split(' '));

	assert.ok(parts.includes('lint'));
	for (const part of parts)
		assert.ok(read('conf/packages').includes(`\n[${part}]\n`), part);
	assert.match(text, /run: \.ci\/run\n/);
	assert.ok(statSync(`${root}/.ci/run`).mode & 0o100);
});
