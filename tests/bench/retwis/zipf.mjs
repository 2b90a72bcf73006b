/*
 * Zipf's distribution over n members: the member of rank r, counted from 1, is
 * drawn with a probability proportional to r ** -exponent. With 0 all are
 * equally likely; 0.75 is TAPIR's value.
 *
 * A random number is looked up in the cumulative sums, which is exact for any
 * exponent and costs log n steps; the usual shortcuts approximate the sums,
 * and some of them only work for exponents below 1.
 */
export class Zipf {
	constructor(n, exponent) {
		let sum = 0;

		this.sums = Float64Array.from({ length: n },
			(_, at) => sum += (at + 1) ** -exponent);
	}

	// From 0, which is drawn most often, to n - 1.
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
