// How a proxy of a test comes to Redis: as the user of our programs, who may do what
// redis.acl allows. The program behind the proxy says nothing of that, so that
// its commands can be counted. What Redis denies fails the suite (see keep).
import { connect } from 'node:net';
import { encode } from './resp.mjs';

// A connection; take(chunk) gets all but the answer to the sign-in. A Redis that
// has no users refuses that, and goes on.
export function enter(place, take) {
	const redis = connect(place);
	let greeting = Buffer.alloc(0);

	redis.write(encode(['AUTH', 'retwis', '']));
	redis.on('data', (chunk) => {
		if (!greeting) {
			take(chunk);
			return;
		}
		greeting = Buffer.concat([greeting, chunk]);
		const end = greeting.indexOf('\n') + 1;

		if (!end)
			return;
		const rest = greeting.subarray(end);

		greeting = undefined;
		if (rest.length)
			take(rest);
	});
	return redis;
}
