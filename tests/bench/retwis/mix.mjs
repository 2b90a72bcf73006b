// What the clients do: the Retwis workload of the paper on TAPIR (Zhang et al.,
// "Building Consistent Transactions with Inconsistent Replication", 2015).
import { Zipf } from './zipf.mjs';

// Out of a hundred transactions.
export const SHARES = { add: 5, follow: 15, post: 30, timeline: 50 };

// One of these kinds, chosen by their shares.
function drawKind(kinds, random) {
	const total = kinds.reduce((sum, kind) => sum + SHARES[kind], 0);
	let left = random() * total;

	return kinds.find(kind => (left -= SHARES[kind]) < 0) ?? kinds.at(-1);
}

export class Mix {
	constructor({ members, exponent, random }) {
		this.zipf = new Zipf(members, exponent);
		this.random = random;
		this.newcomers = 0;
	}

	// A member other than `member`. So `member` is drawn less often than
	// Zipf's law says, since nobody follows himself.
	drawOther(member) {
		for (;;) {
			const other = this.zipf.draw(this.random);

			if (other !== member)
				return other;
		}
	}

	// {kind, member, other}, or {kind, newcomer}. A pair for which `isBusy`
	// is true is already being followed or unfollowed: then nobody could
	// say which of the two this would be.
	next(kinds, isBusy = () => false) {
		const kind = drawKind(kinds, this.random);

		if (kind === 'add')
			return { kind, newcomer: ++this.newcomers };
		for (;;) {
			const member = this.zipf.draw(this.random);
			const other = kind === 'follow' ? this.drawOther(member)
				: undefined;

			if (kind !== 'follow' || !isBusy(member, other))
				return { kind, member, other };
		}
	}
}
