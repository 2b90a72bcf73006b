// The profiles of AppArmor allow what the programs do: whatever a site opens while
// it is visited, as strace sees it; and, where the kernel has AppArmor, the site
// works inside of them.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync }
	from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { sendFiles } from '../lib/multipart.mjs';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { build, keyFile, lean, programs, root, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';

const names = ['retwis-pages', 'retwis-worker', 'retwis-live', 'retwis-picture'];

// A profile for a stack in that folder, which has its own key.
function render(name, folder) {
	return execFileSync(`${root}/conf/render`, [`${root}/conf/apparmor/${name}`], {
		encoding: 'utf8', env: { PATH: process.env.PATH, PAGES: programs,
			LIBEXEC: build, LIVE: `${build}/retwis-live`, SOCKETS: folder,
			TEMPLATES: `${build}/templates`, CONF: folder,
			PICTURES: `${folder}/pictures` } })
		.replace(`"${folder}/key"`, `"${keyFile}"`);
}

// ---- what a profile says ---------------------------------------------------

// The variables of Debian's tunables that the rules below have.
const variables = { PROC: '/proc', run: '{/run,/var/run}', sys: '/sys',
	etc_ro: '{/etc,/usr/etc}', pid: '{[0-9]*,self}', tid: '{[0-9]*,self}',
	multiarch: '*-linux-gnu*', HOME: '/root', HOMEDIRS: '/home',
	system_share_dirs: '/usr/share', etc_rw: '/etc' };

function expression(glob) {
	let depth = 0;

	return new RegExp(`^${glob.replace(/@\{(\w+)\}/g, (all, name) =>
		variables[name] ?? '(none)')
		.replace(/\*\*|[*?.+()|^$]|[{},]/g, (sign) => {
			depth += (sign === '{') - (sign === '}');
			return { '**': '.*', '*': '[^/]*', '?': '[^/]', '{': '(?:',
				'}': ')', ',': depth ? '|' : ',' }[sign] ?? `\\${sign}`;
		})}$`);
}

// Its rules for files, with those that it includes: [expression, rights].
function rules(text) {
	return text.split('\n').flatMap((line) => {
		const [, file] = line.match(/^\s*include (?:if exists )?<(abstractions\/[^>]+)>/)
			?? [];
		const [, glob, rights] = line.match(
			/^\s*(?:owner\s+)?"?([/@][^\s"]*)"?\s+([a-zA-Z]+),/) ?? [];

		if (file && existsSync(`/etc/apparmor.d/${file}`) &&
			!file.endsWith('.d'))
			return rules(readFileSync(`/etc/apparmor.d/${file}`, 'utf8'));
		return glob ? [[expression(glob), rights]] : [];
	});
}

// ---- what a program does ---------------------------------------------------

// A call with a path, its first one, that has worked.
const succeeded = new RegExp('^(open|openat|connect|unlink|unlinkat|rename|' +
	'renameat|renameat2|mkdir)\\((?:AT_FDCWD, |\\d+, )?' +
	'(?:\\{sa_family=AF_UNIX, sun_path=)?"([^"]+)"(.*)= \\d');

// The calls of one process, from when it executes this program until it executes
// another one: [path, right].
function uses(trace) {
	const found = new Map();
	let program = '';

	for (const line of trace.split('\n')) {
		const [, executed] = line.match(/^execve\("([^"]+)".*= 0$/) ?? [];
		const [, call, path, how] = line.match(succeeded) ?? [];

		program = executed ?? program;
		if (executed || !path?.startsWith('/'))
			continue;
		const rights = call.startsWith('open')
			? [/O_WRONLY/.test(how) ? '' : 'r', /O_(WRONLY|RDWR|CREAT)/.test(how) ? 'w' : '']
			: ['w'];

		if (!found.has(program))
			found.set(program, new Set());
		for (const right of rights.filter(Boolean))
			found.get(program).add(`${right} ${path}${
				/O_TMPFILE/.test(how) ? '/#1'
					: /O_DIRECTORY/.test(how) ? '/' : ''}`);
	}
	return found;
}

