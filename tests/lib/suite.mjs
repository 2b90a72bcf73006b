// node suite.mjs FILE...: runs test files, two at a time, and prints what
// failed and why; the last line is "NAME: P passed, F failed". With PROGRESS
// set, it also prints each test when it is done. To the file that TIMES names
// it adds a line a test: "SECONDS SUITE: TEST".
import { appendFileSync } from 'node:fs';
import { run } from 'node:test';
import { basename, dirname, resolve } from 'node:path';
import { inspect } from 'node:util';

const files = process.argv.slice(2).map((file) => resolve(file));
const name = basename(dirname(files[0]));
const { PROGRESS: progress, TIMES: times } = process.env;
const seen = new Set();
let passed = 0;
let failed = 0;

// A file is a test as well, of which only its failure is of interest.
function isFile(data) {
	return files.includes(resolve(data.name));
}

// Node 18 names the file as a URL, node 20 as a path, neither promises to; and
// tests that files share are in none of them.
function see(data) {
	const file = resolve(data.file?.replace(/^file:\/\//, '') ?? '');

	for (const one of files.includes(file) ? [file] : files)
		seen.add(one);
}

function pass(data) {
	if (isFile(data) || data.details?.type === 'suite')
		return;
	see(data);
	note(data);
	if (!data.skip)
		passed++;
	if (data.skip || progress)
		tell(data);
}

function note({ name: test, details }) {
	const seconds = (details.duration_ms / 1000).toFixed(1);

	if (times)
		appendFileSync(times, `${seconds} ${name}: ${test}\n`);
}

// A test that could not run here says why.
function tell({ name: test, skip, details }) {
	const how = skip ? `skipped: ${skip}`
		: `${(details.duration_ms / 1000).toFixed(1)} s`;

	console.log(`  ${test} (${how})`);
}

function complain(what, why) {
	const text = `  FAILED ${what}\n${why}`;

	failed++;
	console.log(text.replace(/\n/g, '\n    '));
}

// Whole pages, and the inside of node, hide what one looks for.
function shorten(text) {
	const lines = text.replace(/ Input:\n\n.*<!DOCTYPE.*<\/html>[^\n]*/s, '')
		.replace(/\n +at .*[(]?node:.*/g, '').split('\n');

	return lines.length < 40 ? lines.join('\n')
		: [...lines.slice(0, 25), '...', ...lines.slice(-5)].join('\n');
}

function fail(data) {
	const error = data.details?.error;
	const cause = error?.cause ?? error;
	const why = cause?.stack ?? inspect(cause);

	see(data);
	if (!isFile(data))
		note(data);
	if (error?.failureType !== 'subtestsFailed')
		complain(data.name, shorten(why));
}

function sum() {
	for (const file of files)
		if (!seen.has(file))
			complain(file, 'no test has run');
	console.log(`${name}: ${passed} passed, ${failed} failed`);
	process.exitCode = failed ? 1 : 0;
}

const stream = run({ files, concurrency: 2, timeout: 900000 });
stream.on('test:pass', pass);
stream.on('test:fail', fail);
stream.on('test:stderr', (data) => process.stderr.write(data.message));
stream.once('end', sum);
stream.resume();
