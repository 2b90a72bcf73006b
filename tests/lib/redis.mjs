// Redis as a person sees it: through redis-cli.
import { execFile } from 'node:child_process';

function run(args, input) {
	return new Promise((done, fail) => {
		const child = execFile('redis-cli', args,
			{ maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
				if (error)
					fail(new Error(stderr || stdout ||
						error.message));
				else
					done(stdout);
			});

		child.stdin.end(input);
	});
}

// INFO and its like come as they are, everything else as JSON.
function parse(text) {
	return text.startsWith('#') ? text : JSON.parse(text);
}

// A function that runs one command and returns its answer: a number, a text,
// an array, or an object for a hash. An error of Redis is thrown.
export function redisCli(socket) {
	return async (...words) => parse(
		await run(['-s', socket, '-e', '--json', ...words.map(String)]));
}

// Runs many commands, one a line, as redis-cli reads them.
export function redisLoad(socket, lines) {
	return run(['-s', socket, '-e'], lines);
}

// Every write of any kind counts one: the same number, nothing was changed.
export async function writesOf(redis) {
	const info = await redis('INFO', 'persistence');

	return Number(info.match(/rdb_changes_since_last_save:(\d+)/)[1]);
}
