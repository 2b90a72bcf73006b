// The random choices of `make bench-retwis` have the right frequencies. The
// seeds are fixed, so that these tests always have the same result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mix, SHARES } from './retwis/mix.mjs';
import { seeded } from './retwis/random.mjs';
import { Zipf } from './retwis/zipf.mjs';

const DRAWS = 200000;

// The sum over all cells of (seen - expected)² / expected.
function chiSquare(seen, shares) {
	const total = seen.reduce((sum, n) => sum + n, 0);
	const whole = shares.reduce((sum, share) => sum + share, 0);

	return seen.reduce((sum, n, at) => {
		const expected = total * shares[at] / whole;

		return sum + (n - expected) ** 2 / expected;
	}, 0);
}

// The quantile of chi-square, by Wilson and Hilferty: z = 3.09 is exceeded once
// in 1,000.
const quantile = (freedom, z) =>
	freedom * (1 - 2 / (9 * freedom) + z * Math.sqrt(2 / (9 * freedom))) ** 3;

// Neither too far off nor suspiciously close: either happens once in a
// thousand.
function fits(seen, shares) {
	const sum = chiSquare(seen, shares);
	const freedom = shares.length - 1;

	return sum > quantile(freedom, -3.09) && sum < quantile(freedom, 3.09);
}

function countDraws(cells, draw, n = DRAWS) {
	const seen = new Array(cells).fill(0);

	for (let at = 0; at < n; at++)
		seen[draw()]++;
	return seen;
}

const zipfShares = (n, exponent) =>
	Array.from({ length: n }, (_, at) => 1 / Math.pow(at + 1, exponent));

function drawZipf(n, exponent, seed = 1) {
	const zipf = new Zipf(n, exponent);
	const random = seeded(seed);

	return countDraws(n, () => zipf.draw(random));
}

test('random numbers are equally frequent, and the same for a seed', () => {
	const random = seeded(1), again = seeded(1), other = seeded(2);
	const cells = countDraws(100, () => Math.floor(random() * 100));

	assert.ok(fits(cells, zipfShares(100, 0)));
	assert.equal(countDraws(1, () => again() < 0 || again() >= 1 ? 1 : 0,
		DRAWS / 2)[0], DRAWS / 2);
	assert.equal(random(), again());
	assert.notEqual(random(), other());
});

for (const exponent of [0, 0.5, 0.75, 0.99, 1, 1.5])
	test(`members are drawn by Zipf with exponent ${exponent}`, () => {
		for (const seed of [1, 2, 3])
			assert.ok(fits(drawZipf(100, exponent, seed),
				zipfShares(100, exponent)), `seed ${seed}`);
	});

// Otherwise the test above would prove nothing.
test('draws by a neighbouring exponent, or from rank 0, do not fit', () => {
	const seen = drawZipf(100, 0.75);
	const [, ...fromOne] = zipfShares(101, 0.75);

	assert.ok(!fits(seen, zipfShares(100, 0.72)));
	assert.ok(!fits(seen, zipfShares(100, 0.78)));
	assert.ok(!fits(seen, fromOne));
});

test('a Zipf of one draws that one, and of many also the last', () => {
	const [low, high] = [() => 0, () => 1 - 2 ** -53];

	assert.equal(new Zipf(1, 0.75).draw(high), 0);
	assert.equal(new Zipf(1000, 2).draw(low), 0);
	assert.equal(new Zipf(1000, 2).draw(high), 999);
});

const kinds = Object.keys(SHARES);

const newMix = (more = {}) => new Mix({ members: 50, exponent: 0.75,
	random: seeded(1), ...more });

test('the mix is that of the paper, and keeps its proportions without one', () => {
	const mix = newMix();
	const draw = list => () => list.indexOf(mix.next(list).kind);
	const others = kinds.filter(kind => kind !== 'add');

	assert.deepEqual(SHARES, { add: 5, follow: 15, post: 30, timeline: 50 });
	assert.ok(fits(countDraws(4, draw(kinds)), [5, 15, 30, 50]));
	assert.ok(fits(countDraws(3, draw(others)), [15, 30, 50]));
	assert.ok(!fits(countDraws(3, draw(others)), [16, 30, 50]));
});

test('Zipf draws actors, and nobody follows himself or is added twice', () => {
	const mix = newMix();
	const all = Array.from({ length: DRAWS }, () => mix.next(kinds));
	const of = kind => all.filter(one => one.kind === kind);
	const seen = countDraws(50, (at => () => of.posts[at++].member)(0),
		(of.posts = of('post')).length);
	const added = of('add').map(({ newcomer }) => newcomer);

	assert.ok(fits(seen, zipfShares(50, 0.75)));
	assert.ok(of('follow').every(({ member, other }) => member !== other));
	assert.equal(new Set(added).size, added.length);
});

test('a pair at work is not drawn', () => {
	const mix = newMix({ members: 10 });
	const isBusy = (member, other) => member + other === 1;

	for (let n = 0; n < 1000; n++) {
		const { member, other } = mix.next(['follow'], isBusy);

		assert.notEqual(member + other, 1);
	}
});
