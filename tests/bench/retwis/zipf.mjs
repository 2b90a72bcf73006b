/*
 * Zipf's distribution over n members: the member of rank r, from 1, is drawn
 * with a share of r ** -exponent. 0 draws all alike, 0.75 is TAPIR's.
 *
 * It draws by looking for a number in the sums of the shares, which is exact
 * for any exponent and costs log n steps; the usual shortcuts approximate the
 * sums, and some of them only hold for exponents below 1.
 */
export class Zipf {
	constructor(n, exponent) {
		let sum = 0;

		this.sums = Float64Array.from({ length: n },
			(_, at) => sum += (at + 1) ** -exponent);
	}

	// From 0, the one that is drawn most, to n - 1.
	draw(random) {
		const wanted = random() * this.sums.at(-1);
		let low = 0, high = this.sums.length - 1;

		while (low < high) {
			const middle = (low + high) >> 1;

			if (this.sums[middle] > wanted)
				high = middle;
			else
				low = middle + 1;
		}
		return low;
	}
}
