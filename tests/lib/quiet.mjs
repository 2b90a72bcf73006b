// When a program that talks through a proxy waits for an answer.
import { readFileSync } from 'node:fs';

// Long enough for a whole pipeline to arrive, and too short for any time-out.
const QUIET_MS = 15;

// A program that only waits for a processor would send more. One that has
// ended sends nothing.
function isAsleep(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');

		return /^[SZ]/.test(stat.slice(stat.lastIndexOf(')') + 2));
	} catch {
		return true;
	}
}

// Calls act() when the program `pid()` (undefined if unknown) has sent
// everything that it can send without waiting, counted from the last call of
// the function that this returns: on each chunk that arrives.
export function whenQuiet(act, pid) {
	let timer;

	return function wait() {
		clearTimeout(timer);
		const mine = timer = setTimeout(() => {
			if (!isAsleep(pid()))
				wait();
			else // what it sent before it fell asleep is read first
				setImmediate(() => timer === mine && act());
		}, QUIET_MS);
	};
}

// A page did not get its answers within its time-out, so nothing was counted.
export class GaveUp extends Error {
	constructor() {
		super('the page has waited too long');
	}
}
