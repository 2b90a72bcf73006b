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
 * For several rounds, each a {page, floor, kept} measured one after the other,
 * the medians of each: under `value`, `floor` and `kept`. The medians of the
 * ratio between the page and either floor are under `times` and `keptTimes`.
 * There, a part of the processor time is divided by the floor's total, so that
 * the parts add up to `all`.
 */
export function summarize(rounds) {
	const of = way => medians(key => rounds.map(r => r[way][key]));
	const to = way => medians(key => rounds.map(r =>
		r.page[key] / r[way][isPart(key) ? 'all' : key]));

	return { value: of('page'), floor: of('floor'), kept: of('kept'),
		times: to('floor'), keptTimes: to('kept') };
}

// A floor compared with the floor: 1 for itself, and the parts of its time.
function against(one, floor) {
	const times = key => [key, one[key] / floor[isPart(key) ? 'all' : key]];

	return Object.fromEntries(measured.map(times));
}

const x = n => n.toFixed(2).padStart(7);

function speedCells(v, t) {
	return v.rate.toFixed(0).padStart(9) + x(t.rate) +
		v.p50.toFixed(1).padStart(10) + x(t.p50) +
		v.p99.toFixed(1).padStart(10) + x(t.p99);
}

function costCells(v, t, kept) {
	const parts = [...kinds, 'all'];

	return parts.map(k => v[k].toFixed(0).padStart(7)).join('') + '  ' +
		parts.map(k => x(t[k])).join('') + x(kept);
}

// A line for each page, followed by lines for its floors.
function printRows(rows, cells) {
	for (const { page, conns, value, floor, kept, times, keptTimes } of rows) {
		const at = String(conns).padStart(5);
		const line = (name, ...what) =>
			console.log(name.padEnd(14) + at + cells(...what));

		line(page.name, value, times, keptTimes.all);
		line('  its floor', floor, against(floor, floor),
			floor.all / kept.all);
		line('  kept floor', kept, against(kept, floor), 1);
	}
}

export function printLoads(rows) {
	console.log('                conns  answers  times      p50  times' +
		'       p99  times\n' +
		'                        /second  floor       ms  floor' +
		'        ms  floor');
	printRows(rows, speedCells);
	console.log('\n                conns  processor time, microseconds' +
		'             times the floor                       kept\n' +
		'                        page  redis    web worker    all' +
		'     page  redis    web worker    all  floor');
	printRows(rows, costCells);
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
 * A line for each page and one for each of its floors. Each number has
 * everything that was measured; `x_` is a multiple of the floor, which has no
 * trips or commands.
 */
export function toTsv(rows, counts) {
	const lines = [['page', 'connections', 'program', 'per_second',
		'p50_ms', 'p99_ms', ...kinds.map(kind => `${kind}_us`), 'all_us',
		...measured.map(name => `x_${name}`), 'x_kept',
		'round_trips', 'sent', 'commands', 'bytes']];

	for (const { page, conns, value, floor, kept, times, keptTimes } of rows) {
		const count = counts.find(c => c.page === page);
		const line = (program, v, t, ...more) => lines.push([page.name,
			conns, program,
			...measured.map(k => v[k].toFixed(3)),
			...measured.map(k => t[k].toFixed(3)),
			...more, count.answer.length]);

		line('page', value, times, keptTimes.all.toFixed(3),
			count.trips, count.commands, count.inside);
		line('floor', floor, against(floor, floor),
			(floor.all / kept.all).toFixed(3), '', '', '');
		line('kept', kept, against(kept, floor), '1.000', '', '', '');
	}
	return tsv(lines);
}

// Everything else, as [name, of what, number].
export function toLines(numbers) {
	return tsv([['measure', 'of', 'value'],
		...numbers.map(([name, of, n]) => [name, of, n.toFixed(3)])]);
}
