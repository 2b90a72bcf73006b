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

// A function that runs one command and returns its answer: a number, a text,
// an array, or an object for a hash. An error of Redis is thrown.
export function redisCli(socket) {
	return async (...words) => JSON.parse(
		await run(['-s', socket, '-e', '--json', ...words.map(String)]));
}

// Runs many commands, one a line, as redis-cli reads them.
export function redisLoad(socket, lines) {
	return run(['-s', socket, '-e'], lines);
}
