// How a test's proxy signs in to Redis: as the user of our programs, who may do
// what redis.acl allows. The program behind the proxy sends nothing for that,
// so that its commands can be counted. If Redis denies anything, the suite
// fails (see keep).
import { connect } from 'node:net';
import { encode } from './resp.mjs';

// A connection; take(chunk) gets everything except the answer to the sign-in. A
// Redis without users refuses the sign-in, and works all the same.
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
