// A terminal that remembers its screen, run by tmux, and a program in it that
// is used by typing.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { until } from '../../lib/processes.mjs';
import { runKept, temporaryFolder, unref } from '../../lib/stack.mjs';

const run = promisify(execFile);

// Wide and high enough for a whole page.
const size = ['-x', '100', '-y', '120'];

// The program has a home folder of its own, and ends with the test at the
// latest.
export async function openTerminal(...command) {
	const folder = temporaryFolder();
	const socket = `${folder}/tmux`;
	const server = runKept(folder, { LC_ALL: 'C.UTF-8' }, 'tmux', '-D',
		'-f', '/dev/null', '-S', socket);
	const tmux = async (...words) =>
		(await run('tmux', ['-u', '-S', socket, ...words])).stdout;

	unref(server);
	await until('a terminal', () => existsSync(socket));
	// If the program ends, its screen stays, and says with which status.
	await tmux('set-option', '-g', 'remain-on-exit', 'on');
	await tmux('new-session', '-d', ...size, '-e', `HOME=${folder}`,
		...command);

	// In one line, since the program breaks lines where it likes.
	const text = async () => (await tmux('capture-pane', '-p'))
		.replace(/\s+/g, ' ');

	return {
		text,
		press: (...keys) => tmux('send-keys', ...keys),
		type: (letters) => tmux('send-keys', '-l', letters),
		// Presses these keys before each look at the screen.
		async shows(pattern, ...keys) {
			let last;

			await until(pattern, async () => {
				if (keys.length)
					await tmux('send-keys', ...keys);
				return pattern.test(last = await text());
			}).catch((error) => {
				throw new Error(`${error.message}\n${last}`);
			});
		},
		close: () => server.stdin.end(),
	};
}
