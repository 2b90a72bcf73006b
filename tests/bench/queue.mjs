// Whether there is still something to deliver.
import { setTimeout as sleep } from 'node:timers/promises';

// The jobs that are waiting, those that workers are doing, and posts that
// nobody has begun.
const left = "local n = redis.call('LLEN', '{fanout}:jobs') + " +
	"redis.call('ZCARD', 'outbox') " +
	"for _, name in ipairs(redis.call('ZRANGE', '{fanout}:workers', 0, -1)) " +
	"do n = n + redis.call('LLEN', '{fanout}:taken:' .. name) end return n";

// Waits until everything is delivered. Checks every `ms` milliseconds, and
// returns how often it has checked. See link.mjs.
export async function drained(link, ms = 1) {
	for (let looks = 1; ; looks++) {
		if (await link.ask('EVAL', left, 0) === 0)
			return looks;
		await sleep(ms);
	}
}
