// What has been measured, for people and for programs.

export function median(list) {
	const sorted = [...list].sort((a, b) => a - b);
	const middle = sorted.length >> 1;

	return sorted.length % 2 ? sorted[middle]
		: (sorted[middle - 1] + sorted[middle]) / 2;
}

const isPart = key => ['page', 'redis', 'web'].includes(key);
const measured = ['rate', 'p50', 'p99', 'page', 'redis', 'web', 'all'];

/*
 * Of several rounds, each a {page, floor} measured one after the other, the
 * medians of either, and of the ratio between the two: under `times`, where a
 * part of the processor time is set against the floor's whole, so that the
 * three parts add up to the fourth.
 */
export function summarize(rounds) {
	const value = {}, floor = {}, times = {};

	for (const key of measured) {
		const whole = isPart(key) ? 'all' : key;
		const ratio = r => r.page[key] / r.floor[whole];

		value[key] = median(rounds.map(r => r.page[key]));
		floor[key] = median(rounds.map(r => r.floor[key]));
		times[key] = median(rounds.map(ratio));
	}
	return { value, floor, times };
}

// The floor against itself: 1, and the parts of its processor time.
function ownTimes(floor) {
	const own = key => [key, isPart(key) ? floor[key] / floor.all : 1];

	return Object.fromEntries(measured.map(own));
}

const x = n => n.toFixed(2).padStart(7);

function speedCells(v, t) {
	return v.rate.toFixed(0).padStart(9) + x(t.rate) +
		v.p50.toFixed(1).padStart(10) + x(t.p50) +
		v.p99.toFixed(1).padStart(10) + x(t.p99);
}

function costCells(v, t) {
	const parts = ['page', 'redis', 'web', 'all'];

	return parts.map(k => v[k].toFixed(0).padStart(7)).join('') + '  ' +
		parts.map(k => x(t[k])).join('');
}

// A line for each page, and under it the same for its floor.
function printRows(rows, cells) {
	for (const { page, conns, value, floor, times } of rows) {
		const at = String(conns).padStart(5);

		console.log(page.name.padEnd(12) + at + cells(value, times));
		console.log(`${'  its floor'.padEnd(12)}${at}` +
			cells(floor, ownTimes(floor)));
	}
}

export function printLoads(rows) {
	console.log('              conns  answers  times      p50  times' +
		'       p99  times\n' +
		'                      /second  floor       ms  floor' +
		'        ms  floor');
	printRows(rows, speedCells);
	console.log('\n              conns  processor time, microseconds' +
		'      times the floor\n' +
		'                      page  redis    web    all' +
		'     page  redis    web    all');
	printRows(rows, costCells);
}

export function printTrips(counts) {
	console.log('\n              round trips  commands in Redis' +
		'  bytes of answer');
	for (const { page, trips, commands, answer } of counts)
		console.log(page.name.padEnd(12) + String(trips).padStart(13) +
			String(commands).padStart(19) +
			String(answer.length).padStart(17));
}

/*
 * One line for a page and one for its floor. Every number with all that was
 * measured; `x_` is a multiple of the floor, which has no trips or commands.
 */
export function toTsv(rows, counts) {
	const lines = [['page', 'connections', 'program', 'per_second',
		'p50_ms', 'p99_ms', 'page_us', 'redis_us', 'web_us', 'all_us',
		...measured.map(name => `x_${name}`),
		'round_trips', 'commands', 'bytes']];

	for (const { page, conns, value, floor, times } of rows) {
		const count = counts.find(c => c.page === page);
		const line = (program, v, t, ...more) => lines.push([page.name,
			conns, program,
			...measured.map(k => v[k].toFixed(3)),
			...measured.map(k => t[k].toFixed(3)),
			...more, count.answer.length]);

		line('page', value, times, count.trips, count.commands);
		line('floor', floor, ownTimes(floor), '', '');
	}
	return lines.map(line => `${line.join('\t')}\n`).join('');
}
