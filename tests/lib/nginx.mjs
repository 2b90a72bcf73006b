// A second nginx with a stack's configuration, and the changes that a host
// makes to it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { until } from './processes.mjs';
import { freePort, root, runKept, unref } from './stack.mjs';

const version = spawnSync('/usr/sbin/nginx', ['-v']).stderr.toString()
	.match(/nginx\/(\d+)\.(\d+)/).slice(1).map(Number);

// A configuration with `http2 on;`, in the form for nginx before 1.25:
// hosting.md tells hosts to change it like this.
export function forThisNginx(text) {
	return version[0] > 1 || version[1] >= 25 ? text
		: text.replace(/^(\s*)http2 on;.*\n/m, '')
			.replace(/^(\s*listen .* ssl);/gm, '$1 http2;');
}

// Writes one of the stack's files again, under another name. Each replacement
// must change exactly one place, or else the test would not see what a host
// gets.
function rewrite(from, to, changes) {
	let text = readFileSync(from, 'utf8');

	for (const [pattern, replacement] of changes) {
		const changed = text.replace(pattern, replacement);

		if (changed === text)
			throw new Error(`${from} has no ${pattern}`);
		text = changed;
	}
	writeFileSync(to, forThisNginx(text));
}

function writeConfiguration({ var: folder }, name, changes, around) {
	const from = `${folder}/conf/nginx`, to = `${from}/${name}`;

	rewrite(`${from}/main.conf`, `${to}.conf`, [
		['web.pid', `${name}.pid`],
		['nginx/site.conf', `nginx/${name}-site.conf`], ...around]);
	rewrite(`${from}/site.conf`, `${to}-site.conf`, changes);
	return `${to}.conf`;
}

// As the stack's user.
const user = process.getuid() === 0 ? [`${root}/conf/drop-root`] : [];
const nginxWith = (conf) =>
	[...user, '/usr/sbin/nginx', '-q', '-e', 'stderr', '-c', conf];

// What `nginx -t` reports about a configuration: nothing, if it is good.
export function checkNginx(stack, conf) {
	const [program, ...words] = [...nginxWith(conf), '-t'];
	const { stderr } = spawnSync(program, words, { encoding: 'utf8',
		env: { ...process.env, VAR: stack.var } });

	return stderr;
}

// Its pid is in the file NAME.pid of the stack's folder. Returns undefined if
// it has ended, as when the port was already taken.
export async function startNginx(stack, name, conf) {
	const nginx = runKept('', { VAR: stack.var }, ...nginxWith(conf));
	let hasEnded = false;

	nginx.once('exit', () => { hasEnded = true; });
	unref(nginx);
	await until('nginx has the port', () =>
		hasEnded || existsSync(`${stack.var}/${name}.pid`));
	return hasEnded ? undefined : nginx;
}

// `changes` returns [[pattern, replacement], ...] for a port; `around` are those of
// main.conf. Returns {port, close()}.
export async function anotherNginx(stack, name, changes, around = []) {
	for (let attempt = 1; attempt <= 3; attempt++) {
		const port = await freePort();
		const nginx = await startNginx(stack, name,
			writeConfiguration(stack, name, changes(port), around));

		if (nginx)
			return { port, close: () => nginx.stdin.end() };
	}
	throw new Error('nginx gets no port');
}
