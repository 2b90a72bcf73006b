// The table roles.txt: what is answered to whom.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { routes } from '../../lib/routes.mjs';
import { requests } from './rolerequests.mjs';
import { roles } from './rolesite.mjs';

export const file = fileURLToPath(new URL('roles.txt', import.meta.url));

const widths = [35, 19, ...roles.map(() => 9)];

export const nameOf = ({ act, title }) => `${act}  ${title}`;

export function lineOf({ act, title }, cells) {
	return [act, title, ...cells].map((text, i) => text.padEnd(widths[i]))
		.join('  ').trimEnd();
}

// ---- reading it --------------------------------------------------------------

function rowsOf(text) {
	return new Map(text.split('\n').filter((line) => /^[A-Z]/.test(line))
		.map((line) => {
			const [act, title, ...cells] = line.split(/ {2,}/);

			return [nameOf({ act, title }), cells];
		}));
}

const [before, all, members] = readFileSync(file, 'utf8').split(/^# ---- .*\n/m);

// The cells of each request, by nameOf().
export const expected = { all: rowsOf(all), members: rowsOf(members) };

// ---- where only members may read -----------------------------------------------

// What becomes of a cell there, according to the page's door (src/view/guard.h).
function shut(door, role, cell) {
	if (cell === '.' || door === 'open')
		return cell;
	if (role === 'visitor')
		return '401';
	return door !== 'account' && ['waiting', 'suspended'].includes(role) ? '403'
		: cell;
}

// The cells there, if these are those where everybody may read.
export function shutOf({ page }, cells) {
	const { door } = routes.pages.find(({ name }) => name === page);

	return cells.map((cell, i) => shut(door, roles[i], cell));
}

// ---- writing it --------------------------------------------------------------

function section(head, lines) {
	const titles = lineOf({ act: '#', title: '' }, roles);

	return `# ---- ${head} ${'-'.repeat(90 - head.length)}\n\n${titles}\n` +
		lines.join('\n');
}

// An empty line between two pages.
function paragraphs(found) {
	return requests.filter((request) => found.has(nameOf(request)))
		.flatMap((request, i, { [i - 1]: last }) =>
			[...request.page === last?.page ? [] : [''],
				lineOf(request, found.get(nameOf(request)))]);
}

// Replaces the table by what was found, with the exceptions of the other kind of
// site.
export function writeTable(found) {
	const isException = (request) => {
		const name = nameOf(request);

		return `${found.members.get(name)}` !==
			`${shutOf(request, found.all.get(name))}`;
	};
	const exceptions = requests.filter(isException).map((request) =>
		[nameOf(request), found.members.get(nameOf(request))]);

	writeFileSync(file, `${before}${section('everybody may read',
		paragraphs(found.all))}\n\n${section('only members may read',
		paragraphs(new Map(exceptions)))}\n`);
}
