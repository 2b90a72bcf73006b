// What the clients do: Retwis as the paper on TAPIR has it (Zhang et al.,
// "Building Consistent Transactions with Inconsistent Replication", 2015).
import { Zipf } from './zipf.mjs';

// Of a hundred transactions.
export const SHARES = { add: 5, follow: 15, post: 30, timeline: 50 };

// One of these kinds, by their shares.
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

	// Another one than `member`, whom nobody draws as often as a Zipf says:
	// nobody follows himself.
	drawOther(member) {
		for (;;) {
			const other = this.zipf.draw(this.random);

			if (other !== member)
				return other;
		}
	}

	// {kind, member, other}, or {kind, newcomer}. A pair that `isBusy` is at
	// work elsewhere: nobody could tell whether that follows or unfollows.
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
