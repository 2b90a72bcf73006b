// Prints the measurements for people to read.
const places = { count: 0, rate: 0, us: 0, own: 0, p50: 2, p99: 2, times: 2 };

const cell = (n, digits, width) =>
	(n === undefined ? '-' : n.toFixed(digits)).padStart(width);

const line = (first, cells) => [first, ...cells].join('').trimEnd();

function speedLine({ name, all, apart, mix, faults }) {
	return line(name.padEnd(12), [
		cell(all.rate, places.rate, 10), cell(all.times, places.times, 7),
		cell(all.us, places.us, 10), cell(all.timesUs, places.times, 7),
		cell(all.own, places.own, 10),
		cell(apart?.rate, places.rate, 10),
		cell(apart?.times, places.times, 7),
		cell(mix, places.rate, 10), cell(faults, places.count, 7)]);
}

const speedHead = '              a second  times   servers  times    client' +
	'  register  times       mix  wrong\n' +
	'                                µs each          µs each' +
	'  a second         a second';

const waitHead = '                           count    p50 ms  times' +
	'    p99 ms  times';

function waitLines({ name, kinds }) {
	return kinds.map((kind, at) => line((at ? '' : name).padEnd(12) +
		kind.name.padEnd(10), [
		cell(kind.count, places.count, 10),
		cell(kind.p50, places.p50, 10),
		cell(kind.times50, places.times, 7),
		cell(kind.p99, places.p99, 10),
		cell(kind.times99, places.times, 7)]));
}

// `rows` are {name, all, apart, mix, kinds, faults} of the databases.
export function toText(title, rows) {
	return [`\n${title}\n`, speedHead, ...rows.map(speedLine), '', waitHead,
		...rows.flatMap(waitLines)].join('\n');
}
