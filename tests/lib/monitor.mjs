// The commands that one page sends to Redis, as MONITOR shows them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bindPort } from './redis.mjs';
import { redisProxy } from './redisproxy.mjs';

const escapes = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

function unquote(text) {
	return text.replace(/\\(x[0-9a-f]{2}|.)/g, (all, c) => c.length > 1
		? String.fromCharCode(parseInt(c.slice(1), 16))
		: escapes[c] ?? c);
}

// 1795.. [0 127.0.0.1:4711] "GET" "layout" becomes {from, words}. MONITOR shows
// UTF-8 texts byte by byte.
function parse(line) {
	const [, from, rest] = line.match(/^\S+ \[\d+ ([^\]]+)\] (.*)$/) ?? [];

	return { from, words: [...(rest ?? '').matchAll(/"((?:\\.|[^"\\])*)"/g)]
		.map(([, word]) => Buffer.from(unquote(word), 'latin1')
			.toString()) };
}

// {address, asked(action)}: the action's pages must use Redis at this address.
// asked() returns their commands: a list of round trips, each a list of
// commands, each a list of words. All others use the unix socket, so the port
// shows whose a command is.
export async function monitor({ var: folder, socket, redis }) {
	const proxy = await redisProxy(`${folder}/monitored.sock`,
		await bindPort(redis));
	const child = spawn('redis-cli', ['-s', socket, 'MONITOR']);
	const lines = createInterface({ input: child.stdout });
	const seen = [];
	let mark;

	lines.on('line', (line) => {
		const command = parse(line);

		if (command.words[1] === mark)
			lines.emit('mark');
		// The proxy signs in by itself; the page has not sent that.
		else if (command.from?.startsWith('127.0.0.1') &&
			command.words[0] !== 'AUTH')
			seen.push(command.words);
	});
	await once(lines, 'line');
	child.unref();
	return {
		address: proxy.address,
		async asked(action) {
			seen.length = 0;
			await proxy.trips(action);
			mark = `mark ${Math.random()}`;
			await Promise.all([once(lines, 'mark'),
				redis('ECHO', mark)]);
			return proxy.sizes().map((n) => seen.splice(0, n));
		},
		stop: () => child.kill(),
	};
}
