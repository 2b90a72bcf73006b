// The manuals describe exactly what the programs and docs/settings.md have.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build, root } from '../lib/stack.mjs';

function read(path) {
	return readFileSync(`${root}/${path}`, 'utf8');
}

// tests/admin/command.test.mjs does this for retwis-admin.
for (const program of ['retwis-worker', 'retwis-live', 'retwis-picture'])
	test(`the manual of ${program} has the options of --help`, () => {
		const { stdout } = spawnSync(`${build}/${program}`, ['--help'],
			{ encoding: 'utf8' });
		const manual = read(`man/${program}.8`);
		const listed = [...manual.matchAll(/^\.It Fl (\S+)$/gm)]
			.map(([, name]) => `-${name.replaceAll('\\', '')}`);

		assert.deepEqual(listed.sort(),
			stdout.match(/--[a-z]+/g).filter((option, i, all) =>
				all.indexOf(option) === i).sort());
		assert.match(manual, new RegExp(`^\\.Dt ${program.toUpperCase()} 8$`,
			'm'));
	});

// [NAME, default] of each row; a default that is given in words counts as
// empty.
function documented() {
	const [, ...sections] = read('docs/settings.md').split('\n## ');
	const text = sections.filter((section) =>
		!/^(make run|Not for you to set)\n/.test(section)).join('\n');
	const words = (cell) => [...cell.matchAll(/`([^`]*)`/g)]
		.map(([, word]) => word);

	return [...text.matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)]
		.flatMap(([, names, defaults]) => words(names).map((name, i) =>
			[name, /^`/.test(defaults) ? words(defaults)[i] : '']));
}

test('retwis.env.5 has each setting with its default', () => {
	const manual = [...read('man/retwis.env.5').matchAll(
		/^\.It Ev (\w+) Ns =(?: Ns Li (.*))?$/gm)]
		.map(([, name, value]) => [name, value ?? '']);

	assert.ok(manual.length > 30);
	assert.deepEqual(manual, documented());
});

// Ranges from the table of settings; the web server's numbers have none.
test('retwis.env.5 has the range of each number', () => {
	const numbers = JSON.parse(execFileSync(
		`${root}/src/schema/make-settings`, ['json'], { encoding: 'utf8' }))
		.filter(({ kind, range }) => kind === 'number' && range !== '-');
	const manual = read('man/retwis.env.5').split('\n.It ');

	assert.ok(numbers.length > 5);
	for (const { name, range } of numbers)
		assert.ok(manual.find((part) => part.startsWith(`Ev ${name} `))
			.includes(`from ${range.replace('-', ' to ')}.`), name);
});

// Those for processes, for Redis itself and for the gateway concern no page. Apache
// passes TZ by itself.
test('plain CGI gets each setting that a page reads', () => {
	const passed = [...read('conf/apache/cgi.conf').matchAll(/^PassEnv (.*)$/gm)]
		.flatMap(([, names]) => names.split(' '));
	const others = ['RETWIS_SERVER', 'RETWIS_LIVE_MAX', 'TZ'];
	const rows = JSON.parse(execFileSync(
		`${root}/src/schema/make-settings`, ['json'], { encoding: 'utf8' }));

	assert.ok(passed.length > 20);
	for (const { name, section } of rows)
		if (['redis', 'site', 'key', 'limits'].includes(section) &&
			!others.includes(name))
			assert.ok(passed.includes(name), name);
});

test('each setting that a manual names is in retwis.env.5', () => {
	const all = read('man/retwis.env.5');

	for (const file of ['retwis-admin.8', 'retwis-worker.8', 'retwis-live.8',
		'retwis-picture.8'])
		for (const [, name] of read(`man/${file}`).matchAll(/^\.It Ev (\w+)/gm))
			if (name !== 'RETWIS_IMPORT_PASSWORD')
				assert.match(all, new RegExp(`^\\.It Ev ${name} `, 'm'),
					`${file}: ${name}`);
});
