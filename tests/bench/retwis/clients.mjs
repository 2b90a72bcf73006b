// Clients that do one transaction after the other, as many at once as there are
// clients, and the times that they have waited.
import { performance } from 'node:perf_hooks';

// After this many wrong answers, more would tell nothing new.
const ENOUGH = 1000;

export class Tally {
	constructor() {
		this.waits = { add: [], follow: [], post: [], timeline: [] };
		this.faults = [];
	}

	get answers() {
		return Object.values(this.waits)
			.reduce((sum, { length }) => sum + length, 0);
	}
}

// A transaction that fails is a wrong answer, too. Judging an answer is not
// part of its time.
async function act(client, transaction, tally) {
	const begun = performance.now();

	try {
		const judge = await client[transaction.kind](transaction);

		tally.waits[transaction.kind].push(performance.now() - begun);
		tally.faults.push(...judge());
	} catch (error) {
		tally.faults.push(`${transaction.kind}: ${error.message}`);
	}
}

// A transaction that has not ended after this time never will.
const PATIENCE_MS = 30000;

async function inTime(ms, work) {
	let timer;
	const late = new Promise((_, fail) => {
		timer = setTimeout(() => fail(new Error('no answer for ' +
			`${PATIENCE_MS / 1000} s`)), ms + PATIENCE_MS);
	});

	try {
		await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

// {ms, waits, faults, answers} of these clients, running for that time.
export async function runFor(ms, clients, nextOf) {
	const tally = new Tally();
	const begun = performance.now();

	await inTime(ms, Promise.all(clients.map(async client => {
		while (performance.now() - begun < ms &&
			tally.faults.length < ENOUGH)
			await act(client, nextOf(), tally);
	})));
	return Object.assign(tally, { ms: performance.now() - begun });
}

// The same for a list of transactions; fails if one of them does.
export async function runAll(clients, transactions) {
	const tally = new Tally();
	const left = [...transactions].reverse();

	await Promise.all(clients.map(async client => {
		while (left.length)
			await act(client, left.pop(), tally);
	}));
	if (tally.faults.length)
		throw new Error(tally.faults[0]);
}
