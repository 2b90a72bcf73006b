// The version is written in one place, the file VERSION.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { programs, root } from '../lib/stack.mjs';

const version = readFileSync(`${root}/VERSION`, 'utf8').trimEnd();
const escaped = version.replaceAll('.', '\\.');

// Not searched: build output; the changelogs, which name all versions; npm's
// lock file.
const others = new RegExp('^(node_modules|build.*|compile_commands\\.json|var' +
	'|\\.git|VERSION|CHANGELOG\\.md|changelog|package-lock\\.json)$');

function filesBelow(folder) {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() || entry.isFile())
		.filter((entry) => !others.test(entry.name))
		.flatMap((entry) => {
			const path = join(folder, entry.name);

			return entry.isDirectory() ? filesBelow(path) : [path];
		});
}

test('VERSION is a number with dots', () => {
	assert.match(version, /^\d+(\.\d+)+$/);
});

// "version 1.0", "VERSION = 1.0", "Retwis 1.0", but not <?xml version="1.0"?>
// and what translations say of MIME.
test('no other file has a copy of it', () => {
	const copy = new RegExp('^(?!.*<\\?xml|"MIME).*(version|retwis)\\W{1,10}v?' +
		`${escaped}(?![.\\d])`, 'im');
	const files = filesBelow('.');

	assert.ok(files.includes('Makefile') && files.length > 500);
	for (const file of files)
		assert.ok(!copy.test(readFileSync(join(root, file), 'utf8')), file);
});

test('the programs say it', () => {
	for (const program of ['login', '../retwis-worker', '../retwis-live',
		'../retwis-picture', '../retwis-admin']) {
		const { stdout } = spawnSync(`${programs}/${program}`, ['--version'],
			{ encoding: 'utf8' });

		assert.equal(stdout, `Retwis ${version}\n`, program);
	}
});

test('the Debian package has it', () => {
	const changelog = readFileSync(`${root}/debian/changelog`, 'utf8');

	assert.equal(changelog.match(/^retwis \((.*)\)/)[1], version);
});

test('the changelog begins with it', () => {
	const changelog = readFileSync(`${root}/CHANGELOG.md`, 'utf8');
	const [, newest] = changelog.match(/^## (\S+)/m);

	assert.match(newest, new RegExp(`^${escaped}(\\.0)?$`));
});
