// Prints the measurements for people and for programs.
import { kinds } from './usage.mjs';

export function median(list) {
	const sorted = [...list].sort((a, b) => a - b);
	const middle = sorted.length >> 1;

	return sorted.length % 2 ? sorted[middle]
		: (sorted[middle - 1] + sorted[middle]) / 2;
}

const isPart = key => kinds.includes(key);
const measured = ['rate', 'p50', 'p99', ...kinds, 'all'];

function medians(value) {
	return Object.fromEntries(measured.map(key => [key, median(value(key))]));
}

/*
 * For several rounds, each with what was measured one after the other, such as
 * {page, floor, kept}: the medians of each under `ways`, and under `times` the
 * medians of the ratio between the page and each other one. There, a part of
 * the processor time is divided by the other one's total, so that the parts add
 * up to `all`.
 */
export function summarize(rounds) {
	const names = Object.keys(rounds[0]);
	const of = way => medians(key => rounds.map(r => r[way][key]));
	const to = way => medians(key => rounds.map(r =>
		r.page[key] / r[way][isPart(key) ? 'all' : key]));
	const each = (list, value) =>
		Object.fromEntries(list.map(way => [way, value(way)]));

	return { ways: each(names, of),
		times: each(names.filter(way => way !== 'page'), to) };
}

// What a page is compared with.
const labels = { same: 'same commands', kept: 'empty, kept', floor: 'empty',
	before: 'before', php: 'PHP Retwis' };

const x = n => n.toFixed(2).padStart(8);

const valueCells = v => v.rate.toFixed(0).padStart(9) +
	v.p50.toFixed(1).padStart(8) + v.p99.toFixed(1).padStart(8) +
	[...kinds, 'all'].map(k => v[k].toFixed(0).padStart(7)).join('');

const timesCells = t => `  ${x(t.all)}${x(t.rate)}${x(t.p50)}${x(t.p99)}`;

// A line for each page, followed by what it is compared with, and how many times
// the page takes of it.
export function printLoads(rows) {
	console.log('                   conns  answers     p50     p99' +
		'   processor time, microseconds' +
		'     the page is, times\n' +
		'                          /second      ms      ms' +
		'   page  redis    web worker    all' +
		'      time    rate     p50     p99');
	for (const { page, conns, ways, times } of rows)
		for (const [way, value] of Object.entries(ways))
			console.log((labels[way] ? `  ${labels[way]}` : page.name)
				.padEnd(18) + String(conns).padStart(6) +
				valueCells(value) +
				(times[way] ? timesCells(times[way]) : ''));
}

export function printTrips(counts) {
	console.log('\n                round trips  commands  in Redis' +
		'  bytes of answer');
	for (const { page, trips, commands, inside, answer } of counts)
		console.log(page.name.padEnd(14) + String(trips).padStart(13) +
			String(commands).padStart(10) +
			String(inside).padStart(10) +
			String(answer.length).padStart(17));
	for (const { page, evals, delivering } of counts.filter(c => c.evals))
		console.log(`${page.name}: ${delivering} commands more until it ` +
			`is delivered, ${evals} of them scripts`);
}

const tsv = lines => lines.map(line => `${line.join('\t')}\n`).join('');

/*
 * A line for each page and one for each that it is compared with. Each number
 * has everything that was measured; `x_` is how many times the page takes of it.
 * Only pages have trips and commands.
 */
export function toTsv(rows, counts) {
	const lines = [['page', 'connections', 'program', 'per_second',
		'p50_ms', 'p99_ms', ...kinds.map(kind => `${kind}_us`), 'all_us',
		...measured.map(name => `x_${name}`),
		'round_trips', 'sent', 'commands', 'bytes']];

	for (const { page, conns, ways, times } of rows) {
		const count = counts.find(c => c.page === page);

		for (const [way, v] of Object.entries(ways))
			lines.push([page.name, conns, way,
				...measured.map(k => v[k].toFixed(3)),
				...measured.map(k => (times[way]?.[k] ?? 1)
					.toFixed(3)),
				...way === 'page' ? [count.trips, count.commands,
					count.inside] : ['', '', ''],
				count.answer.length]);
	}
	return tsv(lines);
}

// Everything else, as [name, of what, number].
export function toLines(numbers) {
	return tsv([['measure', 'of', 'value'],
		...numbers.map(([name, of, n]) => [name, of, n.toFixed(3)])]);
}
