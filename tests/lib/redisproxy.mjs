// A proxy between a page and Redis that counts round trips.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { enter } from './enter.mjs';
import { GaveUp, whenQuiet } from './quiet.mjs';

// Commands of the page are passed on at once. Replies are held back until the
// page has sent nothing for a while: this shows whether a page waits for a
// reply before its next command.
function serve(page, redisPath, count) {
	let replies = [];
	let waits = false;
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
	const wait = whenQuiet(flush, () => count.pid);

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
// made, and of how many commands each consisted. The action gets a function
// that it calls with the page's process. A page that has run into its time-out
// makes fewer, and does not report it: that is an error here.
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
				gaveUp: false, pid: undefined });
			await action(({ pid }) => { count.pid = pid; });
			if (count.gaveUp)
				throw new GaveUp();
			return count.sizes.length;
		},
		sizes: () => count.sizes,
	};
}
