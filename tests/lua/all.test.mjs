// Every script has a test.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { scriptFiles, scriptText } from '../lib/commands.mjs';

const here = new URL('.', import.meta.url);
const tests = readdirSync(here)
	.map((file) => readFileSync(new URL(file, here), 'utf8')).join('');

test('each script is tested; also while memory is full, if that is allowed', () => {
	const files = scriptFiles();

	assert.ok(files.length > 1);
	for (const file of files) {
		const [, name] = tests.match(
			new RegExp(`const (\\w+) = script\\('${file}'\\)`)) ?? [];

		assert.ok(name, `${file} has no test`);
		assert.ok(!scriptText(file).startsWith('#!lua flags=allow-oom\n') ||
			tests.includes(`${name}.full(`), `${file} with full memory`);
	}
});
