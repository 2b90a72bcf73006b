// How programs that people use read a calendar: libical, khal and calcurse. Each
// returns its events, with times as they are shown in Berlin.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build, temporaryFolder } from './stack.mjs';

export const type = 'text/calendar; charset=utf-8';
export const zone = 'Europe/Berlin';

function run(command, args, more) {
	const { status, stdout, stderr, error } = spawnSync(command, args,
		{ encoding: 'utf8', ...more });

	assert.ifError(error);
	assert.equal(status, 0, `${command}: ${stderr}${stdout}`);
	return stdout;
}

// In a folder of its own, as somebody who lives in Berlin.
function withFolder(action) {
	const folder = temporaryFolder();

	try {
		return action(folder, { cwd: folder, env: { ...process.env,
			HOME: folder, TZ: zone, LC_ALL: 'C.UTF-8' } });
	} finally {
		rmSync(folder, { recursive: true });
	}
}

// ---- libical -----------------------------------------------------------------

// "20270328T003000Z" as "2027-03-28 01:30", and "20270328" as "2027-03-28".
function shown(time) {
	const [, year, month, day, rest] =
		time.match(/^(\d{4})(\d\d)(\d\d)(.*)$/);
	const date = `${year}-${month}-${day}`;
	const [, hour, minute, second] =
		rest.match(/^T(\d\d)(\d\d)(\d\d)Z$/) ?? [];

	return rest === '' ? date
		: new Date(`${date}T${hour}:${minute}:${second}Z`)
			.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
}

function parseProperties(lines) {
	return Object.fromEntries(lines.split('\n').map((line) => {
		const [name, value] = line.split('\t');

		return [name, value.replace(/\\(.)/g, (_, c) =>
			c === 'n' ? '\n' : c)];
	}));
}

// [{begins, ends, title, place, text, uid, properties}], which fails if there is
// any mistake in it.
export function readWithLibical(text) {
	const events = run(`${build}/tests/pages/ical`, [], { input: text })
		.split('\n\n').slice(0, -1).map(parseProperties);

	return events.map((of) => ({ uid: of.UID, begins: shown(of.DTSTART),
		ends: of.DTEND && shown(of.DTEND), title: of.SUMMARY,
		place: of.LOCATION, text: of.DESCRIPTION, properties: of }));
}

// ---- khal --------------------------------------------------------------------

const khalSettings = (folder) => `[calendars]
[[one]]
path = ${folder}/calendar
[locale]
default_timezone = ${zone}
local_timezone = ${zone}
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
timeformat = %H:%M
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${folder}/database
`;
const khalFields = ['uid', 'start-long-full', 'end-long-full', 'all-day', 'title',
	'location', 'status', 'description'];

// Of several calendars at once: a map from each UID to what is shown in that year.
export function readWithKhal(texts, year) {
	const shownAs = khalFields.map((field) => `{${field}}`).join('\x1e');

	return withFolder((folder, where) => {
		const khal = (...args) => run('khal', ['-c', 'settings', ...args],
			where);

		mkdirSync(`${folder}/calendar`);
		writeFileSync(`${folder}/settings`, khalSettings(folder));
		texts.forEach((text, i) => writeFileSync(`${folder}/${i}.ics`, text));
		khal('import', '--batch', '-a', 'one',
			...texts.map((text, i) => `${i}.ics`));
		const events = khal('list', '--once', '--day-format', '', '--format',
			`\x1d${shownAs}\x1e`, `${year}-01-01`, `${year}-12-31`)
			.split('\x1d').slice(1).map((event) => event.split('\x1e'));

		return new Map(events.map(([uid, begins, ends, allDay, title, place,
			status, text]) => [uid, { title, place, status: status.trim(),
			text, begins: allDay === 'True' ? begins.slice(0, 10) : begins,
			ends: allDay === 'True' ? undefined : ends }]));
	});
}

// ---- calcurse ----------------------------------------------------------------

// "03/28/2027 @ 01:30" as "2027-03-28 01:30".
function isoOf(text) {
	return text.replace(/^(\d\d)\/(\d\d)\/(\d{4})(?: @ (.*))?$/,
		(_, month, day, year, time) =>
			`${year}-${month}-${day}${time ? ` ${time}` : ''}`);
}

function parseAppointment(line) {
	const [, begins, day, ends, note, title] = line.match(
		/^(.*?)(?: \[(1)\] ?| -> (.*?))>([0-9a-f]+) ?\|?(.*)$/);

	return { begins: isoOf(begins), ends: day ? undefined : isoOf(ends), title,
		note };
}

// The only event of a calendar.
export function readWithCalcurse(text) {
	return withFolder((folder, where) => {
		writeFileSync(`${folder}/one.ics`, text);
		const report = run('calcurse', ['-D', folder, '-C', folder, '-i',
			'one.ics'], where);

		assert.match(report, /\b0 skipped/);
		const lines = readFileSync(`${folder}/apts`, 'utf8').trimEnd()
			.split('\n');

		assert.equal(lines.length, 1);
		const { note, ...event } = parseAppointment(lines[0]);
		const [words, added] = readFileSync(`${folder}/notes/${note}`, 'utf8')
			.split('\n-- \n');

		return { ...event, text: words.trimEnd(),
			place: added?.match(/^Location: (.*)$/m)?.[1] };
	});
}
