/*
 * The sides of each comparison, each a separate stack (conf/stack) in our
 * configuration, except for the limits on requests:
 *
 * - page: the pages;
 * - same: a floor that asks the pages' own Redis what they ask it, over
 *   connections that nginx keeps open, as it does for them (same.c);
 * - kept: the least that a program can do on such connections (kept.c);
 * - floor: an empty program whose connections are closed after each request
 *   (floor.c);
 * - before: the pages of an earlier version, with the same members;
 * - php: PHP Retwis; see php.mjs.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync,
	writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { until } from '../lib/processes.mjs';
import { build, noting, programs, startStack } from '../lib/stack.mjs';
import { openLink } from './link.mjs';
import { findProcesses } from './usage.mjs';

// More posts and searches than any other limit of the tests allows.
const settings = { ...noting, RETWIS_LIMIT_POST: '1000000/600',
	RETWIS_LIMIT_SEARCH: '1000000/600' };

// {stack, link}: a stack, and a connection to its Redis.
async function startSide(options) {
	const stack = await startStack(options);
	const link = await openLink(options.socket ?? stack.socket);

	// Otherwise the append-only file might be rewritten at any moment.
	await link.ask('CONFIG', 'SET', 'auto-aof-rewrite-percentage', 0);
	return { stack, link };
}

// `isReal`: it has members and posts.
export const startPages = async () =>
	({ ...await startSide({ env: settings }), isReal: true });

// A build folder like `build`, with programs that do nothing but answer.
function makeFloor(folder, program, counts) {
	rmSync(folder, { recursive: true, force: true });
	for (const name of ['pages', 'answers', 'steps'])
		mkdirSync(`${folder}/${name}`, { recursive: true });
	cpSync(`${build}/conf`, `${folder}/conf`, { recursive: true });
	for (const name of readdirSync(programs))
		copyFileSync(`${build}/tests/bench/${program}`,
			`${folder}/pages/${name}`);
	for (const name of ['retwis-worker', 'retwis-live'])
		copyFileSync(`${build}/${name}`, `${folder}/${name}`);
	for (const { page, answer } of counts)
		writeFileSync(`${folder}/answers/${page.program}`, answer);
	for (const { page, busy } of counts.filter(c => c.page.same))
		for (const [n, step] of busy.entries())
			writeFileSync(`${folder}/steps/${page.program}.${n + 1}`,
				step);
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

// `which` is floor or kept; the `counts` have the pages' answers.
export async function startFloor(which, counts) {
	const folder = `${build}/bench/${which}`;

	makeFloor(folder, which, counts);
	const side = await startSide({ env: { BUILD: folder } });

	await setWay(side.stack, ways[which](side.stack));
	return side;
}

/*
 * The floor that does the same work: behind our own configuration of nginx, and
 * with the Redis of `pages`, but without a worker, since the pages have one.
 */
export async function startSame(pages, counts) {
	const folder = `${build}/bench/same`;

	makeFloor(folder, 'same', counts);
	const side = await startSide({ socket: pages.stack.socket,
		env: { BUILD: folder, RETWIS_REDIS: pages.stack.address,
			RETWIS_WORKERS: '0' } });

	return { ...side, database: pages.stack };
}

/*
 * An earlier version: `folder` has its sources, and in build/ what its `make`
 * has made of them.
 */
export async function startBefore(folder) {
	const programs = resolve(folder, 'build');

	if (!existsSync(`${programs}/pages`))
		throw new Error(`RETWIS_BENCH_BEFORE: there is no ${programs}/` +
			'pages; run make there');
	return { ...await startSide({ root: resolve(folder),
		env: { ...settings, BUILD: programs } }), isReal: true };
}
