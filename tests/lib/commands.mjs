// The lists of commands at the head of a source file, and whether they are
// true.
//
//	POST /follow:
//
//	  GET layout                          site/layout.c
//
//	  ZADD followers:WHOM NX NOW ME       timeline/follow.c
//	  UNLINK posts:ME                     timeline/home_list.c  if it is there
//
// A line is a command, the file that sends it, and perhaps a condition. At an
// empty line the page waits for all replies, and also at "(the page waits)",
// perhaps with a condition of its own. "..." matches any words, names in
// capitals match what the test says, and the name of a script matches its text.
// If "+" ends the line, it matches one command or several.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { keysAndChannels, patternOf } from './keys.mjs';
import { cgi, variables } from './program.mjs';
import { root } from './stack.mjs';

// A source file: below src/, or, for short, below src/libretwis/.
export function readSource(file) {
	const path = [`${root}/src/${file}`, `${root}/src/libretwis/${file}`]
		.find((one) => existsSync(one));

	return readFileSync(path ?? file, 'utf8');
}

// All scripts, for readSource().
export function scriptFiles() {
	return readdirSync(`${root}/src`, { recursive: true })
		.filter((file) => file.endsWith('.lua'))
		.map((file) => file.replace(/^libretwis\//, ''));
}

// As the build embeds it: without comments, empty lines and indentation.
export function scriptText(file) {
	return readSource(file).split('\n').map((line) => line.trimStart())
		.filter((line) => line && !line.startsWith('--'))
		.map((line) => `${line}\n`).join('');
}

// Valkey's MONITOR shows a tab in the same way as the two letters \t of a
// script.
const withTabs = (text) => text.replaceAll('\\t', '\t');
const nameOf = new Map(scriptFiles().map((file) =>
	[withTabs(scriptText(file)), basename(file)]));

// ---- the list --------------------------------------------------------------

const gap = /^ \* {3,}\(the page waits\)(?: {2,}(\S.*))?$/;
const entry = /^ \* {3,}(\S.*?) {2,}([a-z]+\/[a-z_]+\.c)(?: {2,}(\S.*))?$/;

function parse(line) {
	if (gap.test(line))
		return { isGap: true, when: line.match(gap)[1] ?? '' };
	const [, text, file, mark = ''] = line.match(entry) ?? [];

	return text && { text, file, when: mark.replace(/ ?\+$/, ''),
		isSeveral: mark.endsWith('+') };
}

// One empty line between two others is enough.
function withoutGaps(lines) {
	return lines.filter((line, i) => line || lines[i - 1])
		.filter((line, i, all) => line || (i && i < all.length - 1));
}

// [{text, file, when, isSeveral}] of the lines below the line "TITLE:", and
// null for an empty line. Remarks begin with #.
export function listOf(file, title) {
	const lines = readSource(file).split('\n');
	const from = lines.indexOf(` * ${title}:`) + 1;
	const list = [];

	for (const line of from ? lines.slice(from + 1) : []) {
		if (line !== ' *' && !line.startsWith(' *   '))
			break;
		if (!line.startsWith(' *   #'))
			list.push(line === ' *' ? null : parse(line));
	}
	return withoutGaps(list);
}

// ---- the commands of the page -----------------------------------------------

// Values that are the same wherever they occur in a list.
export const usual = {
	MS: /\d{13}/, SECONDS: /\d{10}/, SCORE: /\d{10}\.\d{6}/,
	HOUR: /\d{6}/, N: /\d+/, KEY: /\d+/,
	DIGEST: /[0-9a-f]{64}/, ENTRY: /0 [-\d]{10} \+A browser/,
	SECRET: /[0-9a-f]{32,}/, TOKEN: /[0-9a-f]{32}/, HASH: /\$argon2id\S+/,
	FORM: /[0-9a-f]{32,}/, FROM: /[0-9a-f]{64}/, WHO: /[0-9a-f]{64}/,
	DAYS: /\d{5}/, IP: '192.0.2.1',
};

// A process that has just started reads the site's settings along with the
// layout, and a page that needs nothing else from Redis asks for both at its end.
// The lists leave that out.
function withoutSettings(trips) {
	const isSettings = ([command, key]) => command === 'HMGET' && key === 'site';

	const isAlone = trips.length === 1 && trips[0].length === 2 &&
		trips[0].some(isSettings);

	return isAlone ? []
		: trips.map((trip) => trip.filter((words) => !isSettings(words)));
}

// The round trips of one request to a process that has just started. `watched`
// is the result of monitor().
export async function commandsOf(watched, page, { method = 'POST',
	path = `/${page}`, fields = {}, cookies, status = 303, ip = usual.IP }) {
	const body = new URLSearchParams(fields).toString();
	let answer;
	const trips = await watched.asked(async () => {
		answer = await cgi(page, { ...variables(method, path, body),
			RETWIS_REDIS: watched.address, HTTP_HOST: 'localhost',
			REMOTE_ADDR: ip, HTTP_COOKIE: cookies }, body);
	});

	assert.equal(answer.status, status, answer.errors);
	return withoutSettings(trips);
}

// EVAL's text is replaced by the script's name, and the number of its keys is
// removed.
function shorten([command, text, keys, ...rest]) {
	if (command !== 'EVAL')
		return [command, text, keys, ...rest].filter((w) => w !== undefined);
	return [command, nameOf.get(withTabs(text)) ?? `"${text}"`, ...rest];
}

function escape(text) {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

// Each name of `values` matches its value, which may be a pattern.
function pattern(text, values) {
	const words = text.split(' ').map((word) => word === '...' ? '(?: .*)?'
		: ` ${word.split(/([A-Z][A-Z_]+)/).map((part) =>
			values[part]?.source ?? escape(String(values[part] ?? part)))
			.join('')}`);

	return new RegExp(`^${words.join('')}$`, 's');
}

// The commands that a page should have sent, according to the list, and those
// that it sent, in the words of the list as far as they match. `has` names the
// conditions that are met.
export function compare(list, trips, { values, has = [] }) {
	const should = withoutGaps(list.filter((line) =>
		!line?.when || has.includes(line.when))
		.map((line) => line?.isGap ? null : line));
	const lines = should.filter((line) => line)
		.map((line) => ({ ...line, looks: pattern(line.text, values) }));
	const find = (text) => lines.find(({ looks }) => looks.test(` ${text}`))
		?? { text, when: '' };
	const was = trips.flatMap((trip) => [null,
		...trip.map((words) => find(shorten(words).join(' ')
			.replaceAll('\t', '\\t')))]);
	const texts = (all) => all.map((line) => line?.text ?? '');

	return {
		should: texts(should),
		was: texts(was.slice(1).filter((line, i, all) =>
			!line?.isSeveral || line !== all[i - 1])),
	};
}

// ---- the file that sends it ------------------------------------------------

// The C call that sends a command, where many files read the same hash.
const readers = {
	'HMGET KEY_USER': ['user_fields_queue(', 'user_fields_read('],
	'HMGET KEY_POST': 'post_fields_queue(',
	'HGETALL KEY_POST': 'post_fields_queue_all(',
};

// Whether the file contains the command's format: "ZADD " KEY_FOLLOWERS, or for
// a script its macro and the key, or calls the function that sends it. If a
// caller passes the key, it is %s.
export function isSentBy({ text, file }) {
	const [command, ...words] = text.split(' ');
	const source = readSource(file).replace(/"\s*\n\s*"/g, '');
	const script = command === 'EVAL' && words.shift()
		.replace('.lua', '_lua').toUpperCase();
	const starts = script ? ['"EVAL %s 1 ', '"EVAL %s 2 '] : [`"${command} `];
	const names = keysAndChannels
		.filter(({ key }) => patternOf(key).test(words[0]))
		.map(({ constant }) => constant);

	const ways = [
		...starts.flatMap((start) => ['%s', ...names.map((name) => `" ${name}`)]
			.map((key) => start + key)),
		...names.flatMap((name) => readers[`${command} ${name}`] ?? []),
	];

	return (!script || source.includes(script)) &&
		ways.some((way) => source.includes(way));
}
