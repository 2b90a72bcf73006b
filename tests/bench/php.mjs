/*
 * PHP Retwis, where its folder is given (RETWIS_PEER_PHP): behind an nginx and a
 * PHP-FPM with as many processes as it likes, and with a Redis of its own.
 *
 * The folder is copied, and the copy connects to that Redis; Predis is in the
 * folder or where Debian has it. Its members do, through its pages, what those
 * of the other sides do.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync }
	from 'node:fs';
import { request } from '../lib/http.mjs';
import { until } from '../lib/processes.mjs';
import { redisCli } from '../lib/redis.mjs';
import { freePort, runKept, temporaryFolder, unref } from '../lib/stack.mjs';
import { openLink } from './link.mjs';
import { MEMBERS, textOf } from './members.mjs';

const CONNECT = 'new Predis\\Client()';

function findFpm() {
	const find = 'ls /usr/sbin/php-fpm* /usr/local/sbin/php-fpm* 2>/dev/null';
	const [program] = execFileSync('sh', ['-c', `${find} || :`]).toString()
		.split('\n');

	if (!program)
		throw new Error('RETWIS_PEER_PHP: there is no php-fpm');
	return program;
}

function copySources(from, folder) {
	const main = `${from}/retwis.php`;

	if (!existsSync(main))
		throw new Error(`RETWIS_PEER_PHP: there is no ${main}`);
	const text = readFileSync(main, 'utf8');

	if (!text.includes(CONNECT))
		throw new Error(`RETWIS_PEER_PHP: ${main} has no ${CONNECT}`);
	cpSync(from, `${folder}/php`, { recursive: true });
	writeFileSync(`${folder}/php/retwis.php`, text.replace(CONNECT,
		`new Predis\\Client('unix:${folder}/redis.sock')`));
}

const fpm = folder => `[global]
error_log = ${folder}/fpm.log
daemonize = no
[www]
listen = ${folder}/fpm.sock
listen.mode = 0666
chdir = ${folder}
pm = static
pm.max_children = 8
php_flag[short_open_tag] = on
php_value[error_reporting] = 0
php_value[include_path] = .:/usr/share/php
`;

const nginx = (folder, port) => `daemon off;
pid ${folder}/web.pid;
worker_processes auto;
error_log ${folder}/web.log;
events { worker_connections 2048; }
http {
	access_log off;
	client_body_temp_path ${folder}/tmp;
	fastcgi_temp_path ${folder}/tmp;
	proxy_temp_path ${folder}/tmp;
	scgi_temp_path ${folder}/tmp;
	uwsgi_temp_path ${folder}/tmp;
	upstream php { server unix:${folder}/fpm.sock; keepalive 8; }
	server {
		listen 127.0.0.1:${port} backlog=4096;
		root ${folder}/php;
		location ~ [.]php\$ {
			include /etc/nginx/fastcgi_params;
			fastcgi_param SCRIPT_FILENAME \$document_root\$fastcgi_script_name;
			fastcgi_keep_conn on;
			fastcgi_buffer_size 32k;
			fastcgi_buffers 32 8k;
			fastcgi_pass php;
		}
	}
}
`;

// Works in the folder, by which its processes are found. `kept` is the folder
// again for the one with whose end it is removed.
function start(folder, kept, ...command) {
	const child = runKept(kept, {}, 'sh', '-c', 'cd "$0" && exec "$@"', folder,
		...command);

	unref(child);
	return child;
}

async function startServers(folder, port, program) {
	const isRoot = process.getuid() === 0;

	writeFileSync(`${folder}/fpm.conf`, isRoot ? fpm(folder)
		.replace('[www]\n', '[www]\nuser = root\ngroup = root\n')
		: fpm(folder));
	writeFileSync(`${folder}/nginx.conf`, (isRoot ? 'user root;\n' : '') +
		nginx(folder, port));
	const children = [
		start(folder, folder, 'redis-server', '--port', '0', '--unixsocket',
			`${folder}/redis.sock`, '--dir', folder, '--save', ''),
		start(folder, '', program, '-n', '-y', `${folder}/fpm.conf`,
			...isRoot ? ['-R'] : []),
		start(folder, '', 'nginx', '-e', `${folder}/web.log`, '-c',
			`${folder}/nginx.conf`)];

	await until('PHP Retwis has started', () =>
		['redis.sock', 'fpm.sock', 'web.pid'].every(name =>
			existsSync(`${folder}/${name}`)) &&
		children.every(child => child.exitCode === null));
	return children;
}

// ---- its members -----------------------------------------------------------

async function visit(url, path, fields, cookie = '') {
	const { status, headers } = await request(url,
		`${path}?${new URLSearchParams(fields)}`,
		{ headers: cookie ? { cookie } : {} });

	if (status !== 200 && status !== 302)
		throw new Error(`PHP Retwis: ${path} answers ${status}`);
	return headers['set-cookie']?.[0].split(';')[0];
}

const register = (url, username) => visit(url, '/register.php',
	{ username, password: 'x', password2: 'x' });

async function fill(url) {
	const cookies = [];

	for (let n = 0; n < MEMBERS; n++)
		cookies.push(await register(url,
			n ? `follower_${n}` : 'writer'));
	for (const [n, cookie] of cookies.entries())
		for (let uid = 1; uid <= MEMBERS; uid++)
			if (uid !== n + 1)
				await visit(url, '/follow.php', { uid, f: 1 },
					cookie);
	for (let n = 0; n < MEMBERS - 1; n++) {
		await visit(url, '/post.php', { status: textOf(n) },
			cookies[n + 1]);
		if (n % 2)
			await visit(url, '/post.php',
				{ status: textOf(n + MEMBERS) }, cookies[0]);
	}
	return { visitor: [{ cookie: cookies[1] }] };
}

// A side as those of sides.mjs, with `sessions`.
export async function startPhp(from) {
	const program = findFpm();
	const folder = temporaryFolder();
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;

	mkdirSync(`${folder}/tmp`);
	copySources(from, folder);
	const children = await startServers(folder, port, program);
	const socket = `${folder}/redis.sock`;
	const stack = { url, var: folder, socket, redis: redisCli(socket),
		stop: () => children.forEach(child => child.stdin.end()) };

	return { stack, link: await openLink(socket), isPhp: true,
		sessions: await fill(url) };
}
