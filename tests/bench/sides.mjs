/*
 * The three sides of each comparison, each a separate stack (conf/stack) in
 * our configuration, except for the limits on requests: the pages; the floor,
 * an empty program whose connections are closed after each request (floor.c);
 * and the kept floor, the least that a program can do on connections that
 * nginx keeps open (kept.c).
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync,
	writeFileSync } from 'node:fs';
import { until } from '../lib/processes.mjs';
import { build, noting, programs, startStack } from '../lib/stack.mjs';
import { openLink } from './link.mjs';
import { findProcesses } from './usage.mjs';

// More posts than any other limit of the tests allows.
const settings = { ...noting, RETWIS_LIMIT_POST: '1000000/600' };

// {stack, link}: a stack, and a connection to its Redis.
async function startSide(options) {
	const stack = await startStack(options);
	const link = await openLink(stack.socket);

	// Otherwise the append-only file might be rewritten at any moment.
	await link.ask('CONFIG', 'SET', 'auto-aof-rewrite-percentage', 0);
	return { stack, link };
}

export const startPages = () => startSide({ env: settings });

// A build folder like `build`, with programs that do nothing but answer.
function makeFloor(folder, program, counts) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(`${folder}/pages`, { recursive: true });
	mkdirSync(`${folder}/answers`);
	cpSync(`${build}/conf`, `${folder}/conf`, { recursive: true });
	for (const name of readdirSync(programs))
		copyFileSync(`${build}/tests/bench/${program}`,
			`${folder}/pages/${name}`);
	for (const name of ['retwis-worker', 'retwis-live'])
		copyFileSync(`${build}/${name}`, `${folder}/${name}`);
	for (const { page, answer } of counts)
		writeFileSync(`${folder}/answers/${page.program}`, answer);
}

const upstream = (stack, name) => `upstream kept_${name} {\n` +
	`	server "unix:${stack.var}/${name}.sock";\n	keepalive 200;\n}\n`;

// How nginx reaches the programs, instead of our fastcgi.conf.
const ways = {
	floor: stack =>
		({ fastcgi: `fastcgi_pass "unix:${stack.var}/$retwis_page.sock";\n`,
			more: '' }),
	kept: stack => ({
		fastcgi: 'fastcgi_pass kept_$retwis_page;\n' +
			'fastcgi_keep_conn on;\n',
		more: readdirSync(programs).map(name => upstream(stack, name))
			.join(''),
	}),
};

const workersOf = (stack, master) => findProcesses(stack)
	.filter(p => p.kind === 'web' && p.pid !== master).map(p => p.pid);

// Reloads nginx with a configuration that differs only in this.
async function setWay(stack, { fastcgi, more }) {
	const folder = `${stack.var}/conf/nginx`;
	const master = readFileSync(`${stack.var}/web.pid`, 'latin1').trim();
	const old = new Set(workersOf(stack, master));

	writeFileSync(`${folder}/fastcgi.conf`, fastcgi);
	const server = readFileSync(`${folder}/server.conf`, 'utf8');

	if (/^\s*fastcgi_keep_conn/m.test(server))
		throw new Error('server.conf itself keeps connections');
	const site = readFileSync(`${folder}/site.conf`, 'utf8');

	writeFileSync(`${folder}/site.conf`, more + site);
	process.kill(master, 'SIGHUP');
	await until('nginx has read its configuration again', () => {
		const now = workersOf(stack, master);

		return now.length >= old.size && !now.some(pid => old.has(pid));
	});
}

// `which` is floor or kept; `counts` have the pages' answers.
export async function startFloor(which, counts) {
	const folder = `${build}/bench/${which}`;

	makeFloor(folder, which, counts);
	const side = await startSide({ env: { BUILD: folder } });

	await setWay(side.stack, ways[which](side.stack));
	return side;
}
