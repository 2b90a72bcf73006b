// The clients' measurements, as numbers and as a table.
import { median } from '../table.mjs';
import { SHARES } from './mix.mjs';

// The shortest wait that is not exceeded by this share of all waits.
export function percentile(sorted, share) {
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

// For one turn: transactions per second, and the servers' microseconds for
// each.
const rateOf = ({ ms, answers }) => answers / ms * 1000;
const costOf = ({ us, answers }) => us / answers;

/*
 * The rate of the whole mix, when its registrations were measured separately:
 * a hundred transactions take as long as the registrations and the others
 * together.
 */
export const mixed = (others, registrations) =>
	100 / ((100 - SHARES.add) / others + SHARES.add / registrations);

// The ratio of each turn, and the median of these ratios: other work on the
// machine disturbs two measurements equally if they are made close together.
const ratio = (turns, base, of) => base &&
	median(turns.map((turn, at) => of(turn) / of(base[at])));

function overall(turns, base) {
	return { rate: median(turns.map(rateOf)),
		times: ratio(turns, base, rateOf),
		us: median(turns.map(costOf)),
		timesUs: ratio(turns, base, costOf),
		own: median(turns.map(({ own, answers }) => own / answers)) };
}

const waitsOf = (turns, kind) => turns.flatMap(({ waits }) => waits[kind])
	.sort((a, b) => a - b);

function ofKind(kind, turns, base) {
	const waits = waitsOf(turns, kind);
	const others = base && waitsOf(base, kind);
	const at = share => percentile(waits, share);
	const times = share => base && at(share) / percentile(others, share);

	return { name: kind, count: waits.length, p50: at(0.5), p99: at(0.99),
		times50: times(0.5), times99: times(0.99) };
}

/*
 * From the turns of a database, and those of `base` next to them: {all,
 * kinds}, and {apart, mix} if registrations have separate turns.
 */
export function summarize(side, base) {
	const all = overall(side.turns, base?.turns);
	const isApart = side.apart.length > 0;
	const turnsOf = kind => isApart && kind === 'add' ? 'apart' : 'turns';
	const kinds = Object.keys(SHARES).map(kind =>
		ofKind(kind, side[turnsOf(kind)], base?.[turnsOf(kind)]));

	if (!isApart)
		return { all, kinds };
	const apart = overall(side.apart, base?.apart);

	return { all, kinds, apart, mix: mixed(all.rate, apart.rate) };
}
