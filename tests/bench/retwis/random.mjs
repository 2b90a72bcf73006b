// Random numbers that are the same for the same seed: sfc32 of PractRand, by
// Chris Doty-Humphrey. Math.random() takes no seed.
function sfc32(state) {
	const sum = (state[0] + state[1] | 0) + state[3] | 0;

	state[3] = state[3] + 1 | 0;
	state[0] = state[1] ^ state[1] >>> 9;
	state[1] = state[2] + (state[2] << 3) | 0;
	state[2] = (state[2] << 21 | state[2] >>> 11) + sum | 0;
	return sum >>> 0;
}

// A function that returns numbers from 0 to just below 1, with 53 bits each.
export function seeded(seed) {
	const state = [0, seed | 0, seed / 2 ** 32 | 0, 1];

	for (let n = 0; n < 15; n++)
		sfc32(state);
	return () => (sfc32(state) * 2 ** 21 + (sfc32(state) >>> 11)) / 2 ** 53;
}
