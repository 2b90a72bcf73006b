// node suite.mjs FILE...: runs test files, two at a time for each core since
// they wait more than they work, and prints what failed and why; the last lines
// are "SUITE: P passed, F failed, S skipped", where the suite is the folder of
// a file. Before them it says how to run those again that have failed. If
// PROGRESS is set, it also prints each test when it is done. To the file that
// TIMES names it adds a line for each test: "SECONDS SUITE: TEST".
import { appendFileSync, existsSync, mkdtempSync, readFileSync,
	rmSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { run } from 'node:test';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { oneRedis } from './database.mjs';
import { openPool } from './pool.mjs';

// Sanitizers make programs three times as slow: with more of them at a time, an
// answer could take longer than the second that a page waits for it.
const FILES_A_CORE = process.env.BUILD?.includes('-san') ? 1.5 : 2;
// How long a file may take. With ALL, an image for another processor is built.
const PATIENCE_MS = (process.env.ALL ? 180 : 30) * 60000;

// Those that take longest are started first: otherwise nothing else would be
// left to do while the last of them run.
const longest = ['many/pages-nodes', 'many/pages-bus', 'many/masters',
	'many/resharding', 'faults/pages', 'faults/worker',
	'browser/languages', 'browser/places', 'browser/enlarged',
	'live/many', 'live/stream', 'browser/live', 'faults/redis',
	'servers/restart', 'admin/check', 'servers/launcher', 'admin/cutoff',
	'admin/adopting', 'live/control', 'systemd/units',
	'systemd/certificate', 'browser/back', 'pages/costs',
	'pages/clustercosts', 'pages/leave', 'pages/publish', 'admin/delete',
	'servers/slow', 'live/trouble', 'pages/moments', 'browser/visit',
	'admin/workers', 'browser/hostile', 'browser/forms',
	'admin/import_archive', 'browser/acts', 'servers/limits',
	'servers/make', 'pages/trend', 'pages/limits', 'pages/loop'];

const tests = fileURLToPath(new URL('..', import.meta.url));
const { PROGRESS: progress, TIMES: times } = process.env;
const hasPackages = existsSync(`${tests}/browser/node_modules/.package-lock.json`);
const suites = new Map();
const seen = new Set();
const failed = new Set();
const files = process.argv.slice(2).map((file) => resolve(file))
	.filter((file) => canRun(file))
	.sort((one, other) => rank(one) - rank(other));

function rank(file) {
	const place = longest.indexOf(relative(tests, file).split('.')[0]);

	return place < 0 ? longest.length : place;
}

// A file that makes no sense with several servers says so at its beginning.
function onlyWithOne(file) {
	const [, why] = readFileSync(file, 'utf8')
		.match(/^\/\/ Only with one Redis: (.*)\.$/m) ?? [];

	return why;
}

// Whether it imports one of npm's packages, or a file that does.
function needsPackages(file, known = new Set()) {
	known.add(file);
	return [...readFileSync(file, 'utf8').matchAll(/^.*\bfrom '([^']+)';$/gm)]
		.some(([, from]) => from.startsWith('.')
			? !known.has(resolve(dirname(file), from)) &&
				needsPackages(resolve(dirname(file), from), known)
			: !from.startsWith('node:'));
}

function canRun(file) {
	const why = oneRedis && onlyWithOne(file) ||
		!hasPackages && needsPackages(file) &&
			'npm\'s packages are not here';

	if (!why)
		return true;
	console.log(`  ${relative(tests, file)} (skipped: ${why})`);
	suiteOf(file).skipped++;
	return false;
}

// Imported by the file itself, or from a folder next to it.
function suiteOf(file) {
	const name = relative(tests, file).split('/')[0];

	if (!suites.has(name))
		suites.set(name, { name, passed: 0, failed: 0, skipped: 0 });
	return suites.get(name);
}

// A file is reported as a test as well, which is of interest only if it fails.
function isFile(data) {
	return files.includes(resolve(data.name));
}

// Node 18 gives the file's name as a URL, node 20 as a path, and neither
// documents it; for a test that several files share, it is neither of them.
function fileOf(data) {
	return isFile(data) ? resolve(data.name)
		: resolve(data.file?.replace(/^file:\/\//, '') ?? files[0]);
}

function see(data) {
	const file = fileOf(data);
	const suite = suiteOf(file);

	for (const one of files.includes(file) ? [file] : files)
		if (suiteOf(one) === suite)
			seen.add(one);
	return suite;
}

function pass(data) {
	if (isFile(data) || data.details?.type === 'suite')
		return;
	const suite = see(data);

	note(suite, data);
	suite[data.skip ? 'skipped' : 'passed']++;
	if (data.skip || progress)
		tell(data);
}

function note(suite, { name, details }) {
	const seconds = (details.duration_ms / 1000).toFixed(1);

	if (times)
		appendFileSync(times, `${seconds} ${suite.name}: ${name}\n`);
}

// A test that could not run here says why.
function tell({ name, skip, details }) {
	const how = skip ? `skipped: ${skip}`
		: `${(details.duration_ms / 1000).toFixed(1)} s`;

	console.log(`  ${name} (${how})`);
}

function complain(suite, what, why) {
	const text = `  FAILED ${suite.name}: ${what}\n${why}`;

	suite.failed++;
	console.log(text.replace(/\n/g, '\n    '));
}

// Whole pages, and node's own stack frames, would hide the interesting part.
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
	const suite = see(data);

	failed.add(fileOf(data));
	if (!isFile(data))
		note(suite, data);
	if (error?.failureType !== 'subtestsFailed')
		complain(suite, data.name, shorten(why));
}

// Commands that the Redis of a stack has denied to one of our programs: see
// keep.
function complainOfDenials() {
	const lines = existsSync(process.env.DENIED)
		? readFileSync(process.env.DENIED, 'utf8').split('\n') : [];

	for (const line of new Set(lines.filter((text) => text))) {
		const [, suite] = line.match(/\/tests\/(\w+)\//) ?? [];

		complain(suiteOf(suite ? `${tests}/${suite}` : files[0]),
			'Redis has denied something', line);
	}
}

function sum() {
	complainOfDenials();
	for (const file of files.filter((one) => !seen.has(one))) {
		failed.add(file);
		complain(suiteOf(file), file, 'no test has run');
	}
	if (failed.size)
		console.log('These again: make test ONLY="' + [...failed]
			.map((file) => relative(tests, file).split('.')[0]).join(' ') +
			'"');
	for (const { name, passed, failed, skipped } of suites.values()) {
		console.log(`${name}: ${passed} passed, ${failed} failed, ` +
			`${skipped} skipped`);
		if (failed)
			process.exitCode = 1;
	}
}

const folder = mkdtempSync('/tmp/retwis-pool-');

process.env.DENIED = `${folder}/denied`;
process.env.STACKS = `${folder}/stacks`;
process.env.CROSSED = `${folder}/crossed`;
openPool(process.env.STACKS);

// No cluster accepts a command with keys in two slots. Shared stacks have ended
// by now, too.
process.on('exit', () => {
	if (existsSync(process.env.CROSSED) &&
		statSync(process.env.CROSSED).size > 0) {
		console.log('  FAILED a log has CROSSSLOT\n',
			readFileSync(process.env.CROSSED, 'utf8'));
		process.exitCode = 1;
	}
	rmSync(folder, { recursive: true });
});

const stream = run({ files, concurrency: FILES_A_CORE * cpus().length,
	timeout: PATIENCE_MS });

stream.on('test:pass', pass);
stream.on('test:fail', fail);
stream.on('test:stderr', (data) => process.stderr.write(data.message));
stream.once('end', sum);
stream.resume();
