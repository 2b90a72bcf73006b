// Stands between a page and Redis and counts round trips.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { enter } from './enter.mjs';

// Long enough for all of a pipeline to arrive, short enough for no time-out.
const QUIET_MS = 15;

// What comes from the page goes on at once. Replies wait until the page has
// sent nothing for a while, so that a page that waits for a reply before its
// next command is told from one that does not.
function serve(page, redisPath, count) {
	let replies = [];
	let timer, waits = false;
	const redis = enter(redisPath, (chunk) => {
		replies.push(chunk);
		wait();
	});
	const flush = () => {
		page.write(Buffer.concat(replies));
		replies = [];
		waits = false;
		count.answered = true;
	};
	const wait = () => {
		clearTimeout(timer);
		timer = setTimeout(flush, QUIET_MS);
	};

	page.on('data', (chunk) => {
		if (count.answered)
			count.sizes.push(0);
		count.answered = false;
		waits = true;
		count.sizes[count.sizes.length - 1] += chunk.toString('latin1')
			.match(/(^|\r\n)\*\d+\r\n/g)?.length ?? 0;
		redis.write(chunk);
		if (replies.length)
			wait();
	});
	page.on('error', () => {});
	page.on('close', () => {
		count.gaveUp ||= waits;
		redis.destroy();
	});
}

// {address, trips(action), sizes()}: how many round trips the action's page
// made, and then of how many commands each. A page that has waited for its
// time-out makes fewer, and tells nobody: that is an error here.
export async function redisProxy(path, redisPath) {
	const count = { sizes: [], answered: true };
	const server = createServer((page) => serve(page, redisPath, count));

	server.listen(path);
	await once(server, 'listening');
	server.unref();
	return {
		address: `unix:${path}`,
		async trips(action) {
			Object.assign(count, { sizes: [], answered: true,
				gaveUp: false });
			await action();
			if (count.gaveUp)
				throw new Error('the page has waited too long');
			return count.sizes.length;
		},
		sizes: () => count.sizes,
	};
}