const nameOf = (program) => program.startsWith(`${programs}/`) ? 'retwis-pages'
	: names.find((name) => program === `${build}/${name}`);

// All that the programs of each profile have used: Map of name to Set.
function usesIn(folder) {
	const all = new Map(names.map((name) => [name, new Set()]));

	for (const file of readdirSync(folder))
		for (const [program, used] of uses(readFileSync(`${folder}/${file}`, 'utf8')))
			used.forEach((use) => all.get(nameOf(program))?.add(use));
	return all;
}

// ---- a site that is visited ------------------------------------------------

async function visit(stack) {
	const anna = await member(stack.url, 'anna');

	for (const path of ['/', '/timeline', '/@anna', '/search?q=anna', '/account',
		'/account/code', '/account/export', '/about', '/dates', '/timeline.atom',
		'/manifest.json', '/site'])
		assert.ok((await anna.get(path)).status < 500, path);
	const posted = await sendFiles(anna, '/post', { status: 'Look, @anna.',
		when_day: '', when_zone: '' }, [['pictures', png(40, 30)]]);

	assert.equal(posted.status, 303, posted.text);
	const { text } = await anna.get('/@anna');
	const [path] = text.match(/\/picture\/[0-9a-f]+-400\.webp/);

	assert.equal((await anna.get(path)).status, 200);
	const live = await fetch(`${stack.url}/live`,
		{ headers: { cookie: anna.cookieHeader() } });

	assert.equal(live.status, 200);
	await live.body.cancel();
}

const none = ['strace', 'apparmor_parser'].find((program) =>
	spawnSync('sh', ['-c', `PATH=$PATH:/sbin:/usr/sbin; command -v ${program}`])
		.status !== 0);

test('a profile allows what its program opens',
	{ skip: none && `there is no ${none}` }, async () => {
		const folder = temporaryFolder();
		const traces = mkdtempSync(`${tmpdir()}/retwis-`);

		try {
			const stack = await startStack({ var: folder, env: lean,
				under: ['strace', '-D', '-ff', '--seccomp-bpf', '-qq', '-e',
					'trace=execve,open,openat,connect,unlink,unlinkat,' +
					'rename,renameat,renameat2,mkdir', '-o', `${traces}/of`] });

			await visit(stack);
			await stack.stop();
			for (const [name, used] of usesIn(traces)) {
				const allowed = rules(render(name, folder));
				const refused = [...used].filter((use) => !allowed.some(
					([path, rights]) => rights.includes(use[0]) &&
						path.test(use.slice(2))));

				assert.ok(used.size > 5, `${name} has been seen`);
				assert.deepEqual(refused, [], name);
			}
		} finally {
			rmSync(folder, { recursive: true });
			rmSync(traces, { recursive: true });
		}
	});

// ---- the kernel ------------------------------------------------------------

const enabled = '/sys/module/apparmor/parameters/enabled';
const notEnforced = process.getuid() !== 0 ? 'only root can load a profile'
	: none ? `there is no ${none}`
		: (!existsSync(enabled) || readFileSync(enabled, 'utf8')[0] !== 'Y') &&
		'the kernel has no AppArmor';

test('a site works inside of its profiles', { skip: notEnforced }, async (t) => {
	const folder = temporaryFolder();
	const profiles = temporaryFolder();
	const files = names.map((name) => `${profiles}/${name}`);
	const parser = (...words) => execFileSync('/usr/sbin/apparmor_parser', words);

	// An installed site on this machine has the names themselves.
	for (const name of names)
		writeFileSync(`${profiles}/${name}`, render(name, folder)
			.replace(`profile ${name} `, `profile ${name}-test `));
	t.after(() => {
		parser('-R', ...files);
		for (const one of [profiles, folder])
			rmSync(one, { recursive: true });
	});
	parser('-r', '-T', ...files);
	const stack = await startStack({ var: folder, env: lean });

	await visit(stack);
	await until('a worker is confined', () => spawnSync('sh', ['-c',
		'cat /proc/[0-9]*/attr/current'], { encoding: 'utf8' }).stdout
		.includes('retwis-worker-test (enforce)'));
	await stack.stop();
});
